import { assert, bigInt, double, property } from 'fast-check'
import { expect, test } from 'vitest'
import { readMultiplier, toMultiplier, toRaw, toShown } from '../../../src/core/payments/multiplier.ts'
import { propertyRuns } from '../../property-runs.ts'

const multiplierOf = (text: string) => readMultiplier(text)!

test.each([
  [10, '10'],
  [0.7, '0.7'],
  [1.1388283833246218, '1.1388283833246218'],
  [0.000001, '0.000001'],
  [1e18, '1000000000000000000'],
])('[D1] The display multiplier %d is written as %s, without a loss of digits', (value, text) => {
  expect(toMultiplier(value)?.text).toBe(text)
})

test.each([0, -1, NaN, Infinity, 1e-7, 1e19])(
  '[D1] The number %d is refused as a display multiplier',
  (value) => {
    expect(toMultiplier(value)).toBeUndefined()
  },
)

test.each(['', '0', '0.0', '1e3', '-1', '1.', '.5', ' 1', '1/2', '9'.repeat(21)])(
  '[D1] The text "%s" is refused as a display multiplier',
  (text) => {
    expect(readMultiplier(text)).toBeUndefined()
  },
)

test('[D1] A typed amount of a token with a display multiplier is rounded down by at most one raw unit, and Max sends everything', () => {
  const anyMultiplier = double({ min: 1e-6, max: 1e18, noNaN: true })
  assert(
    property(anyMultiplier, bigInt(0n, 2n ** 64n - 1n), bigInt(0n, 2n ** 80n), (value, raw, typed) => {
      const multiplier = toMultiplier(value)!
      const shown = toShown(toRaw(typed, multiplier), multiplier)
      expect(shown).toBeLessThanOrEqual(typed)
      // The next one would be more than what was typed.
      expect(toShown(toRaw(typed, multiplier) + 1n, multiplier)).toBeGreaterThanOrEqual(typed)
      // What is shown for an amount moves it, or another one for which the same is shown.
      const all = toShown(raw, multiplier)
      expect(toShown(toRaw(all, multiplier), multiplier)).toBe(all)
      if (value >= 1) expect(toRaw(all, multiplier)).toBe(raw)
    }),
    { numRuns: propertyRuns(1_000) },
  )
  expect(toRaw(1_000_000n, multiplierOf('10'))).toBe(100_000n)
})
