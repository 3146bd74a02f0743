/** Formats amounts with all digits and with their symbols. */
import { formatFull, getDecimalSign } from '../../src/core/text/amount.ts'
import { getShown, type PreparedTransfer } from '../../src/core/payments/transfer.ts'

import { t } from '../base/texts.ts'
import { texts } from './texts.ts'

/** The no-break space between an amount and its unit. */
export const NO_BREAK = '\u00a0'

/** @param amount in base units */
export function formatTokenAmount(
  amount: bigint,
  { decimals, symbol }: { decimals: number; symbol: string },
): string {
  return formatUnit(formatFull(amount, decimals), symbol)
}

export function formatUnit(figure: string, symbol: string): string {
  return figure + NO_BREAK + symbol
}

/**
 * The amount of a transfer as wallets show it. If the token's mint multiplies amounts, the raw amount is added, which
 * the wallet signs.
 */
export function formatPayment(prepared: PreparedTransfer): string {
  const { multiplied, draft } = prepared
  const { token } = draft
  if (!token) return ''
  const what = formatTokenAmount(getShown(prepared), token)
  return multiplied ? t(texts.withRaw, { what, raw: formatFull(multiplied.raw, token.decimals) }) : what
}

/** The amount with all digits and with thousands separators. */
export function groupDigits(full: string, locale: string): string {
  const [whole = '0', fraction] = full.split('.')
  const grouped = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).format(BigInt(whole))
  return fraction === undefined ? grouped : grouped + getDecimalSign(locale) + fraction
}
