/** The words beside an amount field: why the amount is refused, or how it was read. */
import { formatReading, type TypedAmount } from '../../src/core/payments/typed-amount.ts'
import { say } from '../base/texts.ts'
import { formatUnit } from './format-amount.ts'
import { texts } from './texts.ts'

type Unit = { symbol: string; decimals: number } | undefined

/** Undefined for an amount that was read. `token`: in which it is typed. */
export function sayAmountFault(amount: TypedAmount, token: Unit): string | undefined {
  if (amount.status !== 'wrong') return undefined
  const { fault, decimalSign: sign } = amount
  if (fault === 'digits')
    return say(texts.faults.digits, { token: token?.symbol ?? '', n: token?.decimals ?? 0 })
  return say(texts.faults[fault], { sign })
}

/** Such as `= 0.5 ETH`, for an amount that was not typed plainly. */
export function sayReading(
  typed: string,
  amount: TypedAmount,
  token: Unit,
  locale: string,
): string | undefined {
  const reading = token && formatReading(typed, amount, token.decimals, locale)
  return reading && say(texts.reading, { amount: formatUnit(reading, token.symbol) })
}
