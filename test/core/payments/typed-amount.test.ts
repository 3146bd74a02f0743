import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatReading,
  formatTypedAmount,
  parseTypedAmount,
} from '../../../src/core/payments/typed-amount.ts'
import { propertyRuns } from '../../property-runs.ts'

const runs = propertyRuns(10_000)
const read = (amount: bigint) => ({ status: 'read', amount })
const fault = (text: string, decimals = 18, locale = 'en') => {
  const found = parseTypedAmount(text, decimals, locale)
  return found.status === 'wrong' ? found.fault : found.status
}

describe('A typed amount', () => {
  test('[A41] keeps every digit', () => {
    expect(parseTypedAmount('0.123456789012345678', 18, 'en')).toEqual(read(123456789012345678n))
  })

  test.each([
    ['1', 1_000_000n],
    ['1.', 1_000_000n],
    ['.5', 500_000n],
    ['007.25', 7_250_000n],
    [' 12.000001 ', 12_000_001n],
    ['0', 0n],
    ['0.000000', 0n],
  ])('is accepted in the form "%s"', (text, amount) => {
    expect(parseTypedAmount(text, 6, 'en')).toEqual(read(amount))
  })

  test('[F24] is refused, never rounded, if it has more fraction digits than the token has decimals, even if the extra digits are zeros', () => {
    expect(fault('1.2345678', 6)).toBe('digits')
    expect(fault('1.0000000', 6)).toBe('digits')
    expect(fault('1.5', 0)).toBe('digits')
    expect(parseTypedAmount('5', 0, 'en')).toEqual(read(5n))
  })

  test('[F24] is refused if it is not a plain number', () => {
    for (const text of ['.', '-1', '+1', '1e3', '0x10', 'NaN', '1_0', '½', '1 ETH', '1.2.3e', '∞', '--', 'e'])
      expect(fault(text), text).toBe('form')
    for (const decimals of [-1, 78, 1.5, Number.NaN]) expect(fault('1', decimals)).toBe('form')
    expect(fault('9'.repeat(81), 0)).not.toBe('read')
  })

  test('[F24] is refused, never guessed, if it has separators between thousands', () => {
    for (const text of ['1,500,000', '1.500.000', "1'500", '1 500', '1\u202F500', '1,500.00'])
      expect(fault(text), text).toBe('separator')
    expect(fault('1,500')).toBe('ambiguous')
    expect(fault('1.500', 18, 'de')).toBe('ambiguous')
    expect(fault('123.456', 18, 'de')).toBe('ambiguous')
    expect(fault('1.500,25', 18, 'de')).toBe('separator')
    expect(fault('1,500,000', 18, 'de')).toBe('separator')
  })

  test('[F24] may use the decimal sign of the language or a point', () => {
    expect(parseTypedAmount('1,5', 6, 'de')).toEqual(read(1_500_000n))
    expect(parseTypedAmount('1,500', 6, 'de')).toEqual(read(1_500_000n))
    expect(parseTypedAmount('1.5', 6, 'de')).toEqual(read(1_500_000n))
    // No thousands begin with a zero, and none have four digits.
    expect(parseTypedAmount('0.500', 6, 'de')).toEqual(read(500_000n))
    expect(parseTypedAmount('1.5000', 6, 'de')).toEqual(read(1_500_000n))
    expect(parseTypedAmount('1.500', 6, 'en')).toEqual(read(1_500_000n))
  })

  test.each([
    ['Arabic', '٠', 'ar-EG'],
    ['Persian', '۰', 'fa'],
    ['Devanagari', '०', 'hi'],
    ['Bengali', '০', 'bn'],
    ['Thai', '๐', 'th'],
    ['full-width', '０', 'ja'],
    ['Myanmar', '၀', 'my'],
    ['Adlam', '\u{1E950}', 'ff'],
    ['mathematical bold', '\u{1D7CE}', 'en'],
    ['mathematical monospace', '\u{1D7F6}', 'en'],
  ])('[D9] may use the digits of any script: %s', (_, zero, locale) => {
    const digits = (text: string) =>
      text.replace(/\d/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)))
    for (const where of [locale, 'en', 'de']) {
      expect(parseTypedAmount(digits('1234567890'), 2, where)).toEqual(read(123_456_789_000n))
      expect(parseTypedAmount(digits('0.25'), 2, where)).toEqual(read(25n))
      expect(parseTypedAmount(digits('0,25'), 2, where)).toEqual(read(25n))
      expect(parseTypedAmount(digits('0\u066B25'), 2, where)).toEqual(read(25n))
      expect(fault(digits('0.257'), 2, where)).toBe('digits')
      expect(fault(digits('1\u066C234'), 2, where)).toBe('separator')
    }
    expect(fault(digits('1,234'), 6, 'en')).toBe('ambiguous')
    expect(fault(digits('1.234'), 6, 'de')).toBe('ambiguous')
  })

  test('[D9] can contain any decimal digit of Unicode, which is read as its value from 0 to 9', () => {
    let count = 0
    for (let code = 0; code < 0x20000; code += 1) {
      const digit = String.fromCodePoint(code)
      if (!/\p{Nd}/u.test(digit)) continue
      expect(parseTypedAmount(digit, 0, 'en'), code.toString(16)).toEqual(read(BigInt(count % 10)))
      count += 1
    }
    expect(count).toBeGreaterThan(600)
  })

  test('[D9] may use a decimal sign that the locale does not use, if the amount has only one possible meaning', () => {
    for (const [text, locale] of [
      ['0,5', 'en'],
      ['5,25', 'en'],
      ['1,5', 'ja'],
      ['1234,5678', 'en'],
      ['1.5', 'de'],
      [',5', 'en'],
      ['5,', 'en'],
      ['１．５', 'ja'],
      ['１，５', 'ja'],
      ['1\u066B5', 'en'],
      ['0,500', 'en'],
      ['0.500', 'de'],
      [',500', 'en'],
    ] as const)
      expect(fault(text, 6, locale), `${text} ${locale}`).toBe('read')
    expect(parseTypedAmount('0,5', 18, 'en')).toEqual(read(5n * 10n ** 17n))
    expect(parseTypedAmount('5,25', 6, 'en')).toEqual(read(5_250_000n))
  })

  test('[D9] is refused if it contains a separator that may mean thousands', () => {
    for (const text of ['1,234', '12,345', '123,456', '1234,567', '001,234', '١,٢٣٤'])
      expect(fault(text, 6, 'en'), text).toBe('ambiguous')
    for (const text of ['1.234', '123.456', '1500.000']) expect(fault(text, 6, 'de'), text).toBe('ambiguous')
    for (const [text, locale] of [
      ['1’234.5', 'de-CH'],
      ["1'234", 'de-CH'],
      ['1\u202F234,5', 'fr'],
      ['1\u00A0234', 'fr'],
      ['1 234', 'pl'],
      ['1.234,5', 'de'],
      ['1,2,3', 'en'],
      ['1\u060C5', 'ar'],
      ['1\u066C234\u066B5', 'ar'],
    ] as const)
      expect(fault(text, 6, locale), text).toBe('separator')
    for (const text of ['1e3', '+1', '-1', '−1', '٪5', '١e٣', '½', '²', '①', '一', '1/2', '1。5'])
      expect(fault(text, 6), text).toBe('form')
  })

  test('[D9] is read without its invisible characters, but is refused if it contains characters that reverse the text direction', () => {
    for (const text of [
      '\u200B1.5',
      '1\u200B.5',
      '1.5\uFEFF',
      '\u200E1.5\u200F',
      '\u20661.5\u2069',
      '\u061C1.5',
    ])
      expect(parseTypedAmount(text, 6, 'en'), JSON.stringify(text)).toEqual(read(1_500_000n))
    expect(fault('\u202E51', 6)).toBe('form')
    expect(fault('\u202D15', 6)).toBe('form')
    expect(fault('\u200B', 6)).toBe('empty')
  })

  test('[D9] is refused if invisible characters between its digits may change how the amount is drawn', () => {
    for (const mark of [
      '\u200E',
      '\u200F',
      '\u061C',
      '\u202A',
      '\u202B',
      '\u202C',
      '\u2066',
      '\u2067',
      '\u2069',
    ])
      for (const text of [`1${mark}2`, `${mark}1${mark}2`, `1${mark}.5`, `1.${mark}5`])
        expect(fault(text, 6), JSON.stringify(text)).toBe('form')
    // Fillers and hyphens that are drawn as a gap or a sign.
    for (const filler of ['\u3164', '\uFFA0', '\u115F', '\u1160', '\u00AD', '\uFE0F'])
      expect(fault(`1${filler}5`, 6), JSON.stringify(filler)).toBe('form')
    for (const text of ['\u31641.5', '1.5 \u200F', '\u200F 1.5\u00AD', '1\u2060.\uFEFF5', '1\u200B.\u200B5'])
      expect(parseTypedAmount(text, 6, 'en'), JSON.stringify(text)).toEqual(read(1_500_000n))
  })

  test('[D9] is also shown in the plain form of the locale if it was typed in an unusual form', () => {
    const echo = (text: string, locale = 'en', decimals = 18) =>
      formatReading(text, parseTypedAmount(text, decimals, locale), decimals, locale)
    expect(echo('0,5')).toBe('0.5')
    expect(echo('٥٫٢٥')).toBe('5.25')
    expect(echo('1.50', 'de')).toBe('1,5')
    expect(echo('１５', 'ja')).toBe('15')
    expect(echo('\u200B15')).toBe('15')
    expect(echo('0.5')).toBeUndefined()
    expect(echo(' 0.5 ')).toBeUndefined()
    expect(echo('0,5', 'de')).toBeUndefined()
    expect(echo('.5')).toBeUndefined()
    expect(echo('1,234')).toBeUndefined()
    expect(echo('')).toBeUndefined()
  })

  test('[A97] counts as empty if it is blank', () => {
    expect(parseTypedAmount('', 6, 'en')).toEqual({ status: 'empty' })
    expect(parseTypedAmount('  ', 6, 'en')).toEqual({ status: 'empty' })
  })

  test('[F24] is read back as the same amount, in every locale, if Billfold has written it into the field', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
        fc.integer({ min: 0, max: 77 }),
        fc.constantFrom('en', 'de', 'fr', 'de-CH', 'en-IN', 'ar-EG', 'pt-BR', 'no such locale'),
        (amount, decimals, locale) => {
          const text = formatTypedAmount(amount, decimals, locale)
          expect(parseTypedAmount(text, decimals, locale)).toEqual(read(amount))
        },
      ),
      { numRuns: runs },
    )
  })

  test('[F24] is either read from a random text as a whole number of units, or refused', () => {
    const piece = fc.string({
      unit: fc.constantFrom('0', '7', '.', ',', ' ', '-', 'e', '\u0663'),
      maxLength: 30,
    })
    fc.assert(
      fc.property(
        piece,
        fc.integer({ min: 0, max: 20 }),
        fc.constantFrom('en', 'de'),
        (text, decimals, locale) => {
          const found = parseTypedAmount(text, decimals, locale)
          if (found.status !== 'read') return
          const [whole = '', rest = ''] = text.trim().replaceAll('\u0663', '3').replace(',', '.').split('.')
          expect(text.trim()).toMatch(/^[\d\u0663]*[.,]?[\d\u0663]*$/)
          expect(found.amount * 10n ** BigInt(20 - decimals)).toBe(BigInt(whole + rest.padEnd(20, '0')))
        },
      ),
      { numRuns: runs },
    )
  })
})
