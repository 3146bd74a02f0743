import type { SentTransaction } from '../../src/core/payments/sent.ts'
import type { Swap } from '../../src/payments/create-swap.ts'
import type { Transfer } from '../../src/payments/create-transfer.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { isShown } from './is-shown.ts'

/** It has a hash: balances are asked for, and who looks elsewhere is told. */
export function announceSent(
  shell: Shell,
  payment: Transfer | Swap,
  { account, out }: SentTransaction,
): void {
  shell.call('refresh', { topic: 'portfolio', params: { account } }).catch(() => {})
  if (isShown(shell, payment)) return
  const message = { code: 'payment_pending', what: `${out.text} ${out.symbol}` } as const
  shell.snacks.show({ variant: 'success', message })
}
