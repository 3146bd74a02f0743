/**
 * What becomes of payments of contract accounts on a real EVM chain: a multisig as Safe has them, and an account whose user
 * operations go through an entry point (ERC-4337). Their wallets answer with hashes that no transaction has.
 */
import {
  type Abi,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  numberToHex,
  parseEther,
} from 'viem'
import { entryPoint07Address } from 'viem/account-abstraction'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../../sandbox/chains/anvil.ts'
import compiled from '../../../../sandbox/chains/contracts/compiled.json' with { type: 'json' }
import { type ContractName, createSender, type Sender } from '../../../../sandbox/chains/sender.ts'
import { people, treasury } from '../../../../sandbox/people/accounts.ts'
import type { SentAmount, SentRow } from '../../../../src/core/payments/sent.ts'
import type { Rpc } from '../../../../worker/http/rpc.ts'
import { checkEvmPayment } from '../../../../worker/payments/sent/check-evm-payment.ts'
import type { SentRecord } from '../../../../worker/payments/sent/sent-records.ts'

const { mara, theo } = people
const receiver = theo.account.address
const coins = (text: string): SentAmount => ({ symbol: 'ETH', text, units: String(parseEther(text)) })

let anvil: Anvil
let sender: Sender
let token: Hex
let multisig: Hex
let smart: Hex
let other: Hex

const rpc: Rpc = (method, params) => anvil.rpc(method, ...params)
const dollars = (units: bigint): SentAmount => ({
  symbol: 'HUSD',
  text: String(units / 1_000_000n),
  units: String(units),
  token: `eip155:31337:${token.toLowerCase() as Hex}`,
})

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31337, genesis: Math.floor(Date.now() / 1000) })
  sender = createSender(anvil)
  const fund = (address: Hex, text: string) =>
    anvil.rpc('anvil_setBalance', address, numberToHex(parseEther(text)))
  for (const { account } of [mara, treasury]) await fund(account.address, '100')
  const deploy = (contract: ContractName, args: readonly unknown[] = []) =>
    sender.deploy(mara.account, contract, args)
  token = await deploy('Token', ['Harbor Dollar', 'HUSD', 6, 1_000_000_000n, mara.account.address])
  multisig = await deploy('Multisig')
  smart = await deploy('SmartAccount')
  other = await deploy('SmartAccount')
  // Only entry points at their own addresses are believed.
  const entryPoint = await deploy('EntryPoint')
  await anvil.rpc('anvil_setCode', entryPoint07Address, await anvil.rpc('eth_getCode', entryPoint, 'latest'))
  for (const address of [multisig, smart, other]) {
    await fund(address, '10')
    await sender.call(mara.account, 'Token', token, { name: 'transfer', args: [address, 50_000_000n] })
  }
})
afterAll(() => anvil.stop())

interface Call {
  to: Hex
  value: bigint
  data: Hex
}

function toCall({ token, units }: SentAmount): Call {
  if (!token) return { to: receiver, value: BigInt(units), data: '0x' }
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [receiver, BigInt(units)],
  })
  return { to: token.split(':')[2] as Hex, value: 0n, data }
}

/** As it is kept after the wallet's answer, and after the node has not known the hash for three looks. */
async function record(own: Hex, hash: Hex, out: SentAmount, isUnseen = true): Promise<SentRecord> {
  const account = `eip155:31337:${own.toLowerCase()}` as const
  const row: SentRow = {
    account,
    kind: 'send',
    to: receiver,
    out,
    hash,
    sentAt: Date.now(),
    status: 'pending',
  }
  const startBlock = Number(await anvil.rpc('eth_blockNumber'))
  const start = { startBlock, startNonce: 0, ...(isUnseen && { unseen: 3 }) }
  return { caipNetworkId: 'eip155:31337', hash, sentAt: row.sentAt, account, row, isSettled: false, ...start }
}

async function look(record: SentRecord, times = 4): Promise<SentRecord & { status: string }> {
  let now = record
  for (let at = 0; at < times; at += 1) {
    const { status, ...seen } = await checkEvmPayment(now, rpc, Date.now())
    now = {
      ...now,
      ...seen,
      isSettled: seen.isSettled === true,
      row: { ...now.row!, ...(status && { status }) },
    }
  }
  return { ...now, status: now.row!.status }
}

async function read(contract: ContractName, to: Hex, functionName: string, args: readonly unknown[]) {
  const abi = compiled[contract].abi as Abi
  const data = encodeFunctionData({ abi, functionName, args })
  const answer = await anvil.rpc<Hex>('eth_call', { to, data }, 'latest')
  return decodeFunctionResult({ abi, functionName, data: answer }) as Hex
}

/** What is paid, and what becomes of it. */
const cases: [name: string, out: () => SentAmount, expected: string][] = [
  ['a token', () => dollars(25_000_000n), 'confirmed'],
  ['coins', () => coins('0.5'), 'confirmed'],
  ['more of a token than it has', () => dollars(25_000_000_000n), 'mismatched'],
  ['more coins than it has', () => coins('50'), 'mismatched'],
]

describe('[D2] [D4] A multisig account that pays', () => {
  const propose = async (out: SentAmount) => {
    const { to, value, data } = toCall(out)
    const hash = await read('Multisig', multisig, 'getTransactionHash', [to, value, data])
    const execute = () =>
      sender.call(mara.account, 'Multisig', multisig, {
        name: 'execTransaction',
        args: [to, value, data],
        gas: 500_000n,
      })
    return { hash, execute }
  }

  test.each(cases)(
    '%s waits for its signers, and is compared once it is carried out',
    async (_, out, expected) => {
      const { hash, execute } = await propose(out())
      const kept = await record(multisig, hash, out())
      expect(await look(kept)).toMatchObject({ status: 'cosigning', isSettled: false })
      const carriedOut = await execute()
      expect(await look(kept)).toMatchObject({ status: expected, executedBy: carriedOut })
      // Some wallets answer with the transaction's hash at once.
      expect(await look(await record(multisig, carriedOut, out(), false))).toMatchObject({ status: expected })
    },
  )

  test('and did something else in the transaction whose hash its wallet gave is not confirmed', async () => {
    const { execute } = await propose(coins('0.1'))
    const carriedOut = await execute()
    const kept = await record(multisig, carriedOut, coins('0.2'), false)
    expect(await look(kept)).toMatchObject({ status: 'mismatched' })
  })

  test('and is carried out in a block that is gone waits again', async () => {
    const out = coins('0.25')
    const { hash, execute } = await propose(out)
    const kept = await record(multisig, hash, out)
    await execute()
    const done = await look(kept)
    expect(done).toMatchObject({ status: 'confirmed' })
    await anvil.rpc('anvil_rollback', 1)
    const back = await look(done, 8)
    expect(['cosigning', 'queued']).toContain(back.status)
    const again = await execute()
    expect(await look(back)).toMatchObject({ status: 'confirmed', executedBy: again })
  })
})

describe('[D2] [D4] An account of ERC-4337 that pays', () => {
  let nonce = 0n
  const toOperation = (own: Hex, out: SentAmount) => {
    const { to, value, data } = toCall(out)
    const { abi } = compiled.SmartAccount
    const callData = encodeFunctionData({ abi, functionName: 'execute', args: [to, value, data] })
    return { sender: own, nonce: nonce++, callData }
  }
  const hashOf = (operation: ReturnType<typeof toOperation>) =>
    read('EntryPoint', entryPoint07Address, 'getUserOpHash', [operation])
  const bundle = (...operations: ReturnType<typeof toOperation>[]) =>
    sender.call(treasury.account, 'EntryPoint', entryPoint07Address, {
      name: 'handleOps',
      args: [operations, treasury.account.address],
      gas: 2_000_000n,
    })

  test.each(cases)('%s waits for its bundle, and is compared then', async (_, out, expected) => {
    const operation = toOperation(smart, out())
    const hash = await hashOf(operation)
    const kept = await record(smart, hash, out())
    expect(await look(kept)).toMatchObject({ status: 'queued', isSettled: false })
    const carriedOut = await bundle(operation)
    expect(await look(kept)).toMatchObject({ status: expected, executedBy: carriedOut })
    expect(await look(await record(smart, carriedOut, out(), false))).toMatchObject({ status: expected })
  })

  test('is not taken for another one’s operation of the same bundle', async () => {
    const [good, bad] = [toOperation(other, coins('0.3')), toOperation(smart, coins('30'))]
    const [goodHash, badHash] = [await hashOf(good), await hashOf(bad)]
    const kept = [await record(other, goodHash, coins('0.3')), await record(smart, badHash, coins('30'))]
    const carriedOut = await bundle(bad, good)
    expect(await look(kept[0]!)).toMatchObject({ status: 'confirmed', executedBy: carriedOut })
    expect(await look(kept[1]!)).toMatchObject({ status: 'mismatched', executedBy: carriedOut })
  })

  test('is not taken for done by an event of a contract that is no entry point', async () => {
    const imitation = await sender.deploy(mara.account, 'EntryPoint')
    const operation = toOperation(smart, coins('0.3'))
    const hash = await hashOf(operation)
    const kept = await record(smart, hash, coins('0.3'))
    await sender.call(treasury.account, 'EntryPoint', imitation, {
      name: 'handleOps',
      args: [[operation], treasury.account.address],
      gas: 2_000_000n,
    })
    expect(await look(kept)).toMatchObject({ status: 'queued' })
  })
})
