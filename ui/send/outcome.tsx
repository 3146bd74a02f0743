/** The status of a payment that has a hash. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import type { SentTransaction } from '../../src/core/payments/sent.ts'
import type { PreparedTransfer } from '../../src/core/payments/transfer.ts'
import type { Transfer } from '../../src/payments/create-transfer.ts'
import { isShown } from '../payments/is-shown.ts'
import { PaymentStatus } from '../payments/payment-status.tsx'
import { usePayment } from '../payments/use-payment.ts'
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
  const { router } = shell
  const { draft, receiver } = prepared
  const payment = usePayment(sent)
  // Token and Solana transfers return to the account view (A82), where a message shows the outcome.
  const endsThere = draft.token?.kind === 'token' || sent.account.startsWith('solana:')
  const hasEnded = endsThere && payment.status === 'confirmed'
  useEffect(() => {
    if (hasEnded && isShown(shell, transfer)) router.goHome()
  }, [shell, router, transfer, hasEnded])
  return (
    <PaymentStatus payment={payment} name={receiver.name} iconUrl={iconOf(draft.token)} isLeft={endsThere} />
  )
}
