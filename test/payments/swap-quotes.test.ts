// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BillfoldError } from '../../src/core/base/errors.ts'
import {
  QUOTE_AGAIN,
  QUOTE_LIFE,
  QUOTE_PAUSE,
  type SwapDraft,
  type SwapQuote,
} from '../../src/core/payments/swap.ts'
import { createQuotes, type Quotes } from '../../src/payments/swap-quotes.ts'

const token = (symbol: string) => ({
  token: `eip155:1:${symbol}` as const,
  name: symbol,
  symbol,
  decimals: 6,
})
const draft: SwapDraft = { account: 'eip155:1:0x1', from: token('A'), to: token('B'), amount: 1n }
let quotes: Quotes | undefined
let asked: { resolve(quote: SwapQuote): void; reject(error: unknown): void; signal: AbortSignal }[] = []
const call = ((_: string, __: unknown, { signal }: { signal: AbortSignal }) =>
  new Promise((resolve, reject) => asked.push({ resolve, reject, signal }))) as never
const quote = (expected: bigint): SwapQuote => ({ expected, provider: '1inch' })
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

function look(state: 'visible' | 'hidden'): void {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}

beforeEach(() => {
  vi.useFakeTimers()
  asked = []
})
afterEach(() => {
  quotes?.stop()
  look('visible')
  vi.useRealTimers()
})

test('A quote is requested when the person stops typing, and renewed every 10 s', async () => {
  quotes = createQuotes(call)
  quotes.follow(draft)
  await wait(QUOTE_PAUSE - 1)
  expect(asked).toHaveLength(0)
  await wait(1)
  asked[0]!.resolve(quote(5n))
  await wait(0)
  expect(quotes.state.value).toEqual({ status: 'known', draft, quote: quote(5n) })
  await wait(QUOTE_AGAIN)
  expect(asked).toHaveLength(2)
  expect(quotes.state.value).toEqual({ status: 'known', draft, quote: quote(5n) })
  asked[1]!.resolve(quote(6n))
  await wait(0)
  expect(quotes.state.value).toEqual({ status: 'known', draft, quote: quote(6n) })
})

test('[F30] A late quote never replaces a newer quote, and is ignored after quotes were stopped', async () => {
  quotes = createQuotes(call)
  quotes.follow(draft)
  await wait(QUOTE_PAUSE)
  quotes.again()
  asked[1]!.resolve(quote(2n))
  await wait(0)
  asked[0]!.resolve(quote(1n))
  await wait(0)
  expect(asked[0]!.signal.aborted).toBe(true)
  expect(quotes.state.value).toEqual({ status: 'known', draft, quote: quote(2n) })
  quotes.again()
  quotes.stop()
  asked[2]!.resolve(quote(3n))
  await wait(QUOTE_AGAIN)
  expect(quotes.state.value).toEqual({ status: 'none' })
  expect(asked).toHaveLength(3)
})

test('[F30] A quote that can’t be renewed expires after 30 s', async () => {
  quotes = createQuotes(call)
  quotes.follow(draft)
  await wait(QUOTE_PAUSE)
  asked[0]!.resolve(quote(5n))
  for (let at = 1; at * QUOTE_AGAIN <= QUOTE_LIFE; at += 1) {
    await wait(QUOTE_AGAIN)
    asked[at]!.reject(new BillfoldError('http_network', 'away'))
    await wait(0)
    expect(quotes.state.value.status).toBe('known')
  }
  await wait(QUOTE_AGAIN)
  expect(quotes.state.value.status).toBe('asking')
  asked.at(-1)!.reject(new BillfoldError('swap_no_quote', 'nobody'))
  await wait(0)
  expect(quotes.state.value).toMatchObject({ status: 'failed', error: { code: 'swap_no_quote' } })
})

test('[F30] A changed swap draft has no quote until its own quote arrives, and an equal draft causes no new request', async () => {
  quotes = createQuotes(call)
  quotes.follow(draft)
  await wait(QUOTE_PAUSE)
  quotes.follow(structuredClone(draft))
  expect(asked).toHaveLength(1)
  const other = { ...draft, amount: 2n }
  quotes.follow(other)
  expect(quotes.state.value).toEqual({ status: 'asking', draft: other })
  asked[0]!.resolve(quote(1n))
  await wait(QUOTE_PAUSE)
  expect(quotes.state.value).toEqual({ status: 'asking', draft: other })
  asked[1]!.resolve(quote(2n))
  await wait(0)
  expect(quotes.state.value).toEqual({ status: 'known', draft: other, quote: quote(2n) })
})

test('A hidden page requests no swap quotes, and requests a quote as soon as the page is visible again', async () => {
  quotes = createQuotes(call)
  quotes.follow(draft)
  await wait(QUOTE_PAUSE)
  asked[0]!.resolve(quote(5n))
  await wait(0)
  look('hidden')
  await wait(2 * QUOTE_LIFE)
  expect(asked).toHaveLength(1)
  look('visible')
  expect(asked).toHaveLength(2)
  expect(quotes.state.value.status).toBe('asking')
})
