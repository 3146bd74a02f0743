/**
 * Splits an amount of money into parts that are shown in different sizes. Cents are rounded down, and long amounts
 * abbreviated. For display only.
 */
export interface MoneyParts {
  /** `$`; empty if the currency comes after the amount. */
  sign: string
  whole: string
  /** Decimals with their separator, such as `.58`. */
  fraction: string
  /** What comes after the amount: a currency, or M, B, T. */
  suffix: string
  /** Font size at which the amount fits into 320 px. px */
  size: 42 | 34 | 28
}

/** @param locale BCP 47; undefined: the browser's own */
export function formatMoney(value: number, currency: string, locale: string | undefined): MoneyParts {
  if (value > 0 && value < 0.01)
    return { ...split(0.01, currency, locale), sign: `<${split(0.01, currency, locale).sign}` }
  const plain = split(floor(value, 100), currency, locale)
  if (plain.whole.length + plain.fraction.length <= 19) return plain
  const steps = ['M', 'B', 'T']
  let step = 0
  let scaled = value / 1e6
  while (scaled >= 1_000 && step < 2) {
    scaled /= 1_000
    step += 1
  }
  if (scaled >= 1_000)
    return { ...split(999, currency, locale), sign: `>${plain.sign}`, fraction: '', suffix: 'T' }
  const [whole, fraction = ''] = String(floor(scaled, 1_000)).split('.')
  return {
    ...plain,
    whole: fraction ? `${whole}${plain.fraction.charAt(0)}${fraction}` : (whole ?? ''),
    fraction: '',
    suffix: steps[step] ?? '',
    size: 42,
  }
}

function split(value: number, currency: string, locale: string | undefined): MoneyParts {
  const parts = { sign: '', whole: '', fraction: '', suffix: '' }
  for (const { type, value: text } of createFormat(locale, currency).formatToParts(value)) {
    if (type === 'decimal' || type === 'fraction') parts.fraction += text
    else if (type === 'integer' || type === 'group' || type === 'minusSign') parts.whole += text
    else if (type === 'currency' || type === 'literal') parts[parts.whole ? 'suffix' : 'sign'] += text
  }
  const length = parts.whole.length + parts.fraction.length
  return { ...parts, size: length <= 13 ? 42 : length <= 16 ? 34 : 28 }
}

/** Uses English if the page's locale is invalid, and Latin digits in all locales, like the amounts in the list rows. */
function createFormat(locale: string | undefined, currency: string): Intl.NumberFormat {
  const options = { style: 'currency', currency, numberingSystem: 'latn' } as const
  try {
    return new Intl.NumberFormat(locale, options)
  } catch {
    return new Intl.NumberFormat('en', options)
  }
}

/** Rounds down. Doubles are often slightly less than their decimal; the small addend keeps 12881.58 from becoming .57. */
function floor(value: number, unit: number): number {
  return Math.floor(value * unit + 1e-6) / unit
}
