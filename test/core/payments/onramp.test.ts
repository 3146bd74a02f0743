import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type OnRampQuote,
  sumFees,
  toPaymentAmount,
  WANTED_DECIMALS,
} from '../../../src/core/payments/onramp.ts'
import { toTokenAmount } from '../../../src/core/payments/dollars.ts'
import { formatFull, parseDecimalCutOff } from '../../../src/core/text/amount.ts'

const units = (text: string) => parseDecimalCutOff(text, WANTED_DECIMALS)!
const price = fc.double({ min: 1e-7, max: 200_000, noNaN: true })

describe('[V17] A purchase by token amount', () => {
  test.each([
    ['0.05', 3104.62, '156'],
    ['1', 1, '1'],
    ['1.000000000000000001', 1, '2'],
    ['0', 3104.62, '0'],
    ['250', 0.9998, '250'],
    ['1000000', 0.0000001, '1'],
    // 0.1 as a double is a little more than a tenth.
    ['10', 0.1, '1'],
  ])('has its cost rounded up to whole dollars: %s at a price of $%d costs $%s', (wanted, at, paid) => {
    expect(toPaymentAmount(units(wanted), at)).toBe(paid)
  })

  test.each([0, -1, NaN, Infinity, 1e30])('has an unknown cost at a price of %d', (at) => {
    expect(toPaymentAmount(units('1'), at)).toBeUndefined()
  })

  test('costs exactly the typed dollars if the token amount was converted from those dollars', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50_000 }), price, (amount, at) => {
        const token = toTokenAmount(BigInt(amount) * 100n, at, WANTED_DECIMALS)!
        if (token > 0n) expect(toPaymentAmount(token, at)).toBe(String(amount))
      }),
    )
  })

  test('costs the worth of the tokens, plus at most one dollar from rounding up', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 22n), price, (token, at) => {
        const worth = Number(formatFull(token, WANTED_DECIMALS)) * at
        const paid = Number(toPaymentAmount(token, at))
        expect(paid).toBeGreaterThanOrEqual(worth * (1 - 1e-9))
        expect(paid).toBeLessThanOrEqual(worth * (1 + 1e-9) + 1)
      }),
    )
  })
})

describe('[V17] The fees of a quote', () => {
  const of = (amount: string, currency = 'USD') => ({ amount, currency })
  const quote: OnRampQuote = {
    paymentTotal: of('100'),
    paymentSubtotal: of('98.01'),
    purchaseAmount: of('97.94', 'USDC'),
    quoteId: '1',
  }

  test.each([
    ['the sum of both fees in the quote', { coinbaseFee: of('1.99'), networkFee: of('0.07') }, '2.06'],
    ['the only fee in the quote', { coinbaseFee: of('1.99') }, '1.99'],
    ['the total less the subtotal if the quote has no fees', {}, '1.99'],
    [
      'unknown if a fee is in another currency',
      { coinbaseFee: of('1.99'), networkFee: of('0.07', 'ETH') },
      undefined,
    ],
    ['unknown if the subtotal is in another currency', { paymentSubtotal: of('98', 'EUR') }, undefined],
    ['unknown if a fee is not a number', { coinbaseFee: of('1.99'), networkFee: of('much') }, undefined],
    ['unknown if the subtotal is more than the total', { paymentSubtotal: of('101') }, undefined],
    ['unknown if the quote is a placeholder', { isPlaceholder: true as const }, undefined],
  ])('are %s', (_, part, fees) => {
    expect(sumFees({ ...quote, ...part })).toBe(fees)
  })
})
