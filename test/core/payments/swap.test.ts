import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatFull } from '../../../src/core/text/amount.ts'
import {
  checkSwapEntry,
  formatMaxToSwap,
  getImpact,
  getMinimumReceived,
  getProviderFee,
  getRate,
  HIGH_IMPACT,
  isNativeToken,
  isSameSwap,
  needsConsent,
  PROVIDER_NAME,
  SLIPPAGE,
  toSwapFee,
  type SwapDraft,
  type SwapEntry,
  type SwapToken,
} from '../../../src/core/payments/swap.ts'
import '../../seed.ts'

const token = (at: number, decimals: number): SwapToken => ({
  token: `eip155:1:0x${at.toString(16).padStart(40, '0')}`,
  name: `Token ${at}`,
  symbol: `T${at}`,
  decimals,
})
const dollars = token(1, 6)
const coin: SwapToken = { ...token(0, 18), token: 'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee' }
const draft: SwapDraft = {
  account: 'eip155:1:0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a',
  from: dollars,
  to: coin,
  amount: 500_000_000n,
}
const entry: SwapEntry = { ...draft, locale: 'en', amountText: '500' }

describe('The check of the swap form', () => {
  test('[A97] names the first missing entry, in a fixed order', () => {
    const funds = {
      from: 500_000_000n,
      coins: 10n ** 16n,
      fee: { expected: 10n ** 15n, max: 2n * 10n ** 15n },
    }
    const problemOf = (part: Partial<SwapEntry>, more: object = {}) =>
      checkSwapEntry({ ...entry, ...part }, { ...funds, ...more }).problem
    expect(problemOf({ from: undefined, amountText: 'x' })).toBe('token_missing')
    expect(problemOf({ to: undefined })).toBe('token_missing')
    expect(problemOf({ to: dollars })).toBe('token_missing')
    expect(problemOf({ amountText: '1.2.3' })).toBe('amount_wrong')
    expect(problemOf({ amountText: '0.1234567' })).toBe('amount_wrong')
    expect(problemOf({ amountText: '' })).toBe('amount_missing')
    expect(problemOf({ amountText: '0.0' })).toBe('amount_missing')
    expect(problemOf({ amountText: '500.000001' })).toBe('funds_insufficient')
    expect(problemOf({}, { nativeBalance: 10n ** 15n - 1n })).toBe('fee_insufficient')
    expect(problemOf({}, { nativeBalance: 10n ** 15n })).toBeUndefined()
    expect(problemOf({})).toBeUndefined()
  })

  test('reports no missing funds if balances or fees are unknown', () => {
    expect(checkSwapEntry(entry).problem).toBeUndefined()
    expect(checkSwapEntry(entry, { from: undefined, nativeBalance: 0n }).problem).toBeUndefined()
  })

  test('still returns a draft to quote if the amount is more than the balance', () => {
    const { problem, draft: asked } = checkSwapEntry(entry, { from: 0n })
    expect(problem).toBe('funds_insufficient')
    expect(asked).toEqual(draft)
  })

  test('[F24] keeps the typed amount to the last digit', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 2n ** 256n - 1n), fc.nat(36), (amount, decimals) => {
        const from = token(3, decimals)
        const typed = { ...entry, from, amountText: formatFull(amount, decimals) }
        expect(checkSwapEntry(typed, { from: amount }).draft?.amount).toBe(amount)
        expect(checkSwapEntry(typed, { from: amount - 1n }).problem).toBe('funds_insufficient')
      }),
    )
  })

  test('accepts Max: Max leaves enough of the native token for the fee, and takes the whole balance of every other token', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 24n), fc.bigInt(0n, 10n ** 18n), (held, expected) => {
        const fee = { expected, max: 2n * expected }
        for (const from of [coin, token(3, 8)]) {
          const funds = { from: held, coins: from === coin ? held : fee.max, fee }
          const amountText = formatMaxToSwap(from, funds, 'en')
          const { problem, draft: most } = checkSwapEntry({ ...entry, from, to: dollars, amountText }, funds)
          const left = from === coin ? held - fee.max : held
          expect([problem, most?.amount]).toEqual(
            left > 0n ? [undefined, left] : ['amount_missing', undefined],
          )
        }
      }),
    )
    expect(formatMaxToSwap(coin, { from: 5n }, 'en')).toBe('')
    expect(formatMaxToSwap(dollars, { from: 5n }, 'de')).toBe('0,000005')
    expect(formatMaxToSwap(dollars, {}, 'en')).toBe('')
  })
})

describe('[D13] The swap fee estimated from a plain payment', () => {
  test('is the fee of the plain payment, scaled up to the gas of a swap', () => {
    expect(toSwapFee({ expected: 10n, max: 20n })).toEqual({ expected: 90n, max: 180n })
    expect(toSwapFee({ expected: 10n, max: 20n, isOptional: true })).toMatchObject({ isOptional: true })
  })

  test('scales up a rollup’s data fee less than the gas fee', () => {
    const rollup = { expected: 1_000n, max: 2_000n }
    const fee = toSwapFee({ expected: 1_010n, max: 2_020n, rollup })
    expect(fee).toEqual({ expected: 4_090n, max: 14_180n })
    const held = { from: 20_000n, fee }
    expect(formatMaxToSwap(coin, held, 'en')).toBe('0.00000000000000582')
  })
})

describe('The terms of a swap', () => {
  test('[A195] guarantee at least 99 % of the expected amount, rounded down to whole units', () => {
    expect(SLIPPAGE).toBe(1)
    expect([getMinimumReceived(100n), getMinimumReceived(101n), getMinimumReceived(1n)]).toEqual([
      99n,
      99n,
      0n,
    ])
  })

  test('include the provider’s fee of 0.85 %', () => {
    expect(getProviderFee(500_000_000n)).toBe(4_250_000n)
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 256n - 1n), (amount) => {
        const fee = getProviderFee(amount)
        expect(fee * 10_000n <= amount * 85n && (fee + 1n) * 10_000n > amount * 85n).toBe(true)
      }),
    )
  })

  test('[A199] name 1inch as the provider', () => expect(PROVIDER_NAME).toBe('1inch'))

  test('have a price impact equal to the share of the value that the swap loses', () => {
    const prices = { from: 1, to: 3_000 }
    expect(getImpact(draft, 10n ** 18n / 6n, prices)).toBeCloseTo(0, 9)
    expect(getImpact(draft, 15n * 10n ** 16n, prices)).toBeCloseTo(0.1, 9)
    expect(getImpact(draft, 10n ** 18n, prices)).toBe(0)
  })

  test('[F30] have an unknown price impact, not zero or NaN, if a token price is missing or invalid', () => {
    for (const price of [undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(getImpact(draft, 10n ** 17n, { from: price, to: 3_000 })).toBeUndefined()
      expect(getImpact(draft, 10n ** 17n, { from: 1, to: price })).toBeUndefined()
    }
    expect(getImpact(draft, 0n, { from: 1, to: 3_000 })).toBeUndefined()
    fc.assert(
      fc.property(
        fc.bigInt(1n, 2n ** 256n - 1n),
        fc.bigInt(1n, 2n ** 256n - 1n),
        fc.double(),
        fc.double(),
        (amount, expected, from, to) => {
          const impact = getImpact({ ...draft, amount }, expected, { from, to })
          expect(impact === undefined || (impact >= 0 && impact <= 1)).toBe(true)
        },
      ),
    )
  })

  test('[F30] have an equal or larger price impact if the received amount is smaller', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 30n), fc.bigInt(0n, 10n ** 30n), (expected, less) => {
        const prices = { from: 1, to: 3_000 }
        const [one, other] = [expected + less, expected].map((each) => getImpact(draft, each, prices)!)
        expect(other! >= one!).toBe(true)
      }),
    )
  })

  test('[F30] need the person’s consent if the price impact is high or unknown', () => {
    expect([undefined, 0, HIGH_IMPACT - 0.0001, HIGH_IMPACT, 1].map(needsConsent)).toEqual([
      true,
      false,
      false,
      true,
      true,
    ])
  })

  test('state the rate as the price of one unit of the more valuable token', () => {
    const read = (of: SwapDraft, expected: bigint) => {
      const { of: one, in: other, amount } = getRate(of, expected)
      return `1 ${one.symbol} = ${amount} ${other.symbol}`
    }
    expect(read(draft, 166_661_111_296_290_120n)).toBe('1 T0 = 3000.1 T1')
    const back = { ...draft, from: coin, to: dollars, amount: 10n ** 18n }
    expect(read(back, 3_000_100_000n)).toBe('1 T0 = 3000.1 T1')
    expect(read({ ...draft, from: token(3, 0), to: token(4, 0), amount: 3n }, 1n)).toBe('1 T4 = 3 T3')
    expect(read({ ...draft, from: token(3, 0), to: token(4, 0), amount: 1n }, 0n)).toBe('1 T4 = 0 T3')
  })
})

test('[F27] Two swaps are the same swap only if account, tokens, decimals and amount are equal', () => {
  expect(isSameSwap(draft, structuredClone(draft))).toBe(true)
  expect(isSameSwap(draft, undefined)).toBe(false)
  for (const part of [
    { account: 'eip155:10:0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a' as const },
    { amount: 1n },
    { from: coin },
    { to: dollars },
    { from: { ...dollars, decimals: 7 } },
    { to: { ...coin, decimals: 8 } },
  ])
    expect(isSameSwap(draft, { ...draft, ...part })).toBe(false)
})

test('The native token is recognised by its placeholder address, in any letter case', () => {
  expect([
    isNativeToken(coin),
    isNativeToken({ token: coin.token.replace(/e{40}/, 'E'.repeat(40)) as never }),
  ]).toEqual([true, true])
  expect(isNativeToken(dollars)).toBe(false)
})
