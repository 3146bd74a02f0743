/**
 * What becomes of payments of contract accounts on a real EVM chain, by the code that runs everywhere: a Safe of two owners,
 * and an account of ERC-4337 behind its entry point. Their wallets answer with hashes that no transaction has.
 */
import { createRequire } from 'node:module'
import {
  type Abi,
  createPublicClient,
  encodeDeployData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  type HttpTransport,
  numberToHex,
  parseAbi,
  parseEther,
  type PublicClient,
  zeroAddress,
} from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import {
  entryPoint07Abi,
  entryPoint07Address,
  getUserOperationHash,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Anvil, startAnvil } from '../../../../sandbox/chains/anvil.ts'
import { createSender, type Sender } from '../../../../sandbox/chains/sender.ts'
import { people, treasury } from '../../../../sandbox/people/accounts.ts'
import type { SentAmount, SentRow } from '../../../../src/core/payments/sent.ts'
import type { Rpc } from '../../../../worker/http/rpc.ts'
import { checkEvmPayment } from '../../../../worker/payments/sent/check-evm-payment.ts'
import type { SentRecord } from '../../../../worker/payments/sent/sent-records.ts'

const { mara, theo } = people
const receiver = theo.account.address
const coins = (text: string): SentAmount => ({ symbol: 'ETH', text, units: String(parseEther(text)) })

/** As their authors have compiled and published them. */
const require = createRequire(import.meta.url)
const artifacts = {
  safe: require('@safe-global/safe-smart-account/build/artifacts/contracts/Safe.sol/Safe.json') as Artifact,
  safeFactory:
    require('@safe-global/safe-smart-account/build/artifacts/contracts/proxies/SafeProxyFactory.sol/SafeProxyFactory.json') as Artifact,
  entryPoint: require('@account-abstraction/contracts/artifacts/EntryPoint.json') as Artifact,
  accountFactory: require('@account-abstraction/contracts/artifacts/SimpleAccountFactory.json') as Artifact,
}
interface Artifact {
  abi: Abi
  bytecode: Hex
}
const safeAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function nonce() view returns (uint256)',
  'function getTransactionHash(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, uint256 nonce) view returns (bytes32)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
])
const safeFactoryAbi = parseAbi([
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
])
const accountFactoryAbi = parseAbi([
  'function createAccount(address owner, uint256 salt) returns (address)',
  'function getAddress(address owner, uint256 salt) view returns (address)',
])
const accountAbi = parseAbi(['function execute(address dest, uint256 value, bytes func)'])

let anvil: Anvil
let sender: Sender
let client: PublicClient<HttpTransport>
let token: Hex
let safe: Hex
let smart: Hex
let other: Hex

const rpc: Rpc = (method, params) => anvil.rpc(method, ...params)
const dollars = (units: bigint): SentAmount => ({
  symbol: 'HUSD',
  text: String(units / 1_000_000n),
  units: String(units),
  token: `eip155:31337:${token.toLowerCase() as Hex}`,
})

/** @param gas of a call that is meant to fail: an estimate would refuse it */
async function write(
  to: Hex,
  abi: Abi | readonly unknown[],
  functionName: string,
  args: readonly unknown[],
  gas?: bigint,
) {
  const data = encodeFunctionData({ abi: abi as Abi, functionName, args })
  return sender.send(mara.account, { to, data, ...(gas && { gas }) })
}

async function deploy(name: keyof typeof artifacts, args: readonly unknown[] = []): Promise<Hex> {
  const hash = await sender.send(mara.account, { data: encodeDeployData({ ...artifacts[name], args }) })
  const { contractAddress } = await client.getTransactionReceipt({ hash })
  return contractAddress!
}

/** An account of mara's that does what this entry point says. */
async function createAccount(entryPoint: Hex, salt: bigint): Promise<Hex> {
  const address = await deploy('accountFactory', [entryPoint])
  const args = [mara.account.address, salt] as const
  await write(address, accountFactoryAbi, 'createAccount', args)
  return client.readContract({ address, abi: accountFactoryAbi, functionName: 'getAddress', args })
}

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31337, genesis: Math.floor(Date.now() / 1000) })
  sender = createSender(anvil)
  client = createPublicClient({ transport: http(anvil.url) })
  const fund = (address: Hex, text: string) =>
    anvil.rpc('anvil_setBalance', address, numberToHex(parseEther(text)))
  for (const { account } of [mara, treasury]) await fund(account.address, '100')

  const factory = await deploy('safeFactory')
  const owners = [mara.account.address, theo.account.address]
  const initializer = encodeFunctionData({
    abi: safeAbi,
    functionName: 'setup',
    args: [owners, 2n, zeroAddress, '0x', zeroAddress, zeroAddress, 0n, zeroAddress],
  })
  const args = [await deploy('safe'), initializer, 0n] as const
  const { result } = await client.simulateContract({
    address: factory,
    abi: safeFactoryAbi,
    functionName: 'createProxyWithNonce',
    args,
  })
  safe = result
  await write(factory, safeFactoryAbi, 'createProxyWithNonce', args)

  // Only entry points at their own addresses are believed.
  const entryPoint = await deploy('entryPoint')
  await anvil.rpc('anvil_setCode', entryPoint07Address, await anvil.rpc('eth_getCode', entryPoint, 'latest'))
  smart = await createAccount(entryPoint07Address, 0n)
  other = await createAccount(entryPoint07Address, 1n)

  token = await sender.deploy(mara.account, 'Token', [
    'Harbor Dollar',
    'HUSD',
    6,
    1_000_000_000n,
    mara.account.address,
  ])
  for (const address of [safe, smart, other]) {
    await fund(address, '10')
    await write(token, erc20Abi, 'transfer', [address, 50_000_000n])
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
    const { status, ...seen } = await checkEvmPayment({ ...now, isLocal: true }, rpc, Date.now())
    now = {
      ...now,
      ...seen,
      isSettled: seen.isSettled === true,
      row: { ...now.row!, ...(status && { status }) },
    }
  }
  return { ...now, status: now.row!.status }
}

/** What is paid, and what becomes of it. */
const cases: [name: string, out: () => SentAmount, expected: string][] = [
  ['a token', () => dollars(25_000_000n), 'confirmed'],
  ['the native token', () => coins('0.5'), 'confirmed'],
  ['more of a token than the account has', () => dollars(25_000_000_000n), 'mismatched'],
  ['more of the native token than the account has', () => coins('50'), 'mismatched'],
]

describe('[D2] [D4] A Safe’s payment', () => {
  const sign = async ({ address, sign }: PrivateKeyAccount, hash: Hex) => ({
    address: address.toLowerCase(),
    signature: await sign({ hash }),
  })
  const propose = async (out: SentAmount) => {
    const { to, value, data } = toCall(out)
    // With gas set aside for the call, a call that fails is carried out all the same, and an event says so.
    const call = [to, value, data, 0, 200_000n, 0n, 0n, zeroAddress, zeroAddress] as const
    const about = { address: safe, abi: safeAbi }
    const nonce = await client.readContract({ ...about, functionName: 'nonce' })
    const hash = await client.readContract({
      ...about,
      functionName: 'getTransactionHash',
      args: [...call, nonce],
    })
    const signed = await Promise.all([mara, theo].map(({ account }) => sign(account, hash)))
    const signatures = signed
      .sort((one, next) => (one.address < next.address ? -1 : 1))
      .map(({ signature }) => signature.slice(2))
      .join('')
    const execute = () => write(safe, safeAbi, 'execTransaction', [...call, `0x${signatures}`], 600_000n)
    return { hash, execute }
  }

  test.each(cases)(
    'waits for the other signers, and is compared with its review once it is executed: %s',
    async (_, out, expected) => {
      const { hash, execute } = await propose(out())
      const kept = await record(safe, hash, out())
      expect(await look(kept)).toMatchObject({ status: 'cosigning', isSettled: false })
      const carriedOut = await execute()
      expect(await look(kept)).toMatchObject({ status: expected, executedBy: carriedOut })
      // Some wallets answer with the transaction's hash at once.
      expect(await look(await record(safe, carriedOut, out(), false))).toMatchObject({ status: expected })
    },
  )

  test('has the status mismatched when the executed transaction paid an amount other than the reviewed amount', async () => {
    const { execute } = await propose(coins('0.1'))
    const carriedOut = await execute()
    const kept = await record(safe, carriedOut, coins('0.2'), false)
    expect(await look(kept)).toMatchObject({ status: 'mismatched' })
  })

  test('returns to waiting for signers when a chain reorganisation removes its execution', async () => {
    const out = coins('0.25')
    const { hash, execute } = await propose(out)
    const kept = await record(safe, hash, out)
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

describe('[D2] [D4] A payment of an ERC-4337 account', () => {
  const toOperation = async (own: Hex, out: SentAmount, entryPoint: Hex = entryPoint07Address) => {
    const { to, value, data } = toCall(out)
    const operation: UserOperation<'0.7'> = {
      sender: own,
      nonce: await client.readContract({
        address: entryPoint,
        abi: entryPoint07Abi,
        functionName: 'getNonce',
        args: [own, 0n],
      }),
      callData: encodeFunctionData({ abi: accountAbi, functionName: 'execute', args: [to, value, data] }),
      callGasLimit: 200_000n,
      verificationGasLimit: 200_000n,
      preVerificationGas: 50_000n,
      maxFeePerGas: 2_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
      signature: '0x',
    }
    const hash = getUserOperationHash({
      chainId: 31337,
      entryPointAddress: entryPoint,
      entryPointVersion: '0.7',
      userOperation: operation,
    })
    return {
      hash,
      operation: { ...operation, signature: await mara.account.signMessage({ message: { raw: hash } }) },
    }
  }
  const bundle = (
    operations: { operation: UserOperation<'0.7'> }[],
    entryPoint: Hex = entryPoint07Address,
  ) => {
    const packed = operations.map(({ operation }) => toPackedUserOperation(operation))
    return write(entryPoint, entryPoint07Abi, 'handleOps', [packed, treasury.account.address], 2_000_000n)
  }

  test.each(cases)(
    'waits for its bundle, and is compared with its review once it is executed: %s',
    async (_, out, expected) => {
      const operation = await toOperation(smart, out())
      const kept = await record(smart, operation.hash, out())
      expect(await look(kept)).toMatchObject({ status: 'queued', isSettled: false })
      const carriedOut = await bundle([operation])
      expect(await look(kept)).toMatchObject({ status: expected, executedBy: carriedOut })
      expect(await look(await record(smart, carriedOut, out(), false))).toMatchObject({ status: expected })
    },
  )

  test('has the result of its own user operation, even if its bundle contains another account’s user operation', async () => {
    const good = await toOperation(other, coins('0.3'))
    const bad = await toOperation(smart, coins('30'))
    const kept = [await record(other, good.hash, coins('0.3')), await record(smart, bad.hash, coins('30'))]
    const carriedOut = await bundle([bad, good])
    expect(await look(kept[0]!)).toMatchObject({ status: 'confirmed', executedBy: carriedOut })
    expect(await look(kept[1]!)).toMatchObject({ status: 'mismatched', executedBy: carriedOut })
  })

  test('is not confirmed by an event of an imitated entry point', async () => {
    const imitation = await deploy('entryPoint')
    const astray = await createAccount(imitation, 0n)
    await anvil.rpc('anvil_setBalance', astray, numberToHex(parseEther('10')))
    const operation = await toOperation(astray, coins('0.3'), imitation)
    const kept = await record(astray, operation.hash, coins('0.3'))
    await bundle([operation], imitation)
    expect(await look(kept)).toMatchObject({ status: 'queued' })
  })
})
