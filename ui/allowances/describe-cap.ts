/** Puts spending caps into words. */
import type { Allowance } from '../../src/core/payments/allowance.ts'
import { getAtRisk, isUnlimited } from '../../src/core/payments/allowance.ts'
import { formatFull } from '../../src/core/text/amount.ts'
import { formatUnit, groupDigits } from '../money/format-amount.ts'
import type { FormatFiat } from '../money/use-prices.ts'
import { texts } from './texts.ts'

export interface CapWords {
  figure: string
  unit: string
}

export function describeCap(allowance: Allowance, locale: string): CapWords {
  const { amount, symbol } = allowance
  if (isUnlimited(allowance)) return { figure: texts.unlimited, unit: symbol || texts.someToken }
  return describeAmount(amount, allowance, locale)
}

/** The amount with all digits. If the token does not return its decimals, the amount is in base units. */
function describeAmount(amount: bigint, { symbol, decimals }: Allowance, locale: string): CapWords {
  if (decimals === undefined) return { figure: groupDigits(String(amount), locale), unit: texts.units }
  return { figure: groupDigits(formatFull(amount, decimals), locale), unit: symbol || texts.someToken }
}

/** The amount that the spender could take now, in dollars if the price is known. Undefined if the balance is unknown. */
export function describeRisk(
  allowance: Allowance,
  formatFiat: FormatFiat,
  locale: string,
): string | undefined {
  const amount = getAtRisk(allowance)
  if (amount === undefined) return undefined
  const { token, decimals } = allowance
  const worth = decimals === undefined ? undefined : formatFiat(token, amount, decimals)
  const { figure, unit } = describeAmount(amount, allowance, locale)
  return worth ?? formatUnit(figure, unit)
}
