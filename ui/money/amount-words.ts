/** The text beside an amount field: why the amount is invalid, or how it was understood. */
import { formatReading, type TypedAmount } from '../../src/core/payments/typed-amount.ts'
import { t } from '../base/texts.ts'
import { formatUnit } from './format-amount.ts'
import { texts } from './texts.ts'

type Unit = { symbol: string; decimals: number } | undefined

/** Why the amount is invalid; undefined if it is valid. `token`: the unit in which it is entered. */
export function describeAmountFault(amount: TypedAmount, token: Unit): string | undefined {
  if (amount.status !== 'wrong') return undefined
  const { fault, decimalSign: sign } = amount
  if (fault === 'digits')
    return t(texts.faults.digits, { token: token?.symbol ?? '', n: token?.decimals ?? 0 })
  return t(texts.faults[fault], { sign })
}

/** How an amount in an unusual form was understood, such as `= 0.5 ETH`. */
export function describeReading(
  typed: string,
  amount: TypedAmount,
  token: Unit,
  locale: string,
): string | undefined {
  const reading = token && formatReading(typed, amount, token.decimals, locale)
  return reading && t(texts.reading, { amount: formatUnit(reading, token.symbol) })
}
