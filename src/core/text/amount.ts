/**
 * Formats amounts as text. Token amounts are cut off, never rounded up, and never a `number`. Fiat values are numbers,
 * but only for display.
 */

/** Upper limit of decimals that a token may declare; 10^77 is the largest power of ten below 2^256. */
export const MAX_DECIMALS = 77

/** The minus sign, U+2212, since a hyphen is too short beside figures. */
const MINUS = '\u2212'

/**
 * Parses decimal text: `1.5` with 6 decimals is 1500000n. Drops digits beyond `decimals`, since an API may return too
 * many. Undefined unless the text is plain digits with at most one point: no sign, no exponent, no separators.
 */
export function parseDecimalCutOff(text: string, decimals: number): bigint | undefined {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS || !isDecimal(text))
    return undefined
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'))
}

/** Whether `formatDecimal` accepts this text. 161 characters suffice for a uint256 with any number of decimals. */
export function isDecimal(text: string): boolean {
  const { length } = text
  if (length > 161) return false
  let point = length
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= 48 && code <= 57) continue
    if (code !== 46 || point < length) return false
    point = at
  }
  return point > 0 && point <= 80 && point !== length - 1 && length - point <= 81
}

/**
 * An amount of base units with 3 decimals, such as `4,250.000`, `<0.001`, `1.234M`, `>999T`. Negative amounts begin
 * with U+2212.
 */
export function formatAmount(amount: bigint, decimals: number, locale = 'en'): string {
  if (amount < 0n) return MINUS + formatDecimal(formatFull(-amount, decimals), locale)
  return formatDecimal(formatFull(amount, decimals), locale)
}

/** An amount with all digits and without thousands separators, such as `2.418123456789012345`. Used for copying. */
export function formatFull(amount: bigint, decimals: number): string {
  if (amount < 0n) return `-${formatFull(-amount, decimals)}`
  const digits = amount.toString()
  if (decimals === 0) return digits
  const padded = digits.length > decimals ? digits : digits.padStart(decimals + 1, '0')
  let end = padded.length
  const point = end - decimals
  while (end > point && padded.charCodeAt(end - 1) === 48) end -= 1
  return end === point ? padded.slice(0, point) : `${padded.slice(0, point)}.${padded.slice(point, end)}`
}

/** Like `formatAmount`, for an amount that is already decimal text (see `isDecimal`). */
export function formatDecimal(text: string, locale = 'en'): string {
  const style = getStyle(locale)
  let point = text.indexOf('.')
  if (point < 0) point = text.length
  const whole = dropLeadingZeros(text.slice(0, point))
  if (whole.length > 6) return compact(whole, style)
  let fraction = text.slice(point + 1, point + 4)
  if (fraction.length < 3) fraction = fraction.padEnd(3, '0')
  if (fraction === '000' && whole === '0' && /[1-9]/.test(text)) return `<0${style.point}001`
  return group(whole, style) + style.point + fraction
}

/**
 * A fiat value, such as `$7,254.24`, `<$0.01`, `$1.234M`, `>$999T`. Empty for NaN and infinities. Rounds the shortest
 * decimal form of the number: 1.15 gives `$1.15`, although the double is slightly less.
 */
export function formatFiat(value: number, locale: string, currency = 'USD'): string {
  if (Number.isNaN(value)) return ''
  const { prefix, suffix, style, cents } = getCurrency(locale, currency)
  if (value >= 0.01 && value < 1000) {
    // The fast path for most values: 32-bit integers format fastest.
    const count = toCents(value) | 0
    return prefix + ((count / 100) | 0) + cents[count % 100]
  }
  const sign = value < 0 ? MINUS : ''
  const size = Math.abs(value)
  if (size >= 1e15) return `${sign}>${prefix}999T${suffix}`
  if (size > 0 && size < 0.01) return `${sign}<${prefix}0${style.point}01${suffix}`
  if (size >= 1e6) return sign + prefix + compact(String(Math.floor(size)), style) + suffix
  const count = toCents(size)
  return sign + prefix + group(String(Math.floor(count / 100)), style) + cents[count % 100]
}

function toCents(size: number): number {
  const cents = Math.round(size * 100)
  return cents / 100 > size ? cents - 1 : cents
}

/** The decimal separator of a locale. */
export function getDecimalSign(locale: string): string {
  return getStyle(locale).point
}

function dropLeadingZeros(whole: string): string {
  if (whole.length < 2 || whole.charCodeAt(0) !== 48) return whole
  return whole.replace(/^0+(?=\d)/, '')
}

/** Formats amounts of a million or more, with three decimals of the next larger unit. */
function compact(whole: string, style: Style): string {
  if (whole.length > 15) return '>999T'
  const unit = whole.length > 12 ? 'T' : whole.length > 9 ? 'B' : 'M'
  const point = whole.length - (unit === 'T' ? 12 : unit === 'B' ? 9 : 6)
  return whole.slice(0, point) + style.point + whole.slice(point, point + 3) + unit
}

function group(whole: string, style: Style): string {
  if (whole.length < 4) return whole
  let text = ''
  let from = 0
  for (const cut of style.cuts[whole.length] ?? []) {
    text += whole.slice(from, cut) + style.separator
    from = cut
  }
  return text + whole.slice(from)
}

/**
 * Separators and digits of a locale. Read from Intl once, since one call of Intl takes longer than the formatting of a
 * whole row of activity.
 */
interface Style {
  point: string
  separator: string
  /** Positions of the thousands separators, by number of digits (4 to 6). Locales differ: `1234,5`, `1,23,456`. */
  cuts: Record<number, readonly number[]>
}

interface Currency {
  prefix: string
  suffix: string
  style: Style
  /** By number of cents (0 to 99): the decimal separator, the two digits and the suffix. */
  cents: readonly string[]
}

const styles = new Map<string, Style>()
const currencies = new Map<string, Currency>()
let last: { locale: string; code: string; currency: Currency } | undefined

function getStyle(locale: string): Style {
  let style = styles.get(locale)
  if (!style) styles.set(locale, (style = readStyle(locale)))
  return style
}

function readStyle(locale: string): Style {
  // Latin digits in every locale: an amount must look the same as in the wallet and the explorer.
  const format = createFormat(locale, { numberingSystem: 'latn', minimumFractionDigits: 1 })
  const find = (type: string) => format.formatToParts(123456.5).find((part) => part.type === type)?.value
  const cuts: Record<number, number[]> = {}
  for (const sample of [1234, 12345, 123456]) {
    const groups = format.formatToParts(sample).filter((part) => part.type === 'integer')
    let at = 0
    cuts[String(sample).length] = groups.slice(0, -1).map((part) => (at += part.value.length))
  }
  return { point: find('decimal') ?? '.', separator: find('group') ?? ',', cuts }
}

/**
 * Compares with the last currency first, since nearly every call repeats it: building the map's key would cost more
 * than the formatting.
 */
function getCurrency(locale: string, code: string): Currency {
  if (last?.locale === locale && last.code === code) return last.currency
  const key = `${locale} ${code}`
  let currency = currencies.get(key)
  if (!currency) currencies.set(key, (currency = readCurrency(locale, code)))
  last = { locale, code, currency }
  return currency
}

function readCurrency(locale: string, code: string): Currency {
  const format = createFormat(locale, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
    numberingSystem: 'latn',
  })
  const parts = format.formatToParts(1)
  const isFigure = (part: Intl.NumberFormatPart) => /^(integer|decimal|fraction)$/.test(part.type)
  const join = (some: Intl.NumberFormatPart[]) => some.map((part) => part.value).join('')
  const first = parts.findIndex(isFigure)
  const last = parts.findLastIndex(isFigure)
  const suffix = join(parts.slice(last + 1))
  const style = getStyle(locale)
  const cents = Array.from({ length: 100 }, (_, at) => style.point + String(at).padStart(2, '0') + suffix)
  return { prefix: join(parts.slice(0, first)), suffix, style, cents }
}

/** Uses English if the page's locale is invalid. */
function createFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale, options)
  } catch {
    return new Intl.NumberFormat('en', options)
  }
}
