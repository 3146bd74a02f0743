/**
 * The review of a swap: approvals first, then the swap. When an approval is confirmed, the allowance and the price are
 * requested again. A lower minimum has to be accepted before it is signed (F30).
 */
import { findSent, isOpen, isQueued, isSamePayment, type SentTransaction } from '../core/payments/sent.ts'
import { type PreparedSwap, QUOTE_LIFE, type SwapDraft } from '../core/payments/swap.ts'
import type { TopicSignals } from '../worker-link/topics.ts'
import { createReview, type Review } from './create-review.ts'
import { waiveSponsoredFee, type FeePayerShell } from './fee-payer.ts'
import type { Payments } from './payments.ts'
import { createChanged, toSwapIntent } from './to-swap-intent.ts'

/** `approved`: how many approvals of the swap are confirmed. */
export type SwapState = Swap['state']['value']

export interface Swap extends Review<SwapDraft, PreparedSwap, { approved: number }> {
  /**
   * Asks the wallet for the next step, once. Never rejects: the outcome is in `state`.
   * @param shown the swap on show; another one is not signed
   * @param current draft from the current form; a swap prepared from another draft is not signed
   * @param isLookedFor whether the person has looked in the wallet and did not find the earlier request
   */
  sign(shown: PreparedSwap, current: SwapDraft | undefined, isLookedFor?: boolean): Promise<void>
}

interface SwapOptions {
  shell: FeePayerShell & {
    call: TopicSignals['call']
    topic: TopicSignals['get']
    payments(): Promise<Payments>
  }
  /** Called when the swap itself has a hash. */
  onSent(swap: Swap, sent: SentTransaction): void
  /** The time in milliseconds since 1970. */
  now?: () => number
}

export function createSwap(draft: SwapDraft, options: SwapOptions): Swap {
  const { shell, onSent, now = Date.now } = options
  const sent = () => shell.topic('sent', { account: draft.account })
  /** The highest minimum that was shown, or a lower one that the person has accepted since. Base units. */
  let accepted = 0n

  const {
    confirm,
    revise: _,
    ...review
  } = createReview<SwapDraft, PreparedSwap, { approved: number }>(
    {
      draft,
      now,
      payments: shell.payments,
      prepare: async (signal) => waiveSponsoredFee(await shell.call('prepareSwap', draft, { signal }), shell),
      // `now() < preparedAt`: the clock was set back.
      isExpired: ({ preparedAt }) => now() - preparedAt > QUOTE_LIFE || now() < preparedAt,
      compare({ minimum }) {
        if (minimum < accepted) return accepted
        accepted = minimum
        return undefined
      },
      accept: ({ minimum }) => void (accepted = minimum),
      toIntent(prepared, current) {
        if (prepared.minimum < accepted) throw createChanged()
        return toSwapIntent(prepared, current)
      },
      approvals: {
        findOpen(prepared) {
          if (prepared.approvals.length === 0) return undefined
          const { transaction: _, ...facts } = toSwapIntent(prepared, draft)
          const all = sent().peek().data?.payments ?? []
          return all.find((one) => isOpen(one) && isSamePayment(one, facts))
        },
        watch({ hash }, onSettled) {
          let stop: (() => void) | undefined
          let isOver = false
          stop = sent().subscribe(({ data }) => {
            const row = data && findSent(data.payments, hash)
            if (isOver || !row || isOpen(row) || isQueued(row)) return
            isOver = true
            stop?.()
            onSettled(row.status)
          })
          if (isOver) stop()
          return stop
        },
      },
      onSent: (one) => onSent(swap, one),
    },
    { approved: 0 },
  )
  const swap: Swap = {
    ...review,
    sign: confirm,
  }
  return swap
}
