/** The review of a spending cap's revocation. It has one step: an approval of 0. */
import { BillfoldError } from '../core/base/errors.ts'
import type { PreparedRevocation, RevocationDraft } from '../core/payments/allowance.ts'
import type { SentTransaction } from '../core/payments/sent.ts'
import type { TopicSignals } from '../worker-link/topics.ts'
import { createReview, type Review } from './create-review.ts'
import { waiveSponsoredFee, type FeePayerShell } from './fee-payer.ts'
import type { PaymentIntent, Payments } from './payments.ts'

export interface Revocation extends Review<RevocationDraft, PreparedRevocation> {
  /**
   * Asks the wallet once. Never rejects: the outcome is in `state`.
   * @param shown the revocation on show; another one is not signed
   * @param isLookedFor whether the person has looked in the wallet and did not find the earlier request
   */
  revoke(shown: PreparedRevocation, isLookedFor?: boolean): Promise<void>
}

interface RevocationOptions {
  shell: FeePayerShell & { call: TopicSignals['call']; payments(): Promise<Payments> }
  /** Called when the revocation has a hash. */
  onSent(revocation: Revocation, sent: SentTransaction): void
}

export function createRevocation(draft: RevocationDraft, options: RevocationOptions): Revocation {
  const { shell, onSent } = options
  const {
    confirm,
    revise: _,
    ...review
  } = createReview<RevocationDraft, PreparedRevocation, object>(
    {
      draft,
      now: Date.now,
      payments: shell.payments,
      prepare: async (signal) =>
        waiveSponsoredFee(await shell.call('prepareRevocation', draft, { signal }), shell),
      isExpired: () => false,
      // A changed spending cap does not matter, since the revocation sets it to 0.
      compare: () => undefined,
      accept() {},
      toIntent: toRevocationIntent,
      onSent: (sent) => onSent(revocation, sent),
    },
    {},
  )
  const revocation: Revocation = {
    ...review,
    revoke: (shown, isLookedFor) => confirm(shown, draft, isLookedFor),
  }
  return revocation
}

/** @throws payment_changed if nothing is left to revoke, or if the prepared revocation is for another spending cap */
export function toRevocationIntent(
  prepared: PreparedRevocation,
  draft: RevocationDraft | undefined,
): PaymentIntent {
  const { allowance, transaction } = prepared
  const { account, token, spender } = prepared.draft
  const isSame = account === draft?.account && token === draft.token && spender === draft.spender
  if (!isSame || !allowance || allowance.token !== token || allowance.spender !== spender)
    throw new BillfoldError('payment_changed', 'This differs from what was shown. Review it again.')
  return Object.freeze({
    account,
    kind: 'approve',
    to: spender,
    out: Object.freeze({ symbol: allowance.symbol, text: '0', units: '0', token }),
    transaction: Object.freeze({ ...transaction }),
  })
}
