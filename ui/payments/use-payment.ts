import { findSent, type SentRow, type SentTransaction } from '../../src/core/payments/sent.ts'
import { useShell } from '../base/shell-context.ts'

/** What is known of a payment by now. Reads a topic: the component must start with `useSignals()`. */
export function usePayment(sent: SentTransaction): SentRow {
  const rows = useShell().topic('sent', { account: sent.account }).value.data?.payments ?? []
  return findSent(rows, sent.hash) ?? { ...sent, status: 'pending' }
}
