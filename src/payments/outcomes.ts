/** Announces the outcome of each payment, and keeps in the journal what was announced of unsettled ones. */
import { isOpen, isQueued, type SentRow, toSent } from '../core/payments/sent.ts'
import type { Snacks } from '../base/snacks.ts'
import type { TopicSignals } from '../worker-link/topics.ts'
import type { KeptSent, PaymentJournal } from './payment-journal.ts'

interface OutcomesOptions {
  call: TopicSignals['call']
  snacks: Pick<Snacks, 'show'>
}

/** Its outcome is said at once, and once more where another block has changed it. */
export function createOutcomes(journal: PaymentJournal, options: OutcomesOptions) {
  return (sent: KeptSent, found: SentRow): void => {
    const announced = isOpen(found) ? undefined : found.status
    // A worker without a disk has yet to find out what was told before.
    if (!announced && sent.announced && !found.isReopened) return
    if (found.hash !== sent.hash || found.isSettled) journal.remove(sent.hash)
    if (!found.isSettled && (found.hash !== sent.hash || announced !== sent.announced))
      journal.add({ ...toSent(found), ...(announced && { announced }) })
    if (announced === sent.announced) return
    // A queued payment goes on; any other one that is open again has lost its block.
    if (announced || !isQueued({ status: sent.announced! })) announce(found, options)
  }
}

/** What the account holds and has done is another by now. */
function announce(payment: SentRow, { call, snacks }: OutcomesOptions): void {
  for (const name of ['portfolio', 'activity'] as const)
    call('refresh', { topic: name, params: { account: payment.account } }).catch(() => {})
  announceOutcome(payment, snacks)
}

/** Says what became of a payment, also where it is open again because its block was replaced. That somebody may spend now is a step on the way, and the view's to say. */
function announceOutcome(payment: SentRow, snacks: Pick<Snacks, 'show'>): void {
  const { kind, status, out, hash } = payment
  const isGood = status === 'confirmed'
  if (isGood && kind === 'approve') return
  const code = isGood && kind === 'swap' ? 'swap_confirmed' : (`payment_${status}` as const)
  const what = `${out.text} ${out.symbol}`
  const message = isOpen(payment)
    ? ({ code: 'payment_reopened', what } as const)
    : ({ code, what, hash } as const)
  snacks.show({ variant: isGood || isQueued(payment) ? 'success' : 'error', message })
}
