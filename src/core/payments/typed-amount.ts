/**
 * Parses an amount that a person types or pastes. The result is exact: an ambiguous amount, or one that would need
 * rounding, is refused with a reason. Digits of any script are accepted, since phones offer only the keys of their
 * region. The decimal separator is that of the person's locale. Of `.` and `,`, the one that the locale does not use is
 * also accepted, unless exactly three digits follow: `1,234` in English may mean thousands. Thousands separators are
 * refused.
 */
import { formatFull, getDecimalSign, MAX_DECIMALS } from '../text/amount.ts'
import { trimInvisible } from '../text/invisible.ts'

export type TypedAmount =
  | { status: 'empty' }
  /** Base units. */
  | { status: 'read'; amount: bigint }
  | { status: 'wrong'; fault: AmountFault; decimalSign: string }

/**
 * form: not a plain number.
 * separator: a separator that this locale does not use for decimals, such as a thousands separator.
 * ambiguous: a point or comma that may separate decimals or thousands.
 * digits: more decimals than the token has.
 */
export type AmountFault = 'form' | 'separator' | 'ambiguous' | 'digits'

/** Upper limit of digits before the decimal separator. The number 2^256 has 78 digits. */
const MAX_DIGITS = 80

/** @param decimals of the token @param locale BCP 47, the person's */
export function parseTypedAmount(typed: string, decimals: number, locale: string): TypedAmount {
  const text = toLatin(typed)
  if (text === '') return { status: 'empty' }
  const decimalSign = getDecimalSign(locale)
  const wrong = (fault: AmountFault): TypedAmount => ({ status: 'wrong', fault, decimalSign })
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS) return wrong('form')
  const [, whole = '', sign, rest = ''] = /^(\d*)(?:([.,\u066B])(\d*))?$/.exec(text) ?? []
  if (whole + rest === '' || whole.length > MAX_DIGITS)
    return wrong(
      /^[\d.,'’\s\u060C\u066B\u066C]*\d[\d.,'’\s\u060C\u066B\u066C]*$/.test(text) ? 'separator' : 'form',
    )
  // A number that begins with 0 has no thousands, so it is not ambiguous: `0,500` is a half.
  const isOther = (sign === '.' || sign === ',') && sign !== decimalSign
  if (isOther && rest.length === 3 && /[1-9]/.test(whole)) return wrong('ambiguous')
  // Zeros at the end count as decimals: too many decimals suggest that the person means another unit.
  if (rest.length > decimals) return wrong('digits')
  return { status: 'read', amount: BigInt(whole + rest.padEnd(decimals, '0')) }
}

/** An amount with all digits, so that the field's text parses to the same amount. */
export function formatTypedAmount(amount: bigint, decimals: number, locale: string): string {
  return formatFull(amount, decimals).replace('.', getDecimalSign(locale))
}

/**
 * The parsed amount, to show beside the field if the typed text looks different: `0.5` for `0,5` or `٠٫٥` in English.
 * Undefined if the text has Latin digits and the locale's own decimal separator.
 */
export function formatReading(
  typed: string,
  amount: TypedAmount,
  decimals: number,
  locale: string,
): string | undefined {
  if (amount.status !== 'read') return undefined
  const isPlain = /^\d*$/.test(typed.trim().replace(getDecimalSign(locale), ''))
  return isPlain ? undefined : formatTypedAmount(amount.amount, decimals, locale)
}

/**
 * The text with Latin digits and separators. Removes outer spaces, outer invisible characters and zero-width spaces.
 * Other invisible characters stay, which makes the text invalid: direction marks between digits reorder them
 * (`1\u200F2` is drawn as 21), and fillers look like a gap.
 */
export function toLatin(typed: string): string {
  if (/[\u202D\u202E]/.test(typed)) return typed
  return trimInvisible(typed)
    .replace(/[\u200B\u2060\uFEFF]/g, '')
    .replace(/\p{Nd}/gu, toDigit)
    .replaceAll('\uFF0E', '.')
    .replaceAll('\uFF0C', ',')
}

/**
 * Finds the value of a digit of any script by counting the digits before it. Unicode orders the ten digits of a script
 * from 0 to 9. The digits of another script may come directly before, so only the last digit of the count matters.
 */
function toDigit(digit: string): string {
  const code = digit.codePointAt(0)!
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}
