/** A payment that waits on a real EVM chain, and what takes its place: one of both goes through, and is counted once. */
import { type Hex, numberToHex, parseEther } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { people } from '../../../../sandbox/people/accounts.ts'
import { type Anvil, startAnvil } from '../../../../sandbox/chains/anvil.ts'
import type { OpenReplacement, ReplacementInput } from '../../../../src/core/payments/replacement.ts'
import { findSent, type SentRow, type SentTransaction } from '../../../../src/core/payments/sent.ts'
import { type CommandContext } from '../../../../worker/base/context.ts'
import { prepareReplacement } from '../../../../worker/payments/sent/sent.ts'
import { createWorld } from './sent-world.ts'

const { mara, theo } = people
const account = `eip155:31337:${mara.account.address.toLowerCase()}` as const
const value = parseEther('0.5')
const GWEI = 10n ** 9n
const eip1559 = { type: 'eip1559', maxFeePerGas: 10n * GWEI, maxPriorityFeePerGas: GWEI } as const
const legacy = { type: 'legacy', gasPrice: 10n * GWEI } as const

let anvil: Anvil
let world: ReturnType<typeof createWorld>
let tab: ReturnType<typeof world.open>

beforeEach(async () => {
  anvil = await startAnvil({ chainId: 31337, genesis: Math.floor(Date.now() / 1000) })
  await anvil.rpc('anvil_setBalance', mara.account.address, numberToHex(parseEther('100')))
  await anvil.rpc('evm_setAutomine', false)
  world = createWorld()
  world.networks = [{ caipNetworkId: 'eip155:31337', rpcUrls: ['http://localhost'] }] as never
  world.node.answer = (method, params) => anvil.rpc(method, ...params)
  tab = world.open(account)
})
afterEach(() => {
  tab.close()
  return anvil.stop()
})

/** As a wallet sends it. */
async function sign(
  fees: object,
  change: { nonce?: number; to?: string; value?: bigint } = {},
): Promise<Hex> {
  const signed = await mara.account.signTransaction({
    chainId: 31337,
    gas: 21_000n,
    nonce: 0,
    to: theo.account.address,
    value,
    ...fees,
    ...change,
  } as never)
  return anvil.rpc('eth_sendRawTransaction', signed)
}

async function begin(fees: object = eip1559): Promise<SentTransaction> {
  const out = { symbol: 'ETH', text: '0.5', units: String(value) }
  const first = { account, kind: 'send' as const, to: theo.account.address, out, sentAt: 0 }
  const sent = { ...first, hash: await sign(fees) }
  await tab.remember(sent)
  await look()
  return sent
}

/** The worker asks its node, whose answers take real time. */
async function look(times = 1): Promise<void> {
  for (let at = 0; at < times; at += 1) {
    await world.clock.advance(31_000)
    await new Promise((resolve) => setTimeout(resolve, 120))
    await world.clock.advance(0)
  }
}

const rowOf = ({ hash }: Pick<SentTransaction, 'hash'>) => tab.rows().find((one) => one.hash === hash)!
const prepare = ({ hash }: Pick<SentTransaction, 'hash'>, how: ReplacementInput['how']) =>
  prepareReplacement({ account, hash, how }, tab.context as CommandContext)
const mine = (blocks = 3) => anvil.rpc('anvil_mine', numberToHex(blocks))
const readReceiver = async () =>
  BigInt(await anvil.rpc<Hex>('eth_getBalance', theo.account.address, 'latest'))

/** As a wallet that keeps the number sends what it is asked for. */
async function replace(
  first: SentTransaction,
  how: ReplacementInput['how'],
  change: { nonce?: number } = {},
): Promise<SentTransaction> {
  const { transaction } = (await prepare(first, how)) as OpenReplacement
  const { to, nonce, maxFeePerGas, maxPriorityFeePerGas, gasPrice } = transaction
  const fees =
    gasPrice === undefined
      ? { type: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
      : { type: 'legacy', gasPrice }
  const hash = await sign(fees, { to, value: transaction.value, nonce, ...change })
  const cancel = { to: mara.account.address, out: { symbol: 'ETH', text: '0', units: '0' } }
  const second: SentTransaction = {
    ...first,
    ...(how === 'cancel' && cancel),
    hash,
    replaces: { hash: first.hash, nonce, how },
  }
  await tab.remember(second)
  await look()
  return second
}

describe.each([
  ['with a base fee', eip1559],
  ['without a base fee', legacy],
])('A replacement on a network %s', (_, fees) => {
  test('is mined in place of the payment and pays once if it speeds the payment up', async () => {
    const first = await begin(fees)
    const before = await readReceiver()
    const second = await replace(first, 'speedUp')
    expect(rowOf(first)).toMatchObject({ status: 'late', nonce: 0 })
    await mine()
    await look(4)
    expect(rowOf(first)).toMatchObject({ status: 'renewed', replacedBy: second.hash })
    expect(rowOf(second)).toMatchObject({ status: 'confirmed', nonce: 0 })
    expect(findSent(tab.rows(), first.hash)?.hash).toBe(second.hash)
    expect((await readReceiver()) - before).toBe(value)
  })

  test('is mined in place of the payment and pays nothing if it cancels the payment', async () => {
    const first = await begin(fees)
    const before = await readReceiver()
    const second = await replace(first, 'cancel')
    await look(4)
    expect(rowOf(first)).toMatchObject({ status: 'late' })
    await mine()
    await look(4)
    expect(rowOf(first)).toMatchObject({ status: 'cancelled', replacedBy: second.hash })
    expect((await readReceiver()) - before).toBe(0n)
  })
})

test('a replacement raises max fee and priority fee by at least an eighth, and to at least the network’s current price', async () => {
  const first = await begin({ type: 'eip1559', maxFeePerGas: 100n * GWEI, maxPriorityFeePerGas: 50n * GWEI })
  expect(await prepare(first, 'speedUp')).toMatchObject({
    status: 'open',
    nonce: 0,
    payment: { hash: first.hash },
    transaction: {
      to: theo.account.address,
      value,
      data: '0x',
      nonce: 0,
      maxFeePerGas: (100n * GWEI * 9n) / 8n + 1n,
      maxPriorityFeePerGas: (50n * GWEI * 9n) / 8n + 1n,
    },
    fee: { before: 21_000n * 100n * GWEI, max: 21_000n * ((100n * GWEI * 9n) / 8n + 1n) },
  })
  const few = (12n * GWEI) / 10n
  const low = await begin({ ...eip1559, maxFeePerGas: few, maxPriorityFeePerGas: 0n, nonce: 1 })
  const { transaction } = (await prepare(low, 'speedUp')) as OpenReplacement
  const latest = await anvil.rpc<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', 'latest', false)
  expect(transaction.maxFeePerGas).toBeGreaterThan(2n * BigInt(latest.baseFeePerGas))
  expect(transaction.maxFeePerGas).toBeGreaterThan((few * 9n) / 8n)
  expect(transaction.maxPriorityFeePerGas).toBeGreaterThan(0n)
})

test('a replacement is not offered when the payment was mined or dropped, or differs from the stored record', async () => {
  const first = await begin()
  const { hash } = first
  await anvil.rpc('anvil_dropTransaction', hash)
  expect(await prepare(first, 'speedUp')).toEqual({ status: 'unknown' })
  const other = await sign(eip1559, { value: value + 1n })
  await tab.remember({ ...first, hash: other })
  await look()
  expect(await prepare({ hash: other }, 'speedUp')).toEqual({ status: 'unknown' })
  expect(await prepare({ hash: other }, 'cancel')).toMatchObject({ status: 'open' })
  await mine(1)
  for (const how of ['speedUp', 'cancel'] as const) {
    expect(await prepare(first, how)).toEqual({ status: 'used' })
    expect(await prepare({ hash: other }, how)).toEqual({ status: 'used' })
  }
})

test('an approval or a swap can be cancelled, but not sped up', async () => {
  const first = await begin()
  for (const [at, kind] of (['approve', 'swap'] as const).entries()) {
    const hash = await sign(eip1559, { nonce: at + 1 })
    await tab.remember({ ...first, kind, hash })
    await look()
    expect(await prepare({ hash }, 'speedUp')).toEqual({ status: 'unknown' })
    expect(await prepare({ hash }, 'cancel')).toMatchObject({ transaction: { value: 0n, nonce: at + 1 } })
  }
})

test('a payment that is mined in spite of its speed-up pays once, and the speed-up is marked renewed', async () => {
  const first = await begin()
  const { transaction } = (await prepare(first, 'speedUp')) as OpenReplacement
  const before = await readReceiver()
  // The wallet has signed by now, and its node takes it no more.
  const hash = `0x${'5'.repeat(64)}`
  await mine()
  await tab.remember({
    ...first,
    hash,
    replaces: { hash: first.hash, nonce: transaction.nonce, how: 'speedUp' },
  })
  await look(5)
  expect(rowOf(first)).toMatchObject({ status: 'confirmed' })
  expect(rowOf({ hash })).toMatchObject({ status: 'renewed', replacedBy: first.hash })
  expect((await readReceiver()) - before).toBe(value)
})

test('a replacement that the wallet sends with a different nonce is followed as a second payment', async () => {
  const first = await begin()
  const before = await readReceiver()
  const second = await replace(first, 'speedUp', { nonce: 1 })
  expect(rowOf(second)).toMatchObject({ status: 'late', nonce: 1, replaces: { nonce: 0 } })
  // It would do so again.
  for (const one of [first, second]) expect(await prepare(one, 'speedUp')).toEqual({ status: 'unknown' })
  await mine()
  await look(4)
  for (const one of [first, second]) expect(rowOf(one)).toMatchObject({ status: 'confirmed' })
  expect((await readReceiver()) - before).toBe(2n * value)
})

test('the nonce of a replacement is read even if the replacement is mined at once', async () => {
  const first = await begin()
  const { hash } = first
  const other = await sign(eip1559, { nonce: 1 })
  await mine()
  await tab.remember({ ...first, hash: other, replaces: { hash, nonce: 0, how: 'speedUp' } })
  await look(2)
  expect(rowOf({ hash: other })).toMatchObject({ status: 'confirmed', nonce: 1 })
})

test('a payment and its replacement both survive a reload', async () => {
  const first = await begin()
  const second = await replace(first, 'speedUp')
  tab.close()
  tab = world.open(account)
  await look()
  expect(rowOf(second)).toMatchObject({ replaces: { hash: first.hash, nonce: 0, how: 'speedUp' } })
  await mine()
  await look(4)
  const paid = tab.rows().filter(({ status }: SentRow) => status === 'confirmed')
  expect(paid.map(({ hash }) => hash)).toEqual([second.hash])
})

test('a cancellation can be replaced by a second cancellation with a higher fee', async () => {
  const first = await begin()
  const second = await replace(first, 'cancel')
  const { transaction } = (await prepare(first, 'cancel')) as OpenReplacement
  expect(await prepare(first, 'speedUp')).toEqual({ status: 'unknown' })
  const before = await anvil.rpc<{ maxFeePerGas: Hex }>('eth_getTransactionByHash', second.hash)
  expect(transaction.maxFeePerGas! * 100n).toBeGreaterThanOrEqual(BigInt(before.maxFeePerGas) * 110n)
  await replace(first, 'cancel')
  await mine()
  await look(4)
  expect(rowOf(first)).toMatchObject({ status: 'cancelled' })
})
