/** Transfers on a real EVM chain: what was prepared is signed by a library and does what was shown. */
import { Contract, JsonRpcProvider, Wallet } from 'ethers'
import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people, treasury } from '../../../../sandbox/people/accounts.ts'
import { type Anvil, startAnvil } from '../../../../sandbox/chains/anvil.ts'
import { startLocalServer } from '../../../../sandbox/services/local-server.ts'
import { createRpcProxy, type NodeState, toEvmNode } from '../../../../sandbox/chains/rpc-proxy.ts'
import { createSender } from '../../../../sandbox/chains/sender.ts'
import { toNetwork } from '../../../../src/core/chains/networks.ts'
import {
  formatMaxAmount,
  type TransferDraft,
  type TransferToken,
} from '../../../../src/core/payments/transfer.ts'
import { checkAddress } from '../../../../worker/payments/receivers/receivers.ts'
import { transfers } from '../../../../worker/payments/transfer/domain.ts'
import { createPaymentContext, keptPayment } from './create-context.ts'

const { mara, theo } = people
const { prepareTransfer, transferFee } = transfers.commands
const account = `eip155:31337:${mara.account.address.toLowerCase()}` as const
const THEO = theo.account.address
const WREN = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

let anvil: Anvil
let provider: JsonRpcProvider
let wallet: Wallet
let dollar: TransferToken
const toLocal = (http: string[]) => {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  return toNetwork({ id: 31337, name: 'Local', nativeCurrency, rpcUrls: { default: { http } } })
}
const contexts = () => createPaymentContext([toLocal([anvil.url])])

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31337, genesis: Math.floor(Date.now() / 1000) })
  provider = new JsonRpcProvider(anvil.url, 31337, { staticNetwork: true, cacheTimeout: -1 })
  wallet = new Wallet(mara.key, provider)
  for (const { account } of [mara, treasury])
    await anvil.rpc('anvil_setBalance', account.address, `0x${parseEther('10').toString(16)}`)
  const sender = createSender(anvil)
  const supply = 1_000_000_000_000n
  const contract = await sender.deploy(treasury.account, 'Token', [
    'Harbor Dollar',
    'HUSD',
    6,
    supply,
    mara.account.address,
  ])
  dollar = {
    id: `eip155:31337:${contract.toLowerCase()}`,
    kind: 'token',
    contract,
    symbol: 'HUSD',
    decimals: 6,
    amount: supply,
  }
})
afterAll(async () => {
  provider.destroy()
  await anvil.stop()
})

async function getCoin(): Promise<TransferToken> {
  const amount = await provider.getBalance(mara.account.address)
  return { id: 'eip155:31337', kind: 'native', symbol: 'ETH', decimals: 18, amount }
}

function draft(token: TransferToken, amountText: string, receiverText: string = THEO): TransferDraft {
  return { account, locale: 'en', token, amountText, receiverText }
}

/** As a wallet does it: with its own idea of gas and fee. */
async function send({ transaction }: Awaited<ReturnType<typeof prepareTransfer>>) {
  if (transaction.namespace !== 'eip155') throw new Error('That is for another network.')
  const { to, value, data } = transaction
  return (await (await wallet.sendTransaction({ to, value, data })).wait())!
}

describe('A prepared transfer', () => {
  test('[A78][F24] delivers the exact amount of the native token, and costs no more than the shown fee', async () => {
    const prepared = await prepareTransfer(
      { draft: draft(await getCoin(), '0.123456789012345678'), own: [] },
      contexts().context,
    )
    expect(prepared).toMatchObject({
      amount: 123_456_789_012_345_678n,
      receiver: { address: THEO },
      simulation: { status: 'passed' },
      transaction: { to: THEO, value: 123_456_789_012_345_678n, data: '0x' },
    })
    expect(prepared).not.toHaveProperty('shortage')
    const before = await provider.getBalance(THEO)
    const receipt = await send(prepared)
    expect((await provider.getBalance(THEO)) - before).toBe(123_456_789_012_345_678n)
    expect(prepared.fee!.max).toBeGreaterThanOrEqual(receipt.fee)
    // A block's base fee moves by an eighth at most.
    expect(Number(prepared.fee!.expected) / Number(receipt.fee)).toBeCloseTo(1, 0)
  })

  test('[A79][F24] delivers the exact amount of an ERC-20 token', async () => {
    const prepared = await prepareTransfer(
      { draft: draft(dollar, '250.000001'), own: [] },
      contexts().context,
    )
    expect(prepared).toMatchObject({ amount: 250_000_001n, simulation: { status: 'passed' } })
    expect(prepared.transaction).toMatchObject({ to: dollar.contract, value: 0n })
    const receipt = await send(prepared)
    const token = new Contract(
      dollar.contract!,
      ['function balanceOf(address) view returns (uint256)'],
      provider,
    )
    expect(await token['balanceOf']!(THEO)).toBe(250_000_001n)
    expect(prepared.fee!.max).toBeGreaterThanOrEqual(receipt.fee)
  })

  test('reports a shortage and the reason of the failed simulation when the funds are too low', async () => {
    const tooMuch = { ...dollar, amount: 10n ** 30n }
    await expect(
      prepareTransfer({ draft: draft(tooMuch, '2000000'), own: [] }, contexts().context),
    ).resolves.toMatchObject({
      shortage: 'funds',
      simulation: { status: 'failed', fault: 'funds', reason: 'ERC20InsufficientBalance' },
    })
    const coin = { ...(await getCoin()), amount: 10n ** 30n }
    await expect(
      prepareTransfer({ draft: draft(coin, '20'), own: [] }, contexts().context),
    ).resolves.toMatchObject({ shortage: 'funds', simulation: { status: 'failed', fault: 'funds' } })
    // All of it, and nothing for the fee.
    const all = await getCoin()
    const prepared = await prepareTransfer(
      { draft: draft(all, formatMaxAmount(all, 0n, 'en')), own: [] },
      contexts().context,
    )
    expect(prepared).toMatchObject({ shortage: 'fee' })
  })

  test('[F24] is refused if the token has wrong decimals, no contract, or an id that names a different contract', async () => {
    const refused = (token: TransferToken) =>
      expect(prepareTransfer({ draft: draft(token, '1'), own: [] }, contexts().context)).rejects
    await refused({ ...dollar, decimals: 18, amount: 10n ** 30n }).toMatchObject({
      code: 'transfer_refused',
      context: { reason: 'decimals' },
    })
    const nowhere = '0x00000000000000000000000000000000DeaDBeef'
    await refused({
      ...dollar,
      contract: nowhere,
      id: `eip155:31337:${nowhere.toLowerCase()}`,
    }).toMatchObject({ code: 'transfer_refused', context: { reason: 'no_contract' } })
    // Its row says one contract, and its id another.
    await refused({ ...dollar, contract: nowhere }).toMatchObject({ context: { reason: 'mint' } })
    await refused({ ...dollar, id: dollar.id.replace('31337', '1') }).toMatchObject({
      context: { reason: 'mint' },
    })
  })

  test('[A77][A97] is refused if the draft is incomplete', async () => {
    const given = draft(dollar, '')
    await expect(prepareTransfer({ draft: given, own: [] }, contexts().context)).rejects.toMatchObject({
      code: 'transfer_incomplete',
      context: { problem: 'amount_missing' },
    })
  })

  test('shows the contract’s reason when the simulation fails', async () => {
    const state: NodeState = { refusesTrials: true }
    const proxy = await startLocalServer(createRpcProxy([toEvmNode(anvil)], { name: () => {} }, state), 0)
    const { context } = createPaymentContext([toLocal([proxy.url])])
    const prepare = async () => prepareTransfer({ draft: draft(await getCoin(), '1'), own: [] }, context)
    const refused = await prepare()
    expect(refused).toMatchObject({
      simulation: { status: 'failed', fault: 'reverted', reason: 'The sandbox lets no trial pass' },
    })
    expect(refused).not.toHaveProperty('fee')
    state.refusesTrials = false
    await expect(prepare()).resolves.toMatchObject({ simulation: { status: 'passed' } })
    await proxy.close()
    // A node that is gone has not tried it.
    await expect(prepare()).resolves.toMatchObject({ simulation: { status: 'unknown' } })
  })

  test('has no fee and an unknown simulation when there is no node', async () => {
    const { context } = createPaymentContext([toLocal([])])
    const prepared = await prepareTransfer({ draft: draft(await getCoin(), '1'), own: [] }, context)
    expect(prepared).toMatchObject({ simulation: { status: 'unknown' }, transaction: { to: THEO } })
    expect(prepared.warnings.map(({ code }) => code)).toContain('unknown')
    expect(prepared).not.toHaveProperty('fee')
  })
})

describe('The check of an EVM receiver', () => {
  const look = async (address: string, own: readonly `${string}:${string}:${string}`[] = []) => {
    const warnings = await checkAddress({ account, address, own }, contexts().context)
    return warnings.map(({ code }) => code)
  }

  test('[F25] recognises a new address, the zero address, the account itself, a token contract and other contracts', async () => {
    expect(await look(WREN)).toEqual(['new'])
    expect(await look('0x0000000000000000000000000000000000000000')).toEqual(['zero', 'new'])
    expect(await look('0x000000000000000000000000000000000000dEaD')).toEqual(['zero', 'new'])
    expect(await look(dollar.contract!)).toEqual(['token_contract', 'new'])
    expect(await look(mara.account.address)).toEqual(['self'])
    expect(await look(THEO, [`eip155:1:${THEO.toLowerCase()}`])).toEqual(['own'])
    const contract = '0x00000000000000000000000000000000c0dec0de'
    await anvil.rpc('anvil_setCode', contract, '0x60006000fd')
    expect(await look(contract)).toEqual(['contract', 'new'])
    // A person whose account runs code (EIP-7702) stays one.
    await anvil.rpc('anvil_setCode', WREN, `0xef0100${'12'.repeat(20)}`)
    expect(await look(WREN)).toEqual(['new'])
  })

  test('[T8] warns of an address that is written without a checksum if the address was not paid before', async () => {
    const { context, sent } = contexts()
    const given = draft(await getCoin(), '1', THEO.toLowerCase())
    const codes = async () =>
      (await prepareTransfer({ draft: given, own: [] }, context)).warnings.map((one) => one.code)
    expect(await codes()).toEqual(['new', 'unchecked'])
    sent.push(keptPayment(account, THEO))
    expect(await codes()).toEqual([])
  })
})

test('[F24] Max sends the whole balance except the highest possible network fee', async () => {
  const coin = await getCoin()
  const fee = (await transferFee({ account }, contexts().context))!
  const prepared = await prepareTransfer(
    { draft: draft(coin, formatMaxAmount(coin, fee.max, 'en')), own: [] },
    contexts().context,
  )
  expect(prepared).toMatchObject({ amount: coin.amount - fee.max, simulation: { status: 'passed' } })
  expect(prepared).not.toHaveProperty('shortage')
  const receipt = await send(prepared)
  expect(receipt.status).toBe(1)
  expect(await provider.getBalance(mara.account.address)).toBe(fee.max - receipt.fee)
})
