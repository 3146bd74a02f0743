/** The sign of a currency, such as `$` for USD. @param locale BCP 47 */
export function getCurrencySign(currency: string, locale = 'en'): string {
  const parts = new Intl.NumberFormat(locale, { style: 'currency', currency }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}
