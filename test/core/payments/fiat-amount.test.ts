import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toBaseUnits, toCents } from '../../../src/core/payments/fiat-amount.ts'
import { formatFull } from '../../../src/core/text/amount.ts'

const price = fc.double({ min: 1e-9, max: 1e7, noNaN: true })
const decimals = fc.integer({ min: 0, max: 30 })

describe('[V24] Dollars in a token', () => {
  test.each([
    [25_00n, 3104.62, 18, '0.00805251'],
    [25_00n, 0.9998, 6, '25.005'],
    [1_00n, 0.1, 18, '10'],
    [25_00n, 96_412.3, 8, '0.0002593'],
    [1_000_000_00n, 0.00001, 18, '100000000000'],
    [1n, 3104.62, 18, '0.00000322'],
    [1n, 5_000, 0, '0'],
    [0n, 3104.62, 18, '0'],
    // Of 1.5e-18 dollars each: 666,666,666,666,666,666 would be right, and more would be too much.
    [1_00n, 1.5e-18, 0, '500000000000000000'],
  ])('%d cents at $%d, %d decimals, are %s', (cents, at, places, amount) => {
    expect(formatFull(toBaseUnits(cents, at, places)!, places)).toBe(amount)
  })

  test.each([0, -1, NaN, Infinity, 1e-30, 1e30])('are none at a price of %d', (at) => {
    expect(toBaseUnits(100n, at, 18)).toBeUndefined()
    expect(toCents(100n, at, 18)).toBeUndefined()
  })

  test('are never worth more than was typed, and less by less than a hundredth of a cent', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), price, decimals, (cents, at, places) => {
        const amount = toBaseUnits(cents, at, places)!
        expect(toCents(amount, at, places)!).toBeLessThanOrEqual(cents)
        // A token that cannot be divided so far is cut to what it has.
        const finest = 10n ** BigInt(places)
        const step = Number(finest) * 0.0001 < at ? at / Number(finest) : 0.0001
        const worth = Number(formatFull(amount, places)) * at
        expect(worth).toBeGreaterThan(Number(cents) / 100 - step - 1e-6 * Number(cents))
      }),
    )
  })
})
