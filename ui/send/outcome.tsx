/** It has a hash: what is known of it, until the network has said what became of it. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { findSent, type SentRow, type SentTransaction } from '../../src/core/payments/sent.ts'
import type { PreparedTransfer } from '../../src/core/payments/transfer.ts'
import type { Transfer } from '../../src/payments/create-transfer.ts'
import { isShown } from '../payments/is-shown.ts'
import { PaymentStatus } from '../payments/payment-status.tsx'
import { useShell } from '../base/shell-context.ts'
import { iconOf } from '../money/icon-of.ts'

interface OutcomeProps {
  transfer: Transfer
  prepared: PreparedTransfer
  sent: SentTransaction
}

export function Outcome({ transfer, prepared, sent }: OutcomeProps) {
  useSignals()
  const shell = useShell()
  const { router, topic } = shell
  const { draft, receiver } = prepared
  const rows = topic('sent', { account: sent.account }).value.data?.payments ?? []
  const payment: SentRow = findSent(rows, sent.hash) ?? { ...sent, status: 'pending' }
  // Tokens and what goes over Solana end on the account (A82); a message says there what became of them.
  const endsThere =
    payment.status === 'confirmed' && (draft.token?.kind === 'token' || sent.account.startsWith('solana:'))
  useEffect(() => {
    if (endsThere && isShown(shell, transfer)) router.goHome()
  }, [shell, router, transfer, endsThere])
  return <PaymentStatus payment={payment} name={receiver.name} iconUrl={iconOf(draft.token)} />
}
