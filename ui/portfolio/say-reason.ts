import type { TokenRow, Unverified } from '../../src/core/portfolio.ts'
import { say } from '../texts.ts'
import { texts } from './texts.ts'

/** What was seen about a token that stands apart. */
export function sayReason(row: TokenRow, { reason, imitates }: Unverified): string {
  if (imitates === undefined) return texts.reasons[reason]
  return say(row.unusual ? texts.foreignLetters : texts.sameSymbol, { symbol: imitates })
}
