/**
 * The review of a payment for pages that draw it themselves: the state machine of `create-review.ts`, plus the required
 * consents. A page can confirm only the review on show, while it is fresh and every consent is given.
 *
 *   none ── prepare ──▶ preparing ──▶ ready ── agree, confirm ──▶ asking ──▶ sent
 *   any state ── form changed, cancel, or another account is active ──▶ none
 */
import { computed, effect, signal, untracked } from '@preact/signals-core'
import { BillfoldError, type ErrorRecord, fromErrorRecord } from '../core/base/errors.ts'
import type { CaipAddress } from '../core/chains/caip.ts'
import { findSent, type SentRow, type SentTransaction } from '../core/payments/sent.ts'
import type { Readable } from '../base/readable.ts'
import { when } from '../base/when.ts'
import type { Shell } from '../shell/shell.ts'
import type { Review, ReviewState, ReviewFailure } from './create-review.ts'
import { type RequiredConsent, findObstacle, getConsentKey, type Obstacle } from './required-consents.ts'
import { createEntryChanged } from './page-errors.ts'
import { renewAt } from './renew-at.ts'

/** The payment under review, with the values that the page has to show. */
export interface Reviewed<Prepared> {
  prepared: Prepared
  /** The amount that leaves the account, without the fee, as wallets show it. Base units of the token. */
  sends: bigint
  /** The amount that the receiver gets; for a swap, the minimum. Base units of the received token. */
  arrives: bigint
  /** Swap: the share of the value that is lost, such as 0.01. Absent if a price is unknown. */
  impact?: number
}

/** A prepared payment. It can be confirmed if it has no obstacle and every consent is given. */
export interface ReadyReview<Prepared> extends Reviewed<Prepared> {
  status: 'ready'
  /** The consents that the page must show, and give with `agree`, before `confirm`. May be empty. */
  mustAgree: readonly RequiredConsent[]
  /** Why the payment would certainly fail, so that it cannot be confirmed. Absent if no obstacle is known. */
  obstacle?: Obstacle
  /** Whether the payment is being prepared or checked again, and so cannot be confirmed. */
  isRenewed?: boolean
  /**
   * Expiry in milliseconds since 1970. After this time, the payment is prepared again before signing. Absent: never
   * expires.
   */
  expiresAt?: number
  /** Why the last attempt was not signed. */
  failure?: ReviewFailure
}

/** `approved`: how many approvals of a swap are confirmed. */
export type PageReviewState<Prepared, Steps = object> =
  /** Nothing is under review. */
  | { status: 'none' }
  | (Steps &
      (
        | { status: 'preparing' }
        | { status: 'unprepared'; error: ErrorRecord }
        | ReadyReview<Prepared>
        | (Reviewed<Prepared> &
            (
              | /** The wallet has the request. `startedAt`: milliseconds since 1970. */
                { status: 'asking'; startedAt: number }
              /**
               * The wallet may have sent the payment. The person must look in the wallet before the payment is
               * confirmed again with `isLookedFor`.
               */
              | { status: 'unknown'; failure?: ErrorRecord; isRenewed?: boolean }
              /** An approval has a hash, but the network has not confirmed it yet. */
              | { status: 'approving'; sent: SentTransaction }
              /** The payment has a hash. `sent.status` is its current status, which keeps changing. */
              | { status: 'sent'; sent: SentRow }
            ))
      ))

/** The review of a payment, for a page that draws it itself. */
export interface PageReview<Prepared, Steps = object> {
  readonly review: Readable<PageReviewState<Prepared, Steps>>
  /** Gives all consents that `mustAgree` of this review lists. Later consents must be given again. */
  agree(shown: PageReviewState<Prepared, Steps>): void
  /**
   * Asks the wallet once. Resolves with a hash: of the payment, or of an approval before a swap.
   * @param shown the review on show; another one is not sent
   * @param options `isLookedFor`: only in the state `unknown`, after the person has looked in the wallet and did not
   * find the payment
   * @throws payment_changed (another payment would be signed: show the review again), consent_missing (agree to
   * `mustAgree` first), transfer_refused or swap_refused (there is an obstacle), payment_pending (the payment is on its
   * way, or may be), outcome_unknown (the wallet may have sent it), aborted (`cancel` was called, and the wallet
   * declined), and the wallet's error, such as wallet_declined
   */
  confirm(
    shown: PageReviewState<Prepared, Steps>,
    options?: { isLookedFor?: boolean },
  ): Promise<SentTransaction>
  /** Ends the review. If the wallet already has the request, its answer is still used. */
  cancel(): void
}

/** What differs between kinds of payments. All methods may read signals. */
interface PageReviewPlan<Prepared, Made> {
  shell: Pick<Shell, 'account' | 'topic'>
  /** Whether the form still matches the review. */
  isCurrent(review: Made, prepared: Prepared | undefined): boolean
  /** The required consents, without the consent to a change for the worse. Undefined while they are unknown. */
  findDoubts(prepared: Prepared): readonly RequiredConsent[] | undefined
  /** Code of the consent to a change for the worse. */
  changed: 'amount_changed' | 'minimum_lowered'
  getReceiver(prepared: Prepared): string
  getAmounts(prepared: Prepared): Omit<Reviewed<Prepared>, 'prepared'>
  /** Expiry in milliseconds since 1970. Undefined: never expires. */
  getExpiry(prepared: Prepared): number | undefined
  confirm(review: Made, prepared: Prepared, isLookedFor: boolean): Promise<void>
  /** Code of the error for a payment with an obstacle. */
  refused: 'transfer_refused' | 'swap_refused'
  /** Keeps the shown values up to date while `review` has subscribers. Returns a stop function. */
  watch?(review: Made): () => void
}

type Confirmable = Parameters<typeof findObstacle>[0]

export function createPageReview<
  Draft extends { account: CaipAddress },
  Prepared extends Confirmable,
  Steps extends { approved?: number },
  Made extends Review<Draft, Prepared, Steps>,
>(plan: PageReviewPlan<Prepared, Made>) {
  type State = PageReviewState<Prepared, Steps>
  const { shell } = plan
  const current = signal<Made | undefined>(undefined)
  const agreed = signal<ReadonlySet<string>>(new Set())
  let unfollow = () => {}
  let unwatch = () => {}

  const isOnTop = ({ draft }: Made) => {
    const account = shell.account.value
    return account.status === 'connected' && account.caipAddress === draft.account
  }

  function read(): State {
    const made = current.value
    if (!made || !isOnTop(made)) return { status: 'none' }
    const state = made.state.value as Steps & ReviewState<Prepared>
    if (state.status === 'sent') {
      const { data } = shell.topic('sent', { account: made.draft.account }).value
      const sent = (data && findSent(data.payments, state.sent.hash)) ?? { ...state.sent, status: 'pending' }
      return { ...withAmounts(state), sent }
    }
    if (state.status === 'asking' || state.status === 'unknown') return withAmounts(state)
    if (!plan.isCurrent(made, 'prepared' in state ? state.prepared : undefined)) return { status: 'none' }
    if (state.status === 'ready') return toReady(state)
    return state.status === 'approving' ? withAmounts(state) : state
  }

  function withAmounts<S extends { prepared: Prepared }>(state: S) {
    return { ...state, ...plan.getAmounts(state.prepared) }
  }

  function toReady(state: Steps & Extract<ReviewState<Prepared>, { status: 'ready' }>): State {
    const { prepared, before, isRenewed } = state
    const found = plan.findDoubts(prepared)
    const all: RequiredConsent[] = [...(found ?? [])]
    if (before !== undefined) all.unshift({ code: plan.changed, before })
    const receiver = plan.getReceiver(prepared)
    const mustAgree = all.filter((one) => 'before' in one || !agreed.value.has(getConsentKey(one, receiver)))
    const obstacle = findObstacle(prepared)
    const expiresAt = plan.getExpiry(prepared)
    return {
      ...withAmounts(state),
      mustAgree,
      ...((isRenewed || !found) && { isRenewed: true }),
      ...(obstacle && { obstacle }),
      ...(expiresAt !== undefined && { expiresAt }),
    }
  }

  /** Starts the timers of the review. They run only while the review has subscribers. */
  function watch(): void {
    const due = computed(() => {
      const made = current.value
      const state = made?.state.value
      if (state?.status !== 'ready' || state.isRenewed) return undefined
      return { made: made!, until: plan.getExpiry(state.prepared) }
    })
    const until = computed(() => due.value?.until)
    const shown = computed(() => due.value?.made)
    const stops = [
      effect(() => {
        const at = until.value
        return at === undefined ? undefined : renewAt(at, async () => current.peek()?.prepare())
      }),
      effect(() => {
        const made = shown.value
        return made && plan.watch?.(made)
      }),
    ]
    unwatch = () => {
      for (const stop of stops) stop()
    }
  }

  const state = computed<State>(read, { watched: () => untracked(watch), unwatched: () => unwatch() })

  /** Watches the state of a review from its start, even without subscribers. */
  function begin(made: Made): void {
    end()
    agreed.value = new Set()
    current.value = made
    const stops = [
      // Keep the sent payments loaded: the preparation checks whether the same payment was already sent.
      shell.topic('sent', { account: made.draft.account }).subscribe(() => {}),
      effect(() => {
        if (!isOnTop(made)) untracked(end)
        // An approval is settled: prepare the next step.
        else if (made.state.value.status === 'preparing') untracked(() => void made.prepare())
      }),
    ]
    unfollow = () => {
      for (const stop of stops) stop()
    }
  }

  /**
   * Starts a review, and waits until it can be shown.
   * @param facts resolves when the data that `findDoubts` needs is loaded
   * @throws payment_changed if the review has ended meanwhile; the error of the preparation
   */
  async function prepare(made: Made, facts?: Promise<unknown>): Promise<State> {
    begin(made)
    await Promise.all([made.prepare(), facts])
    await when(() => made.state.value.status !== 'preparing' || state.value.status === 'none')
    const now = state.peek()
    if (now.status === 'unprepared') throw fromErrorRecord(now.error)
    if (now.status === 'none') throw createEntryChanged()
    return now
  }

  function end(): void {
    const made = current.peek()
    if (!made) return
    current.value = undefined
    made.cancel()
    made.leave()
    // Wait for the end of the effect that may be running: it cannot be stopped from inside.
    queueMicrotask(unfollow)
    unfollow = () => {}
  }

  async function confirm(shown: State | undefined, { isLookedFor = false } = {}): Promise<SentTransaction> {
    const made = current.peek()
    const now = state.peek()
    if (now.status === 'asking' || now.status === 'sent' || now.status === 'approving')
      throw new BillfoldError('payment_pending', 'The wallet was already asked for this payment.')
    if (!made || !('prepared' in now) || !shown || !('prepared' in shown) || now.prepared !== shown.prepared)
      throw createChanged()
    if (now.isRenewed) throw createChanged()
    if (now.status === 'ready') assertReady(now)
    await plan.confirm(made, now.prepared, isLookedFor)
    return getOutcome(made.state.peek() as Steps & ReviewState<Prepared>, current.peek() === made)
  }

  function assertReady({ obstacle, mustAgree }: ReadyReview<Prepared>): void {
    if (obstacle)
      throw new BillfoldError(plan.refused, 'This payment would fail. Change it, or prepare it again.', {
        context: { reason: obstacle },
      })
    if (mustAgree.length === 0) return
    const consents = mustAgree.map(({ code }) => code).join(' ')
    throw new BillfoldError(
      'consent_missing',
      `This payment needs consent first: ${consents}. Show it, then call agree().`,
      { context: { consents } },
    )
  }

  return {
    prepare,
    review: state as Readable<State>,
    agree(shown: State): void {
      if (shown.status !== 'ready') return
      const receiver = plan.getReceiver(shown.prepared)
      const isChange = ({ code }: RequiredConsent) => code === plan.changed
      agreed.value = new Set([
        ...agreed.peek(),
        ...shown.mustAgree.filter((one) => !isChange(one)).map((one) => getConsentKey(one, receiver)),
      ])
      if (shown.mustAgree.some(isChange)) current.peek()?.accept(shown.prepared)
    },
    confirm,
    cancel: end,
  }
}

function getOutcome<Prepared>(state: ReviewState<Prepared>, isHeld: boolean): SentTransaction {
  if (state.status === 'sent' || state.status === 'approving') return state.sent
  const failure = 'failure' in state ? state.failure : undefined
  if (failure && 'context' in failure) throw fromErrorRecord(failure)
  if (state.status === 'unknown') throw createUnknown()
  if (!isHeld)
    throw new BillfoldError('aborted', 'This payment was cancelled, and the wallet did not send it.')
  throw createChanged()
}

function createChanged(): BillfoldError {
  return new BillfoldError(
    'payment_changed',
    'This is not the current review. Show `review.value`, and confirm that.',
  )
}

function createUnknown(): BillfoldError {
  return new BillfoldError(
    'outcome_unknown',
    'The wallet may have sent this payment. Check there. If it was not sent, confirm with isLookedFor.',
  )
}
