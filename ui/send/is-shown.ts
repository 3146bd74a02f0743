/** Whether the card shows this transfer: it may go on while a person is somewhere else. */
import type { Transfer } from '../../src/payments/create-transfer.ts'
import type { Shell } from '../../src/shell/shell.ts'

export function isShown({ open, router }: Shell, transfer: Transfer): boolean {
  const route = router.current.peek()
  return open.peek() && route.view === 'WalletSendPreview' && route.data?.transfer === transfer
}
