/** Announces the outcome of each payment, and keeps in the journal what was announced of unsettled ones. */
import { isCancel } from '../core/payments/replacement.ts'
import { isOpen, isQueued, type SentRow, toSent } from '../core/payments/sent.ts'
import type { Snacks } from '../base/snacks.ts'
import type { TopicSignals } from '../worker-link/topics.ts'
import type { KeptSent, PaymentJournal } from './payment-journal.ts'
import { createPaymentMessage } from './payment-message.ts'

interface OutcomesOptions {
  call: TopicSignals['call']
  snacks: Pick<Snacks, 'show'>
}

/** Reports the outcome at once, and again if a reorganisation changes it. */
export function createOutcomes(journal: PaymentJournal, options: OutcomesOptions) {
  return (sent: KeptSent, found: SentRow): void => {
    const announced = isOpen(found) ? undefined : found.status
    // A worker without a disk may not know yet the outcome that was shown before.
    if (!announced && sent.announced && !found.isReopened) return
    if (found.hash !== sent.hash || found.isSettled) journal.remove(sent.hash)
    if (!found.isSettled && (found.hash !== sent.hash || announced !== sent.announced))
      journal.add({ ...toSent(found), ...(announced && { announced }) })
    if (announced === sent.announced) return
    // A queued payment goes on; any other one that is open again has lost its block.
    if (announced || !isQueued({ status: sent.announced! })) announce(found, options)
  }
}

/** Shows the outcome, and refreshes the account's balances and activity. */
function announce(payment: SentRow, { call, snacks }: OutcomesOptions): void {
  for (const name of ['portfolio', 'activity'] as const)
    call('refresh', { topic: name, params: { account: payment.account } }).catch(() => {})
  announceOutcome(payment, snacks)
}

/** Shows the outcome of a payment, also when its block was replaced. */
function announceOutcome(payment: SentRow, snacks: Pick<Snacks, 'show'>): void {
  const { status, hash } = payment
  const isReopened = status === 'pending' || status === 'late' || status === 'dropped'
  const message = createPaymentMessage(payment, isReopened ? 'reopened' : status)
  // For a cancel, only the outcome of the cancelled payment is shown.
  if (!message || isCancel(payment)) return
  const isGood = status === 'confirmed' || isQueued(payment)
  snacks.show({
    variant: isGood ? 'success' : 'error',
    // A reopened payment may end differently, so show the message even above its own view.
    message: { ...message, ...(!isReopened && { hash }) },
  })
}
