import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatAmount,
  formatDecimal,
  formatFiat,
  formatFull,
  isDecimal,
  parseDecimalCutOff,
} from '../../../src/core/text/amount.ts'
import { propertyRuns } from '../../property-runs.ts'

const runs = propertyRuns(5_000)
const decimals = fc.integer({ min: 0, max: 77 })
const amount = fc.oneof(
  fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
  fc.bigInt({ min: 0n, max: 10n ** 12n }),
  fc.tuple(fc.nat(90), fc.integer({ min: -2, max: 2 })).map(([e, d]) => {
    const n = 10n ** BigInt(e) + BigInt(d)
    return n < 0n ? 0n : n
  }),
)

/** The same rule in whole numbers alone. */
function oracle(value: bigint, places: number): string {
  const one = 10n ** BigInt(places)
  const whole = value / one
  for (const [unit, power] of [
    ['T', 12n],
    ['B', 9n],
    ['M', 6n],
  ] as const) {
    if (whole >= 10n ** 15n) return '>999T'
    if (whole < 10n ** power) continue
    const thousandths = (whole * 1000n) / 10n ** power
    return `${thousandths / 1000n}.${String(thousandths % 1000n).padStart(3, '0')}${unit}`
  }
  const thousandths = (value * 1000n) / one
  if (thousandths === 0n && value > 0n) return '<0.001'
  const grouped = String(thousandths / 1000n).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${grouped}.${String(thousandths % 1000n).padStart(3, '0')}`
}

describe('Amounts', () => {
  test('[A208] are rounded down to 3 decimals if they are balances', () => {
    expect(formatAmount(123_999n, 5)).toBe('1.239')
    expect(formatAmount(4_250n * 10n ** 18n, 18)).toBe('4,250.000')
    expect(formatAmount(0n, 18)).toBe('0.000')
    expect(formatAmount(999_999_999n, 3)).toBe('999,999.999')
  })

  test('[A208] [A209] [T12] never show a small value as zero, and can be shown with every digit', () => {
    expect(formatAmount(9n, 4)).toBe('<0.001')
    expect(formatAmount(40_000n, 8)).toBe('<0.001')
    expect(formatFull(40_000n, 8)).toBe('0.0004')
    expect(formatAmount(10n, 4)).toBe('0.001')
    expect(formatAmount(-9n, 4)).toBe('\u2212<0.001')
    expect(formatAmount(-1_500n, 3)).toBe('\u22121.500')
  })

  test('[F2] stay short, even for the largest number', () => {
    expect(formatAmount(2n ** 256n - 1n, 0)).toBe('>999T')
    expect(formatAmount(2n ** 256n - 1n, 77)).toBe('1.157')
    expect(formatAmount(1_234_567_000n, 3)).toBe('1.234M')
    expect(formatAmount(10n ** 15n - 1n, 0)).toBe('999.999T')
    expect(formatAmount(10n ** 77n, 0)).toBe('>999T')
  })

  test('[F2] are formatted exactly, whatever their size, as a calculation with integers confirms', () => {
    fc.assert(
      fc.property(amount, decimals, (value, places) => {
        expect(formatAmount(value, places)).toBe(oracle(value, places))
      }),
      { numRuns: runs },
    )
  })

  test('[F2] are parsed back to the same value, to the last digit, if they were written in full', () => {
    fc.assert(
      fc.property(amount, decimals, (value, places) => {
        // More digits than any token can have are refused.
        const whole = String(value / 10n ** BigInt(places)).length
        expect(parseDecimalCutOff(formatFull(value, places), places)).toBe(whole > 80 ? undefined : value)
      }),
      { numRuns: runs },
    )
  })

  test('are shown alike whether they are given as decimal text or in units', () => {
    fc.assert(
      fc.property(amount, decimals, fc.nat(3), (value, places, zeros) => {
        const text = '0'.repeat(zeros) + formatFull(value, places)
        expect(formatDecimal(text)).toBe(formatAmount(value, places))
      }),
      { numRuns: runs },
    )
  })

  test('[F2] are rejected if they are not plain numbers', () => {
    for (const text of [
      '',
      ' 1',
      '1 ',
      '+1',
      '-1',
      '1e3',
      '1e400',
      'NaN',
      'Infinity',
      '.5',
      '1.',
      '1,5',
      '0x10',
      '1_0',
      '١',
      '1.2.3',
    ]) {
      expect(parseDecimalCutOff(text, 18), text).toBeUndefined()
      expect(isDecimal(text), text).toBe(false)
    }
    for (const places of [-3, 1.5, 78, 300, Number.NaN, Infinity])
      expect(parseDecimalCutOff('1', places)).toBeUndefined()
  })

  test('[F2] are recognised in decimal text with up to 80 digits before and after the point', () => {
    const figures = fc.string({ unit: fc.constantFrom('0', '7', '.'), maxLength: 170 })
    const parts = fc.tuple(fc.integer({ min: 0, max: 83 }), fc.integer({ min: -1, max: 83 }))
    const long = parts.map(([whole, rest]) => '5'.repeat(whole) + (rest < 0 ? '' : `.${'1'.repeat(rest)}`))
    fc.assert(
      fc.property(fc.oneof(fc.string(), figures, long), (text) => {
        expect(isDecimal(text)).toBe(/^\d{1,80}(?:\.\d{1,80})?$/.test(text))
      }),
      { numRuns: runs },
    )
  })

  test('are cut off, not rounded, if they have more digits than the token has decimals', () => {
    expect(parseDecimalCutOff('1.2345670', 6)).toBe(1_234_567n)
    expect(parseDecimalCutOff('1.2345679', 6)).toBe(1_234_567n)
    expect(parseDecimalCutOff('0.9999999', 0)).toBe(0n)
  })

  test.each([
    ['de', '4.250,000'],
    ['fr', '4\u202F250,000'],
    ['es', '4250,000'],
    ['en-IN', '4,250.000'],
    ['ar-EG', '4,250.000'],
    ['no such locale', '4,250.000'],
  ])('have the format of the locale “%s”: 4250 is shown as %s', (locale, text) => {
    expect(formatAmount(4_250_000n, 3, locale)).toBe(text)
  })

  test('have the separators between groups of digits that the locale uses', () => {
    expect(formatAmount(123_456_000n, 3, 'en-IN')).toBe('1,23,456.000')
    expect(formatAmount(12_345_000n, 3, 'es')).toBe('12.345,000')
  })
})

describe('A value in dollars', () => {
  test.each([
    [7254.249, '$7,254.24'],
    [1.15, '$1.15'],
    [0.29, '$0.29'],
    [0.009, '<$0.01'],
    [0, '$0.00'],
    [-3.5, '\u2212$3.50'],
    [1_234_567.8, '$1.234M'],
    [1e300, '>$999T'],
    [Infinity, '>$999T'],
    [1e-300, '<$0.01'],
    [Number.NaN, ''],
  ])('is formatted in the locale en-US: %d becomes %s', (value, text) => {
    expect(formatFiat(value, 'en-US')).toBe(text)
  })

  test('[F2] is written in its shortest decimal form, cut off after the cents', () => {
    const cents = fc.integer({ min: 0, max: 200_000_000 }).map((count) => count / 100)
    const nearCents = fc
      .tuple(cents, fc.double({ min: -1e-9, max: 1e-9, noNaN: true }))
      .map(([a, b]) => a + b)
    fc.assert(
      fc.property(
        fc.oneof(cents, nearCents, fc.double({ min: 0, max: 2e6, noNaN: true })),
        fc.constantFrom(['en-US', '$', '.', ',', ''], ['de', '', ',', '.', '\u00A0$']),
        (value, [locale = '', prefix = '', point = '', separator = '', suffix]) => {
          if (value < 0.01 || value >= 1e6) return
          const [whole = '', rest = ''] = String(value).split('.')
          const grouped = whole.replace(/\B(?=(\d{3})+$)/g, separator)
          const text = prefix + grouped + point + rest.slice(0, 2).padEnd(2, '0') + suffix
          expect(formatFiat(value, locale)).toBe(text)
          expect(formatFiat(-value, locale)).toBe(`\u2212${text}`)
        },
      ),
      { numRuns: runs },
    )
  })

  test('has the format of the locale and the currency', () => {
    expect(formatFiat(7254.249, 'de')).toBe('7.254,24\u00A0$')
    expect(formatFiat(5, 'en', 'EUR')).toBe('€5.00')
  })

  test('is never rounded up, shown with an exponent or left empty', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6 - 1, noNaN: true }), (value) => {
        const text = formatFiat(value, 'en-US')
        expect(text).toMatch(/^<?\$\d{1,3}(,\d{3})*\.\d\d$/)
        if (!text.startsWith('<')) expect(Number(text.replace(/[$,]/g, ''))).toBeLessThanOrEqual(value)
      }),
      { numRuns: runs },
    )
  })
})
