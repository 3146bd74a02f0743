import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatTypedAmount, parseTypedAmount } from '../../../src/core/payments/typed-amount.ts'
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
  ])('"%s" is read', (text, amount) => {
    expect(parseTypedAmount(text, 6, 'en')).toEqual(read(amount))
  })

  test('[F24] more digits than decimals are refused, never rounded, zeros too', () => {
    expect(fault('1.2345678', 6)).toBe('digits')
    expect(fault('1.0000000', 6)).toBe('digits')
    expect(fault('1.5', 0)).toBe('digits')
    expect(parseTypedAmount('5', 0, 'en')).toEqual(read(5n))
  })

  test('[F24] what is no plain number is none', () => {
    for (const text of [
      '.',
      '-1',
      '+1',
      '1e3',
      '0x10',
      'NaN',
      '١',
      '1_0',
      '½',
      '1 ETH',
      '1.2.3e',
      '∞',
      '--',
      'e',
    ])
      expect(fault(text), text).toBe('form')
    for (const decimals of [-1, 78, 1.5, Number.NaN]) expect(fault('1', decimals)).toBe('form')
    expect(fault('9'.repeat(81), 0)).not.toBe('read')
  })

  test('[F24] separators between thousands are never guessed at', () => {
    for (const text of ['1,500', '1,5', '1.500.000', "1'500", '1 500', '1\u202F500', '1,500.00'])
      expect(fault(text), text).toBe('separator')
    expect(fault('1.500', 18, 'de')).toBe('ambiguous')
    expect(fault('123.456', 18, 'de')).toBe('ambiguous')
    expect(fault('1.500,25', 18, 'de')).toBe('separator')
    expect(fault('1,500,000', 18, 'de')).toBe('separator')
  })

  test('[F24] the sign of the language and the point stand before decimals', () => {
    expect(parseTypedAmount('1,5', 6, 'de')).toEqual(read(1_500_000n))
    expect(parseTypedAmount('1,500', 6, 'de')).toEqual(read(1_500_000n))
    expect(parseTypedAmount('1.5', 6, 'de')).toEqual(read(1_500_000n))
    // No thousands begin with a zero, and none have four digits.
    expect(parseTypedAmount('0.500', 6, 'de')).toEqual(read(500_000n))
    expect(parseTypedAmount('1.5000', 6, 'de')).toEqual(read(1_500_000n))
    expect(parseTypedAmount('1.500', 6, 'en')).toEqual(read(1_500_000n))
  })

  test('[A97] nothing is nothing', () => {
    expect(parseTypedAmount('', 6, 'en')).toEqual({ status: 'empty' })
    expect(parseTypedAmount('  ', 6, 'en')).toEqual({ status: 'empty' })
  })

  test('[F24] what is written into the field is read as the same amount, in every language', () => {
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

  test('[F24] any text is read as a whole number of units or not at all', () => {
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
          const [whole = '', rest = ''] = text.trim().replace(',', '.').split('.')
          expect(text.trim()).toMatch(locale === 'de' ? /^\d*[.,]?\d*$/ : /^\d*\.?\d*$/)
          expect(found.amount * 10n ** BigInt(20 - decimals)).toBe(BigInt(whole + rest.padEnd(20, '0')))
        },
      ),
      { numRuns: runs },
    )
  })
})
