/**
 * Whether the token can be sent: there is an amount, and the token has decimals. A token without decimals is a ticket
 * or a pass (A103).
 */
import type { TokenRow } from '../core/assets/portfolio.ts'

export function canSendToken({ kind, decimals, amount }: TokenRow): boolean {
  return amount > 0n && (decimals > 0 || kind === 'native')
}
