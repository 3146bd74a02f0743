/**
 * The review of a transfer, with one step. Right before the wallet is asked, the receiver is compared again with the
 * known addresses: the history may have loaded meanwhile, with an address that the receiver imitates. A new warning is
 * then shown, and the wallet is not asked.
 */
import type { CaipAddress } from '../core/chains/caip.ts'
import type { SentTransaction } from '../core/payments/sent.ts'
import {
  areSettled,
  findNewWarnings,
  getMoved,
  isOtherAmount,
  mergeWarnings,
  type PreparedTransfer,
  sortWarnings,
  type TransferDraft,
} from '../core/payments/transfer.ts'
import type { TopicSignals } from '../worker-link/topics.ts'
import { createReview, type Review, type ReviewState } from './create-review.ts'
import { waiveSponsoredFee, type FeePayerShell } from './fee-payer.ts'
import type { Payments } from './payments.ts'
import { toTransferIntent } from './to-transfer-intent.ts'

export type TransferState = ReviewState<PreparedTransfer>

export interface Transfer extends Review<TransferDraft, PreparedTransfer> {
  /**
   * Checks the receiver again while the review is on show. The first call uses the result of the preparation. Resolves
   * to whether the check is complete; never rejects.
   */
  look(): Promise<boolean>
  /**
   * Asks the wallet once. Never rejects: the outcome is in `state`.
   * @param shown the transfer on show; another one is not sent
   * @param draft draft from the current form; a transfer prepared from another draft is not sent
   * @param isLookedFor whether the person has looked in the wallet and did not find the earlier request
   */
  send(shown: PreparedTransfer, draft: TransferDraft | undefined, isLookedFor?: boolean): Promise<void>
}

interface TransferOptions {
  shell: FeePayerShell & { call: TopicSignals['call']; payments(): Promise<Payments> }
  /** All connected accounts, on any network. */
  own: readonly CaipAddress[]
  /** Called when the transfer has a hash. */
  onSent(transfer: Transfer, sent: SentTransaction): void
  /** The time in milliseconds since 1970. */
  now?: () => number
}

export function createTransfer(draft: TransferDraft, options: TransferOptions): Transfer {
  const { shell, own, onSent, now = Date.now } = options
  /** The transfer that was shown first, or a changed one that the person has accepted since. */
  let accepted: PreparedTransfer | undefined
  let hasLooked = false

  const { confirm, revise, ...review } = createReview<TransferDraft, PreparedTransfer, object>(
    {
      draft,
      now,
      payments: shell.payments,
      prepare: async (signal) =>
        waiveSponsoredFee(await shell.call('prepareTransfer', { draft, own }, { signal }), shell),
      isExpired: ({ freshUntil = Infinity }) => now() > freshUntil,
      compare(prepared) {
        if (accepted && isOtherAmount(accepted, prepared)) return getMoved(accepted)
        accepted ??= prepared
        return undefined
      },
      accept: (prepared) => void (accepted = prepared),
      toIntent: toTransferIntent,
      async check(prepared) {
        const seen = await shell.call('checkReceiver', { draft, own, isOffline: true })
        const newWarnings = findNewWarnings(seen, prepared.warnings)
        if (newWarnings.length === 0) return undefined
        const others = prepared.warnings.filter(({ code }) => !newWarnings.some((one) => one.code === code))
        return { ...prepared, warnings: sortWarnings([...newWarnings, ...others]) }
      },
      onSent: (sent) => onSent(transfer, sent),
    },
    {},
  )
  const transfer: Transfer = {
    ...review,
    async look() {
      if (!hasLooked) {
        hasLooked = true
        const shown = review.state.peek()
        return shown.status === 'ready' && areSettled(shown.prepared.warnings)
      }
      const seen = await shell.call('checkReceiver', { draft, own }).catch(() => undefined)
      const isShown =
        seen &&
        revise((prepared) => {
          const warnings = mergeWarnings(seen, prepared.warnings)
          // Keep the object if nothing has changed, since a page confirms the object that it has rendered.
          const isSame = JSON.stringify(warnings) === JSON.stringify(prepared.warnings)
          return isSame ? prepared : { ...prepared, warnings }
        })
      return isShown === true && areSettled(seen!)
    },
    send: confirm,
  }
  return transfer
}
