import type { SentTransaction } from '../../src/core/payments/sent.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { isShown, type Reviewed } from './is-shown.ts'

/** After a payment receives its hash: refreshes the balances, and shows a message if another view is open. */
export function announceSent(shell: Shell, payment: Reviewed, { account, out }: SentTransaction): void {
  shell.call('refresh', { topic: 'portfolio', params: { account } }).catch(() => {})
  if (isShown(shell, payment)) return
  const message = { code: 'payment_pending', what: `${out.text} ${out.symbol}` } as const
  shell.snacks.show({ variant: 'success', message })
}
