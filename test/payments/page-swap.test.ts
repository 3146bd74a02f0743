// @vitest-environment happy-dom
/** Swapping by a page of its own, with the real form, review machine and rules. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { SentTransaction } from '../../src/core/payments/sent.ts'
import {
  type PreparedSwap,
  QUOTE_LIFE,
  type SwapDraft,
  type SwapToken,
} from '../../src/core/payments/swap.ts'
import { createPageSwap, type PageSwap, type SwapReview } from '../../src/payments/page-swap.ts'
import type { PaymentIntent } from '../../src/payments/payments.ts'
import { getForm } from '../../src/payments/swap-form.ts'
import {
  connected,
  createFakeShell,
  type FakeShell,
  onSolana,
  portfolioHead,
  tokenAt,
} from '../ui/fake-shell.ts'

const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const dollars = '0x00000000000000000000000000000000000000aa'
const word = (value: bigint) => value.toString(16).padStart(64, '0')
const husd: SwapToken = {
  token: `eip155:31337:${dollars}`,
  name: 'Harbor Dollar',
  symbol: 'HUSD',
  decimals: 6,
}
const ether: SwapToken = {
  token: 'eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
}
const approval = (amount: bigint) => ({
  amount,
  transaction: { to: dollars, value: 0n, data: `0x095ea7b3${word(BigInt(router))}${word(amount)}` },
})

let shell: FakeShell
let swap: PageSwap
let stop: () => void
let minimum: bigint
let approvals: PreparedSwap['approvals']
let prices: readonly { token: string; price: number }[]
let asked: PaymentIntent[]

beforeEach(() => {
  vi.useFakeTimers()
  shell = createFakeShell()
  shell.account.value = connected
  shell.set('portfolio', { data: portfolioHead(2) })
  shell.set('sent', { data: { payments: [], asked: [] } })
  shell.rows.portfolio = (index) =>
    index === 0
      ? { ...tokenAt(0), id: 'eip155:31337', kind: 'native', amount: 10n ** 18n, decimals: 18 }
      : { ...tokenAt(1), id: husd.token, amount: 900_000_000n, decimals: 6 }
  minimum = 10n ** 17n
  approvals = []
  prices = [
    { token: husd.token, price: 1 },
    { token: ether.token, price: 5_000 },
  ]
  asked = []
  shell.payments = async () => ({
    async pay(intent): Promise<SentTransaction> {
      asked.push(intent)
      const { transaction: _, ...facts } = intent
      return { ...facts, hash: `0x${word(BigInt(asked.length))}`, sentAt: 1 }
    },
    dismiss() {},
  })
  const { answer } = shell
  shell.answer = async (command, input) => {
    if (command === 'transferFee') return { expected: 1n, max: 2n }
    if (command === 'prices') return prices
    if (command === 'swapTokens')
      return { suggested: [], held: [husd], popular: [ether], others: [], more: 0 }
    if (command === 'swapQuote') return { expected: minimum + 10n, provider: '1inch' }
    if (command !== 'prepareSwap') return answer(command, input)
    const draft = input as SwapDraft
    return {
      draft,
      expected: minimum + 10n,
      provider: '1inch',
      router,
      minimum,
      approvals,
      transaction: { to: router, value: 0n, data: '0x38ed1739' },
      simulation: { status: 'passed' },
      preparedAt: Date.now(),
    } satisfies PreparedSwap
  }
  swap = createPageSwap(shell)
  stop = () => {}
})
afterEach(() => {
  stop()
  swap.cancel()
  vi.useRealTimers()
})

const flush = () => vi.advanceTimersByTimeAsync(500)
async function settle<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  await flush()
  return promise
}
const codeOf = (failing: Promise<unknown>) =>
  settle(
    failing.then(
      () => undefined,
      ({ code, context }: BillfoldError) => [code, ...Object.values(context)],
    ),
  )
async function prepare(): Promise<SwapReview> {
  await settle(swap.findTokens())
  swap.update({ from: husd, to: ether.token, amount: '500' })
  return settle(swap.prepare())
}

describe('[S12] A swap that the page starts', () => {
  test('shares the modal’s form, and has the balance and a quote while the page subscribes to the swap state', async () => {
    await settle(swap.findTokens())
    stop = swap.state.subscribe(() => {})
    expect(swap.state.value).toMatchObject({ from: ether, problem: 'token_missing' })
    swap.update({ from: husd, to: ether, amount: 500_000_001n })
    expect(getForm(shell).value).toMatchObject({ from: husd, to: ether, amountText: '500.000001' })
    await flush()
    expect(swap.state.value).toMatchObject({
      account: connected.caipAddress,
      fromAmount: '500.000001',
      amount: 500_000_001n,
      maxAmount: 900_000_000n,
      quote: { expected: minimum + 10n },
      minimum: ((minimum + 10n) * 99n) / 100n,
      problem: undefined,
      loading: false,
    })
    swap.update({ amount: '901' })
    expect(swap.state.value).toMatchObject({ problem: 'funds_insufficient', quote: undefined })
    swap.update({ amount: '500' })
    await flush()
    swap.flip()
    expect(swap.state.value).toMatchObject({ from: ether, to: husd, fromAmount: '0.10000000000000001' })
  })

  test('accepts only tokens that findTokens() has found, and reads only their id', async () => {
    const refuse = (entry: object) =>
      expect(() => swap.update(entry)).toThrow(expect.objectContaining({ code: 'options_invalid' }))
    refuse({ to: husd })
    refuse({ amount: 0.5 })
    await settle(swap.findTokens())
    const forged = { ...husd, decimals: 2 }
    swap.update({ from: forged, to: ether })
    expect(getForm(shell).peek().from).toEqual(husd)
  })

  test('[A43] shows what is sent and the minimum received, and signs what is shown', async () => {
    const shown = await prepare()
    expect(shown).toMatchObject({ status: 'ready', sends: 500_000_000n, arrives: minimum, mustAgree: [] })
    expect(asked).toEqual([])
    const sent = await settle(swap.confirm(shown))
    expect(sent).toMatchObject({ kind: 'swap', to: router })
    expect(swap.review.value).toMatchObject({ status: 'sent', sent: { status: 'pending' } })
  })

  test('sends each approval to the wallet on its own, and is prepared again after the approval is mined', async () => {
    approvals = [approval(500_000_000n)]
    const first = await prepare()
    const approving = await settle(swap.confirm(first))
    expect(approving).toMatchObject({ kind: 'approve' })
    expect(swap.review.value).toMatchObject({ status: 'approving' })
    expect(await codeOf(swap.confirm(first))).toEqual(['payment_pending'])
    approvals = []
    shell.set('sent', { data: { payments: [{ ...approving, status: 'confirmed' }], asked: [] } })
    await flush()
    expect(swap.review.value).toMatchObject({ status: 'ready', approved: 1 })
    expect(await settle(swap.confirm(swap.review.value))).toMatchObject({ kind: 'swap' })
    expect(asked).toHaveLength(2)
  })

  test.each([
    [
      'high',
      [
        { token: husd.token, price: 1 },
        { token: ether.token, price: 4_000 },
      ],
      0.2,
    ],
    ['unknown', [], undefined],
  ])('asks for consent if the price impact is %s', async (_, known, impact) => {
    prices = known
    const shown = await prepare()
    const [doubt] = shown.status === 'ready' ? shown.mustAgree : []
    expect(doubt).toMatchObject({ code: 'price_impact' })
    if (impact !== undefined) expect((doubt as { impact: number }).impact).toBeCloseTo(impact)
    expect(await codeOf(swap.confirm(shown))).toEqual(['consent_missing', 'price_impact'])
    swap.agree(shown)
    await settle(swap.confirm(swap.review.value))
    expect(asked).toHaveLength(1)
  })

  test('asks for consent if the quote has expired and the new quote has a lower minimum', async () => {
    const shown = await prepare()
    vi.setSystemTime(Date.now() + QUOTE_LIFE + 1_000)
    minimum -= 10n ** 12n
    expect(await codeOf(swap.confirm(shown))).toEqual(['payment_changed'])
    const lower = swap.review.value
    expect(lower).toMatchObject({
      status: 'ready',
      mustAgree: [{ code: 'minimum_lowered', before: 10n ** 17n }],
    })
    expect(await codeOf(swap.confirm(lower))).toEqual(['consent_missing', 'minimum_lowered'])
    swap.agree(lower)
    await settle(swap.confirm(swap.review.value))
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ in: { units: String(minimum) } })
  })

  test('drops its review when the amount changes, and is refused on networks without swaps', async () => {
    const shown = await prepare()
    swap.update({ amount: '400' })
    expect(swap.review.value).toEqual({ status: 'none' })
    expect(await codeOf(swap.confirm(shown))).toEqual(['payment_changed'])
    shell.account.value = onSolana
    expect(swap.state.value).toMatchObject({ from: undefined, problem: 'network_unsupported' })
    expect(await codeOf(swap.prepare())).toEqual(['swap_unsupported'])
    expect(asked).toEqual([])
  })

  test('says why it can’t be prepared', async () => {
    expect(await codeOf(swap.prepare())).toEqual(['transfer_incomplete', 'token_missing'])
    const { answer } = shell
    shell.answer = async (command, input) => {
      if (command === 'prepareSwap') throw new BillfoldError('swap_no_quote', 'nobody')
      return answer(command, input)
    }
    expect(await codeOf(prepare())).toEqual(['swap_no_quote'])
    expect(swap.review.value).toMatchObject({ status: 'unprepared', error: { code: 'swap_no_quote' } })
  })
})
