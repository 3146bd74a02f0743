import { expect, test } from 'vitest'
import { formatMoney } from '../../../ui/components/format-money.ts'

const text = (value: number, locale: string | undefined) => {
  const { sign, whole, fraction, suffix } = formatMoney(value, 'USD', locale)
  return (sign + whole + fraction + suffix).replaceAll('\u00a0', ' ')
}

test('a locale that is none does not take the balance away', () => {
  expect(text(7254.249, 'en_US')).toBe('$7,254.24')
  expect(text(0.004, 'en_US')).toBe('<$0.01')
})

test('a sum that is cut to trillions is written as its locale writes figures', () => {
  expect(text(1_234_500_000_000, 'en-US')).toBe('$1.234T')
  expect(text(1_234_500_000_000, 'de-DE')).toMatch(/^1,234.*T/)
})

test('figures are Latin everywhere, as in the rows below', () => {
  expect(text(7254.24, 'ar-EG')).toMatch(/7\D254\D24/)
})
