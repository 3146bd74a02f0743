/**
 * An amount as a person types or pastes it. It is read exactly or not at all: an ambiguous amount, or one that would have
 * to be rounded, is refused with its reason.
 *
 * Any script's decimal digits count, since phones offer only the keys of their region. The decimal sign is the one of the
 * person's language, or the other one of `.` and `,` unless exactly three digits follow: `1,234` in English may mean
 * thousands. Separators between thousands are refused.
 */
import { formatFull, getDecimalSign, MAX_DECIMALS } from '../text/amount.ts'
import { trimInvisible } from '../text/invisible.ts'

export type TypedAmount =
  | { status: 'empty' }
  /** Base units. */
  | { status: 'read'; amount: bigint }
  | { status: 'wrong'; fault: AmountFault; decimalSign: string }

/**
 * form: no plain number. separator: a sign that is no decimal sign here, such as one between thousands. ambiguous: its
 * point or comma may be a decimal sign or separate thousands. digits: more decimals than the token has.
 */
export type AmountFault = 'form' | 'separator' | 'ambiguous' | 'digits'

/** Digits before the decimals; 2^256 has 78. */
const MAX_DIGITS = 80

/** `decimals`: of the token. `locale`: BCP 47, the person's. */
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
  // Zero has no thousands: 0,500 is a half.
  const isOther = (sign === '.' || sign === ',') && sign !== decimalSign
  if (isOther && rest.length === 3 && /[1-9]/.test(whole)) return wrong('ambiguous')
  // Zeros too: with more digits than the token has, the person may be counting in another unit.
  if (rest.length > decimals) return wrong('digits')
  return { status: 'read', amount: BigInt(whole + rest.padEnd(decimals, '0')) }
}

/** Every digit, so that it reads as the same amount when it stands in a field. */
export function formatTypedAmount(amount: bigint, decimals: number, locale: string): string {
  return formatFull(amount, decimals).replace('.', getDecimalSign(locale))
}

/**
 * How an amount was read, to be shown beside the field: `0.5` for `0,5` or `٠٫٥` in English. Undefined for one that was
 * typed plainly, in Latin digits with the language's own decimal sign.
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
 * The same text with Latin digits and signs, without outer spaces, outer invisible characters and zero-width spaces. Other
 * invisible characters stay, so that the text is no amount: direction marks between digits reorder them (`1\u200F2` is drawn
 * as 21), and fillers are drawn as a gap.
 */
export function toLatin(typed: string): string {
  if (/[\u202D\u202E]/.test(typed)) return typed
  return trimInvisible(typed)
    .replace(/[\u200B\u2060\uFEFF]/g, '')
    .replace(/\p{Nd}/gu, toDigit)
    .replaceAll('\uFF0E', '.')
    .replaceAll('\uFF0C', ',')
}

/** Unicode puts the digits of each script in a row from 0 to 9; some rows follow each other without a gap. */
function toDigit(digit: string): string {
  const code = digit.codePointAt(0)!
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}
