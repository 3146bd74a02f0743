/**
 * An amount as a person types or pastes it. It is read exactly or not at all: what would have to be guessed or rounded is
 * refused with its reason.
 *
 * The sign before the decimals is the one of the person's language, or a point, in which explorers and wallets write. No
 * separators between thousands. In a language that separates thousands by points, `1.500` may be meant as either, and is
 * neither.
 */
import { formatFull, getDecimalSign, MAX_DECIMALS } from '../text/amount.ts'

export type TypedAmount =
  | { status: 'empty' }
  /** Base units. */
  | { status: 'read'; amount: bigint }
  | { status: 'wrong'; fault: AmountFault; decimalSign: string }

/**
 * form: no plain number. separator: it has a sign that does not stand before decimals here. ambiguous: its point may
 * separate thousands. digits: more decimals than the token has.
 */
export type AmountFault = 'form' | 'separator' | 'ambiguous' | 'digits'

/** Digits before the decimals; 2^256 has 78. */
const MOST_DIGITS = 80

/** `decimals`: of the token. `locale`: BCP 47, the person's. */
export function parseTypedAmount(typed: string, decimals: number, locale: string): TypedAmount {
  const text = typed.trim()
  if (text === '') return { status: 'empty' }
  const decimalSign = getDecimalSign(locale)
  const wrong = (fault: AmountFault): TypedAmount => ({ status: 'wrong', fault, decimalSign })
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > MAX_DECIMALS) return wrong('form')
  if (decimalSign !== '.' && /^[1-9]\d{0,2}\.\d{3}$/.test(text)) return wrong('ambiguous')
  const plain = text.replace(decimalSign, '.')
  const [, whole = '', rest = ''] = /^(\d*)(?:\.(\d*))?$/.exec(plain) ?? []
  if (whole + rest === '' || whole.length > MOST_DIGITS)
    return wrong(/^[\d.,'’\s\u066B\u066C]*\d[\d.,'’\s\u066B\u066C]*$/.test(text) ? 'separator' : 'form')
  // Also zeros: who types them counts in other units than the token does.
  if (rest.length > decimals) return wrong('digits')
  return { status: 'read', amount: BigInt(whole + rest.padEnd(decimals, '0')) }
}

/** Every digit, so that it reads as the same amount when it stands in a field. */
export function formatTypedAmount(amount: bigint, decimals: number, locale: string): string {
  return formatFull(amount, decimals).replace('.', getDecimalSign(locale))
}
