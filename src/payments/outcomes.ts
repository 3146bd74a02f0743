/** Announces the outcome of each payment, and keeps in the journal what was announced of unsettled ones. */
import { isCancel } from '../core/payments/replacement.ts'
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
  const { status, out, hash } = payment
  const code = getCode(payment)
  // The cancelled payment's outcome is said.
  if (!code || isCancel(payment)) return
  const isGood = status === 'confirmed' || isQueued(payment)
  snacks.show({
    variant: isGood ? 'success' : 'error',
    // What is open again may end otherwise: it is said above its view, too.
    message: { code, what: `${out.text} ${out.symbol}`, ...(!isOpen(payment) && { hash }) },
  })
}

function getCode({ kind, status }: SentRow) {
  const subject = kind === 'approve' ? 'approval' : 'payment'
  switch (status) {
    case 'pending':
    case 'late':
    case 'dropped':
      return `${subject}_reopened` as const
    case 'confirmed':
      return ({ send: 'payment_confirmed', swap: 'swap_confirmed', approve: undefined } as const)[kind]
    default:
      return `${subject}_${status}` as const
  }
}
