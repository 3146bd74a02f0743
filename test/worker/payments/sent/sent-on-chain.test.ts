/** What becomes of payments on a real EVM chain: confirmed, sped up, cancelled, and taken back by a reorganisation. */
import { type Hex, numberToHex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { people, treasury } from '../../../../sandbox/people/accounts.ts'
import { type Anvil, startAnvil } from '../../../../sandbox/chains/anvil.ts'
import { replace } from '../../../../sandbox/chains/replace.ts'
import { createSender } from '../../../../sandbox/chains/sender.ts'
import { BillfoldError } from '../../../../src/core/base/errors.ts'
import { toPaymentCall } from '../../../../src/core/payments/payment-call.ts'
import type { SentAmount, SentRow } from '../../../../src/core/payments/sent.ts'
import type { Rpc } from '../../../../worker/http/rpc.ts'
import { checkEvmPayment } from '../../../../worker/payments/sent/check-evm-payment.ts'
import type { SentRecord } from '../../../../worker/payments/sent/sent-records.ts'

const { mara, theo } = people
const account = `eip155:31337:${mara.account.address.toLowerCase()}` as const
const coins: SentAmount = { symbol: 'ETH', text: '0.5', units: String(parseEther('0.5')) }

let anvil: Anvil
let dollars: SentAmount
const ask: Rpc = (method, params) => anvil.rpc(method, ...params)

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31337, genesis: Math.floor(Date.now() / 1000) })
  for (const { account } of [mara, treasury])
    await anvil.rpc('anvil_setBalance', account.address, numberToHex(parseEther('100')))
  const supply = ['Harbor Dollar', 'HUSD', 6, 1_000_000_000n, mara.account.address] as const
  const contract = await createSender(anvil).deploy(treasury.account, 'Token', [...supply])
  dollars = {
    symbol: 'HUSD',
    text: '25',
    units: '25000000',
    token: `eip155:31337:${contract.toLowerCase() as Hex}`,
  }
})
afterAll(() => anvil.stop())

/** As a wallet sends it. */
async function send(out: SentAmount, change: { value?: bigint; nonce?: number } = {}): Promise<SentRecord> {
  const payment = { account, kind: 'send', to: theo.account.address, out } as const
  const { to, value, data } = toPaymentCall(payment)!
  const nonce = Number(await anvil.rpc('eth_getTransactionCount', mara.account.address, 'latest'))
  const signed = await mara.account.signTransaction({
    type: 'eip1559',
    chainId: 31337,
    gas: 100_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 10n ** 9n,
    nonce,
    to: to as Hex,
    data: data as Hex,
    value,
    ...change,
  })
  const hash = await anvil.rpc('eth_sendRawTransaction', signed)
  const row: SentRow = { ...payment, hash, sentAt: Date.now(), status: 'pending' }
  return { caipNetworkId: 'eip155:31337', hash, sentAt: row.sentAt, account, row, isSettled: false }
}

/** The record after so many looks. */
async function look(record: SentRecord, rpc: Rpc = ask, times = 1): Promise<SentRecord & { status: string }> {
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

/** Once a block has it. */
async function lookMined(record: SentRecord) {
  await expect.poll(() => anvil.rpc<unknown>('eth_getTransactionReceipt', record.hash)).not.toBeNull()
  return look(record)
}

/** The node keeps transactions until it is told to make a block. */
async function withoutMining<T>(run: () => Promise<T>): Promise<T> {
  await anvil.rpc('evm_setAutomine', false)
  try {
    return await run()
  } finally {
    await anvil.rpc('evm_setAutomine', true)
  }
}

describe('[D2] A mined EVM payment', () => {
  test('is confirmed when it pays the native token or an ERC-20 token as reviewed', async () => {
    expect(await lookMined(await send(coins))).toMatchObject({ status: 'confirmed' })
    expect(await lookMined(await send(dollars))).toMatchObject({ status: 'confirmed' })
  })

  test('has the status mismatched when the wallet sent an amount other than the reviewed amount', async () => {
    expect(await lookMined(await send(coins, { value: 7n }))).toMatchObject({ status: 'mismatched' })
  })

  test('has the status mismatched when its transaction transferred no tokens', async () => {
    const nobody = { ...dollars, token: `eip155:31337:${treasury.account.address.toLowerCase()}` as const }
    expect(await lookMined(await send(nobody))).toMatchObject({ status: 'mismatched' })
  })
})

describe('[D14] A chain reorganisation', () => {
  test('makes a confirmed payment pending until a new block includes the payment', async () => {
    const sent = await lookMined(await send(coins))
    expect(sent).toMatchObject({ status: 'confirmed', isSettled: false })
    const raw = await anvil.rpc<Hex>('eth_getRawTransactionByHash', sent.hash)
    await anvil.rpc('anvil_rollback', 1)
    const back = await look(sent, ask, 4)
    expect(back).toMatchObject({ status: 'pending', isSettled: false })
    await anvil.rpc('eth_sendRawTransaction', raw)
    expect(await lookMined(back)).toMatchObject({ status: 'confirmed' })
  })
})

describe('[D4] A pending EVM payment', () => {
  const withoutOldState: Rpc = async (method, params) => {
    if (method === 'eth_getTransactionCount' && params[1] !== 'latest')
      throw new BillfoldError('bad_envelope', 'missing trie node')
    return ask(method, params)
  }

  test.each([
    ['sped up', 'renewed', ask],
    ['sped up, on a node without old state', 'renewed', withoutOldState],
    ['cancelled', 'cancelled', ask],
    ['cancelled, on a node without old state', 'cancelled', withoutOldState],
  ] as const)(
    'is followed to the transaction that replaced it if the payment was %s',
    async (_, how, rpc) => {
      const { waiting, other } = await withoutMining(async () => {
        const waiting = await look(await send(coins), rpc)
        const other = await replace(anvil, waiting.hash, how)
        await anvil.rpc('anvil_mine', '0x1')
        return { waiting, other }
      })
      expect(waiting).toMatchObject({ status: 'pending' })
      await anvil.rpc('anvil_mine', '0xc8')
      expect(await look(waiting, rpc, 20)).toMatchObject({ status: how, replacedBy: other })
    },
  )

  test('is followed to the transaction that sped it up, even if the first transaction was never checked on a node', async () => {
    const { first, other } = await withoutMining(async () => {
      const first = await send(coins)
      const other = await replace(anvil, first.hash, 'renewed')
      await anvil.rpc('anvil_mine', '0x1')
      return { first, other }
    })
    await anvil.rpc('anvil_mine', '0x5')
    expect(await look(first, ask, 3)).toMatchObject({ status: 'renewed', replacedBy: other })
  })
})
