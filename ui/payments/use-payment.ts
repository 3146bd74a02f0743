import { useSignals } from '@preact/signals-react/runtime'
import { findLatest } from '../../src/core/payments/replacement.ts'
import type { SentRow, SentTransaction } from '../../src/core/payments/sent.ts'
import { useShell } from '../base/shell-context.ts'

/** The current state of a sent payment. */
export function usePayment(sent: SentTransaction): SentRow {
  useSignals()
  const rows = useShell().topic('sent', { account: sent.account }).value.data?.payments ?? []
  return findLatest(rows, sent.hash) ?? { ...sent, status: 'pending' }
}
