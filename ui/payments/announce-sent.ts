import type { SentTransaction } from '../../src/core/payments/sent.ts'
import { createPaymentMessage } from '../../src/payments/payment-message.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { isShown, type Reviewed } from './is-shown.ts'

/** Refreshes the balances when a payment has got its hash, and shows a message if another view is open. */
export function announceSent(shell: Shell, payment: Reviewed, sent: SentTransaction): void {
  shell.call('refresh', { topic: 'portfolio', params: { account: sent.account } }).catch(() => {})
  const message = createPaymentMessage(sent, 'pending')
  if (message && !isShown(shell, payment)) shell.snacks.show({ variant: 'success', message })
}
