/** Whether the card shows this payment. A payment continues while the card shows another view. */
import type { Replacement } from '../../src/payments/create-replacement.ts'
import type { Revocation } from '../../src/payments/create-revocation.ts'
import type { Swap } from '../../src/payments/create-swap.ts'
import type { Transfer } from '../../src/payments/create-transfer.ts'
import type { Shell } from '../../src/shell/shell.ts'

/** Kinds of payments that have a review. */
export type Reviewed = Transfer | Swap | Revocation

export function isShown({ open, router, pagePayment }: Shell, payment: Reviewed | Replacement): boolean {
  const route = router.current.peek()
  if (!open.peek()) return false
  if (route.view === 'WalletSendPreview') return route.data?.transfer === payment
  if (route.view === 'Pay') return pagePayment.peek()?.transfer === payment
  if (route.view === 'SpendingCap') return route.data?.revocation === payment
  if (route.view === 'ReplacePayment') return route.data?.replacement === payment
  return route.view === 'SwapPreview' && route.data?.swap === payment
}
