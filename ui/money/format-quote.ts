import { groupDigits } from './format-amount.ts'

/** Significant digits of a quote: enough to compare quotes, which change all the time. */
const SIGNIFICANT = 6

/** Cuts decimal text off after 6 significant digits: `97.9412345` is `97.9412`, `1234.5678` is `1,234.56`. */
export function formatQuote(text: string, locale = 'en'): string {
  const [whole = '0', fraction = ''] = text.split('.')
  const digits = whole.replace(/^0+/, '')
  const zeros = /^0*/.exec(fraction)![0].length
  const kept = digits ? Math.max(0, SIGNIFICANT - digits.length) : zeros + SIGNIFICANT
  const cut = fraction.slice(0, kept).replace(/0+$/, '')
  return groupDigits(cut ? `${digits || '0'}.${cut}` : digits || '0', locale)
}
