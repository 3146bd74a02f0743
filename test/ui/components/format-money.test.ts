import { expect, test } from 'vitest'
import { formatMoney } from '../../../ui/components/format-money.ts'

const text = (value: number, locale: string | undefined) => {
  const { sign, whole, fraction, suffix } = formatMoney(value, 'USD', locale)
  return (sign + whole + fraction + suffix).replaceAll('\u00a0', ' ')
}

test('formatMoney falls back to a default format for an invalid locale', () => {
  expect(text(7254.249, 'en_US')).toBe('$7,254.24')
  expect(text(0.004, 'en_US')).toBe('<$0.01')
})

test('formatMoney shortens $1,234,500,000,000 to $1.234T without rounding up, in the style of the locale', () => {
  expect(text(1_234_500_000_000, 'en-US')).toBe('$1.234T')
  expect(text(1_234_500_000_000, 'de-DE')).toMatch(/^1,234.*T/)
})

test('formatMoney uses Latin digits in every locale', () => {
  expect(text(7254.24, 'ar-EG')).toMatch(/7\D254\D24/)
})
