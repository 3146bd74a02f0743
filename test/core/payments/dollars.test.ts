import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCents, toTokenAmount } from '../../../src/core/payments/dollars.ts'
import { parseDecimalCutOff } from '../../../src/core/text/amount.ts'

const units = (text: string, decimals = 18) => parseDecimalCutOff(text, decimals)!
const price = fc.double({ min: 1e-30, max: 200_000, noNaN: true })
const decimals = fc.integer({ min: 0, max: 24 })

/** Exactly: a double is a fraction whose divisor is a power of two, and its shortest decimal form is what people read. */
function readPrice(price: number): { digits: bigint; decimals: number } {
  const [, whole, rest = '', exponent] = /^(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(price.toExponential())!
  const decimals = rest.length - Number(exponent)
  return decimals < 0
    ? { digits: BigInt(whole + rest) * 10n ** BigInt(-decimals), decimals: 0 }
    : { digits: BigInt(whole + rest), decimals }
}

describe('[V24] A dollar amount converted to a token', () => {
  test.each([
    ['25.00', 3000.1, 18, '0.00833305'],
    ['3000.10', 3000.1, 18, '1'],
    ['0.01', 3000.1, 18, '0.00000333'],
    ['100', 3104.62, 18, '0.03221006'],
    ['10', 96_412.3, 8, '0.00010372'],
    ['10', 96_412.3, 18, '0.000103721'],
    // 0.1 as a double is a little more than a tenth.
    ['1', 0.1, 18, '10'],
    ['1234567.89', 1, 6, '1234567.89'],
    ['1000', 0.9998, 6, '1000.2000'],
    ['7500', 0.0418, 18, '179425.837'],
    ['25', 0.00001, 18, '2500000'],
    ['25', 1.1e-8, 18, '2272727000'],
    ['25', 1e21 / 1e7, 18, '0.00000000000025'],
    // Of this price 18 decimals are 1e-18 or 2e-18: the lower one would make more of $1 than it is.
    ['1', 1.5e-18, 0, '666660000000000000'],
    ['0', 3000.1, 18, '0'],
  ])(
    'is rounded down: $%s at a price of $%d, for a token with %d decimals, gives %s',
    (dollars, at, decimals, token) => {
      expect(toTokenAmount(units(dollars, 2), at, decimals)).toBe(units(token, decimals))
    },
  )

  test('gives zero if the dollars are worth less than the smallest unit of the token', () => {
    expect(toTokenAmount(units('25', 2), 3000.1, 0)).toBe(0n)
    expect(toTokenAmount(units('25', 2), 3000.1, 2)).toBe(0n)
    expect(toTokenAmount(units('4501', 2), 3000.1, 0)).toBe(1n)
  })

  test.each([0, -1, NaN, Infinity, 1e30])('is unknown at a price of %d', (at) => {
    expect(toTokenAmount(100n, at, 18)).toBeUndefined()
    expect(toCents(10n ** 18n, 18, at)).toBeUndefined()
  })

  test('is never worth more than the typed dollars, and is less by at most 0.01 cent or one smallest unit', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 14n), price, decimals, (cents, at, decimals) => {
        const amount = toTokenAmount(cents, at, decimals)!
        const each = readPrice(at)
        // All in the same unit: one of 10 to the power of minus (decimals + decimals of the price + 4).
        const scale = 10n ** BigInt(decimals + each.decimals)
        const typed = cents * 100n * scale
        const worth = (units: bigint) => units * each.digits * 10_000n
        expect(worth(amount) <= typed).toBe(true)
        const missing = typed - worth(amount)
        expect(missing < scale || missing < worth(1n)).toBe(true)
      }),
    )
  })
})

describe('[V24] A token amount converted to dollars', () => {
  test.each([
    ['0.5', 3000.1, 18, '1500.05'],
    ['0.123456789012345678', 3000.1, 18, '370.38'],
    ['0.00833305', 3000.1, 18, '25'],
    ['1.009', 1, 6, '1'],
    ['0.0094', 1, 6, '0'],
    ['0', 1, 6, '0'],
  ])(
    'is rounded down: %s at a price of $%d, for a token with %d decimals, gives $%s',
    (token, at, decimals, dollars) => {
      expect(toCents(units(token, decimals), decimals, at)).toBe(units(dollars, 2))
    },
  )

  test('gives back the typed dollars if the token amount was converted from them', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 10n ** 14n),
        price,
        fc.integer({ min: 18, max: 24 }),
        (cents, at, decimals) => {
          expect(toCents(toTokenAmount(cents, at, decimals)!, decimals, at)).toBe(cents)
        },
      ),
    )
  })
})
