/** Whether the card shows this transfer or swap: it may go on while a person is somewhere else. */
import type { Swap } from '../../src/payments/create-swap.ts'
import type { Transfer } from '../../src/payments/create-transfer.ts'
import type { Shell } from '../../src/shell/shell.ts'

export function isShown({ open, router, pagePayment }: Shell, payment: Transfer | Swap): boolean {
  const route = router.current.peek()
  if (!open.peek()) return false
  if (route.view === 'WalletSendPreview') return route.data?.transfer === payment
  if (route.view === 'Pay') return pagePayment.peek()?.transfer === payment
  return route.view === 'SwapPreview' && route.data?.swap === payment
}
