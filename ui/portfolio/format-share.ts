/**
 * A share as text, cut off after one decimal.
 * @example formatShare(0.0794, 'en') // '7.9%'
 * @param locale BCP 47; undefined: the browser's own
 */
export function formatShare(part: number, locale: string | undefined): string {
  const format = createFormat(locale)
  if (part > 0 && part < 0.001) return `<${format.format(0.001)}`
  // The small addend corrects doubles that are slightly less than their decimal.
  return format.format(Math.floor(Math.min(1, part) * 1_000 + 1e-6) / 1_000)
}

/** Uses English if the page's locale is invalid, and Latin digits in all locales, like the amounts in the list rows. */
function createFormat(locale: string | undefined): Intl.NumberFormat {
  const options = { style: 'percent', maximumFractionDigits: 1, numberingSystem: 'latn' } as const
  try {
    return new Intl.NumberFormat(locale, options)
  } catch {
    return new Intl.NumberFormat('en', options)
  }
}
