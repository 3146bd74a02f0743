/**
 * The review of one payment, from its draft to its hash. Views read its state; only this code asks a wallet to pay. A
 * transfer has one step; a swap may have approvals before it.
 *
 *   preparing ─┬─▶ ready
 *              └─▶ unprepared
 *   ready ── confirm, check ─┬─▶ asking
 *                            └─ payment has changed ──▶ ready
 *   asking ─┬─ hash of the last step ──▶ sent
 *           ├─ hash of an approval ──▶ approving ─┬─ settled ──▶ preparing
 *           │                                     └─ reverted ──▶ ready
 *           ├─ declined, refused or cancelled here ──▶ ready
 *           └─ unclear answer ──▶ unknown ── person has looked in the wallet, confirm ──▶ asking
 *
 * Only the payment on show is signed, and a change for the worse has to be accepted first (F30). After Cancel the
 * wallet may still send, so its late answer is used (F28).
 */
import { signal } from '@preact/signals-core'
import { BillfoldError, type ErrorRecord, hasCode, toErrorRecord } from '../core/base/errors.ts'
import { isSamePayment, type SentStatus, type SentTransaction } from '../core/payments/sent.ts'
import type { Readable } from '../base/readable.ts'
import type { PaymentIntent, Payments } from './payments.ts'

export type ReviewState<Prepared> =
  /** The first preparation, which the view starts. */
  | { status: 'preparing' }
  /** The preparation failed. */
  | { status: 'unprepared'; error: ErrorRecord }
  /**
   * `failure`: why the last attempt was not signed. `isRenewed`: the payment is being prepared or checked again.
   * `before`: the amount that was accepted last, in base units. Set after a change for the worse, which must be
   * accepted before signing.
   */
  | { status: 'ready'; prepared: Prepared; failure?: ReviewFailure; isRenewed?: boolean; before?: bigint }
  /** `startedAt`: milliseconds since 1970. */
  | { status: 'asking'; prepared: Prepared; startedAt: number }
  /**
   * The wallet may have sent the payment. `failure`: why the second attempt failed. `isRenewed`: the payment is being
   * checked again.
   */
  | { status: 'unknown'; prepared: Prepared; failure?: ErrorRecord; isRenewed?: boolean }
  /** An approval was sent and is not settled yet. */
  | { status: 'approving'; prepared: Prepared; sent: SentTransaction }
  | { status: 'sent'; prepared: Prepared; sent: SentTransaction }

/** `approval_failed`: the approval's transaction was reverted. */
export type ReviewFailure = ErrorRecord | { code: 'approval_failed' }

/** `Steps`: further fields of each state, such as the number of confirmed approvals. */
export interface Review<Draft, Prepared, Steps = object> {
  readonly draft: Draft
  readonly state: Readable<Steps & ReviewState<Prepared>>
  prepare(): Promise<void>
  /** Accepts the change for the worse, if `shown` is still on show. */
  accept(shown: Prepared): void
  /** Stops waiting for the wallet. A late answer is still used. */
  cancel(): void
  /** Called when the view is left: stops preparing. */
  leave(): void
}

/** What differs between kinds of payments. */
export interface ReviewPlan<Draft, Prepared> {
  draft: Draft
  prepare(signal: AbortSignal): Promise<Prepared>
  /** Whether the payment has expired and must be prepared again before signing. */
  isExpired(prepared: Prepared): boolean
  /**
   * Compares the payment with the one that the person accepted last. A payment that is not worse becomes the accepted
   * one.
   * @returns the accepted amount if this payment is worse
   */
  compare(prepared: Prepared): bigint | undefined
  /** Called when the person has accepted the change for the worse. */
  accept(prepared: Prepared): void
  /** The next step to send. @param current draft from the current form. @throws payment_changed */
  toIntent(prepared: Prepared, current: Draft | undefined): PaymentIntent
  /**
   * Checks the payment again right before the wallet is asked. If the payment has changed, resolves to the changed
   * payment, which has to be shown first; otherwise to undefined.
   */
  check?(prepared: Prepared): Promise<Prepared | undefined>
  approvals?: {
    /** Finds an equal approval that was already sent, for example before a reload. @throws payment_changed */
    findOpen(prepared: Prepared): SentTransaction | undefined
    /** Calls `onSettled` once, when the approval is settled. Returns a stop function. */
    watch(sent: SentTransaction, onSettled: (status: SentStatus) => void): () => void
  }
  payments(): Promise<Pick<Payments, 'pay'>>
  /** Called when the last step has a hash. */
  onSent(sent: SentTransaction): void
  /** The time in milliseconds since 1970. */
  now(): number
}

/** @param steps further fields of each state. `{ approved: 0 }` counts the confirmed approvals */
export function createReview<Draft, Prepared, Steps extends { approved?: number }>(
  plan: ReviewPlan<Draft, Prepared>,
  steps: Steps,
) {
  type State = Steps & ReviewState<Prepared>
  const { draft, approvals, isExpired, now } = plan
  const state = signal<State>({ ...steps, status: 'preparing' })
  let progress = steps
  let preparing: AbortController | undefined
  let unfollow: (() => void) | undefined
  /** The payment whose outcome is unknown (state `unknown`). */
  let inDoubt: PaymentIntent | undefined
  /** The payment that the person has looked for in the wallet and not found. It may be requested once more. */
  let lookedFor: PaymentIntent | undefined
  let isLeft = false

  const set = (next: ReviewState<Prepared>): State => (state.value = { ...progress, ...next })
  /** Whether no wallet request is open and no approval is watched. */
  const isWaiting = () => ['preparing', 'unprepared', 'ready'].includes(state.peek().status)

  async function prepare(): Promise<void> {
    const before = state.peek()
    const { status } = before
    if (!isWaiting() || (status === 'preparing' && preparing)) return
    stopPreparing()
    const controller = (preparing = new AbortController())
    set(before.status === 'ready' ? { ...before, isRenewed: true } : { status: 'preparing' })
    let finish: () => void
    try {
      const prepared = await plan.prepare(controller.signal)
      const open = approvals?.findOpen(prepared)
      finish = () => (open ? follow(prepared, open) : show(prepared))
    } catch (error) {
      finish = () => void set({ status: 'unprepared', error: toErrorRecord(error) })
    }
    if (preparing !== controller) return
    preparing = undefined
    if (isWaiting()) finish()
  }

  function stopPreparing(): void {
    preparing?.abort()
    preparing = undefined
  }

  function show(prepared: Prepared): void {
    const last = state.peek()
    const failure = last.status === 'ready' && last.failure
    const before = plan.compare(prepared)
    set({ status: 'ready', prepared, ...(failure && { failure }), ...(before !== undefined && { before }) })
  }

  /**
   * Watches an approval until it is settled. Then the payment is prepared again with the new allowance and price,
   * unless the approval was reverted.
   */
  function follow(prepared: Prepared, sent: SentTransaction): void {
    // Stop a running preparation: it may not know of the approval.
    stopPreparing()
    lookedFor = undefined
    const approving = set({ status: 'approving', prepared, sent })
    if (isLeft) return
    unfollow?.()
    unfollow = approvals?.watch(sent, (status) => {
      if (state.peek() !== approving) return
      if (status === 'failed')
        return void set({ status: 'ready', prepared, failure: { code: 'approval_failed' } })
      if (status === 'confirmed') progress = { ...progress, approved: (progress.approved ?? 0) + 1 }
      set({ status: 'preparing' })
    })
  }

  async function confirm(
    shown: Prepared | undefined,
    current: Draft | undefined,
    isLookedFor = false,
  ): Promise<void> {
    const before = state.peek()
    const isReady = before.status === 'ready' && !before.isRenewed && before.before === undefined
    const isUnknown = before.status === 'unknown' && isLookedFor && !before.isRenewed
    if (!isReady && !isUnknown) return
    const { prepared } = before
    if (prepared !== shown) return
    if (isUnknown) lookedFor = inDoubt
    if (isExpired(prepared)) {
      set({ status: 'ready', prepared })
      return prepare()
    }
    // If this state is replaced meanwhile, another action has taken over.
    const checking = set({ status: isUnknown ? 'unknown' : 'ready', prepared, isRenewed: true })
    let asking: State | undefined
    let intent: PaymentIntent | undefined
    const isAsking = () => state.peek() === asking
    /**
     * Whether the request is still wanted. Called until the wallet is asked, which may be long after the check.
     * @throws payment_changed
     */
    const isWanted = () => {
      if (isAsking() && isExpired(prepared)) throw createExpired()
      return isAsking()
    }
    try {
      intent = plan.toIntent(prepared, current)
      const revised = plan.check && (await plan.check(prepared))
      if (state.peek() !== checking) return
      if (revised) return void set({ status: 'ready', prepared: revised })
      asking = set({ status: 'asking', prepared, startedAt: now() })
      const { pay } = await plan.payments()
      if (!isAsking()) return
      const isLooked = lookedFor !== undefined && isSamePayment(lookedFor, intent)
      lookedFor = undefined
      const sent = await pay(intent, isLooked, isWanted)
      // Without `approvals`, an approval is the payment itself: a revocation.
      if (approvals && intent.kind === 'approve') {
        // After Cancel, another step may be open already: then ignore the late approval.
        if (isAsking() || isWaiting()) follow(prepared, sent)
        return
      }
      // Do this after Cancel, too, since the payment was sent all the same.
      stopPreparing()
      set({ status: 'sent', prepared, sent })
      plan.onSent(sent)
    } catch (error) {
      const now = state.peek()
      if (now.status === 'sent' || now.status === 'approving') return
      const failure = toErrorRecord(error)
      if (isOutcomeUnknown(error)) {
        inDoubt = intent
        set({ status: 'unknown', prepared })
      }
      // This attempt did not reach the wallet, so the outcome of the earlier request is still unknown.
      else if (now === checking && isUnknown) set({ status: 'unknown', prepared, failure })
      else if (now === checking || isAsking()) set({ status: 'ready', prepared, failure })
    }
  }

  return {
    draft,
    state: state as Readable<State>,
    prepare,
    confirm,
    accept(shown: Prepared): void {
      const current = state.peek()
      if (current.status !== 'ready' || current.prepared !== shown || current.isRenewed) return
      const { before: _, ...accepted } = current
      plan.accept(shown)
      set(accepted as ReviewState<Prepared>)
    },
    /** Updates the payment on show with a late result. @returns false if no payment can be updated now */
    revise(change: (prepared: Prepared) => Prepared): boolean {
      const current = state.peek()
      if (current.status !== 'ready' || current.isRenewed) return false
      set({ ...current, prepared: change(current.prepared) })
      return true
    },
    cancel() {
      const current = state.peek()
      if (current.status === 'asking') set({ status: 'ready', prepared: current.prepared })
    },
    leave() {
      stopPreparing()
      isLeft = true
      unfollow?.()
      const current = state.peek()
      if (!('isRenewed' in current)) return
      const { isRenewed: _, ...rest } = current
      set(rest as ReviewState<Prepared>)
    },
  }
}

/** Also true if the payment was refused because an earlier request for an equal payment has an unknown outcome. */
function isOutcomeUnknown(error: unknown): boolean {
  if (hasCode(error, 'outcome_unknown')) return true
  return hasCode(error, 'payment_pending') && toErrorRecord(error).context['isUnknown'] === true
}

function createExpired(): BillfoldError {
  return new BillfoldError('payment_changed', 'This offer has expired. Nothing was sent. Review the new one.')
}
