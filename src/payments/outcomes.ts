/**
 * Shows the outcome of each payment. The journal stores which outcome was shown, as long as the payment is not settled.
 */
import { isCancel } from '../core/payments/replacement.ts'
import { isOpen, isOpenStatus, isQueued, type SentRow, toSent } from '../core/payments/sent.ts'
import type { Snacks } from '../base/snacks.ts'
import type { TopicSignals } from '../worker-link/topics.ts'
import type { KeptSent, PaymentJournal } from './payment-journal.ts'
import { createPaymentMessage } from './payment-message.ts'

interface OutcomesOptions {
  call: TopicSignals['call']
  snacks: Pick<Snacks, 'show'>
}

/** Shows the outcome as soon as it is known, and again if a reorganisation of the chain changes it. */
export function createOutcomes(journal: PaymentJournal, options: OutcomesOptions) {
  return (sent: KeptSent, found: SentRow): void => {
    const announced = isOpen(found) ? undefined : found.status
    // A worker without a disk may report the payment as pending although its outcome was already shown.
    if (!announced && sent.announced && !found.isReopened) return
    if (found.hash !== sent.hash || found.isSettled) journal.remove(sent.hash)
    if (!found.isSettled && (found.hash !== sent.hash || announced !== sent.announced))
      journal.add({ ...toSent(found), ...(announced && { announced }) })
    if (announced === sent.announced) return
    // A payment that is pending again has lost its block: announce this. A queued payment that becomes pending has only
    // progressed: announce nothing.
    if (announced || !isQueued({ status: sent.announced! })) announce(found, options)
  }
}

/** Shows the outcome, and refreshes the account's balances and activity. */
function announce(payment: SentRow, { call, snacks }: OutcomesOptions): void {
  for (const name of ['portfolio', 'activity'] as const)
    call('refresh', { topic: name, params: { account: payment.account } }).catch(() => {})
  announceOutcome(payment, snacks)
}

/**
 * Shows the outcome of a payment, or that its block was replaced and the payment is pending again. Approvals of a swap
 * have no message while they are pending or confirmed: the view of the swap shows these states.
 */
function announceOutcome(payment: SentRow, snacks: Pick<Snacks, 'show'>): void {
  const { status, hash } = payment
  const isReopened = isOpenStatus(status)
  const message = createPaymentMessage(payment, isReopened ? 'reopened' : status)
  // A cancel has no message of its own: the outcome of the cancelled payment is shown.
  if (!message || isCancel(payment)) return
  const isGood = status === 'confirmed' || isQueued(payment)
  snacks.show({
    variant: isGood ? 'success' : 'error',
    // A message with the hash is not shown while the payment's own view is open. Show this message there too, since a
    // payment that is pending again may end differently.
    message: { ...message, ...(!isReopened && { hash }) },
  })
}
