/**
 * One payment from what was entered to its hash. Views read its state; nothing else asks a wallet to pay. A transfer is one
 * step; a swap may have approvals before it.
 *
 *   preparing ──▶ ready ── confirm ──▶ asking ── hash of the last step ──▶ sent
 *       │         ▲ ▲ ▲                   ├─ declined, refused, cancelled here ──▶ ready
 *       ▼         │ │ └── looked for ─────┴─ no clear answer ──▶ unknown
 *   unprepared    │ └── something new ── check (before asking)
 *                 └── prepared again ◀── approving ◀── hash of an approval
 *
 * Nothing is signed that was not shown, and a change for the worse has to be accepted first (F30). After Cancel the wallet
 * may still send: its later answer counts (F28).
 */
import { signal } from '@preact/signals-core'
import { BillfoldError, type ErrorRecord, hasCode, toErrorRecord } from '../core/base/errors.ts'
import { isSamePayment, type SentStatus, type SentTransaction } from '../core/payments/sent.ts'
import type { Readable } from '../base/readable.ts'
import type { PaymentIntent, Payments } from './payments.ts'

export type ReviewState<Prepared> =
  /** The view that shows it lets it be prepared. */
  | { status: 'preparing' }
  /** Nothing can be shown that could be signed. */
  | { status: 'unprepared'; error: ErrorRecord }
  /**
   * `failure`: why it was not signed the last time. `isRenewed`: it is being prepared or checked again. `before`: the amount
   * that was accepted until now, in base units: nothing is signed until the change is accepted.
   */
  | { status: 'ready'; prepared: Prepared; failure?: ReviewFailure; isRenewed?: boolean; before?: bigint }
  /** Milliseconds since 1970. */
  | { status: 'asking'; prepared: Prepared; startedAt: number }
  /** The wallet may have sent it. `failure`: why it was not signed again. `isRenewed`: it is being checked again. */
  | { status: 'unknown'; prepared: Prepared; failure?: ErrorRecord; isRenewed?: boolean }
  /** An approval has a hash; the network has yet to say what became of it. */
  | { status: 'approving'; prepared: Prepared; sent: SentTransaction }
  | { status: 'sent'; prepared: Prepared; sent: SentTransaction }

/** `approval_failed`: the approval was reverted. */
export type ReviewFailure = ErrorRecord | { code: 'approval_failed' }

/** `Steps`: part of each state, such as how many approvals are in a block. */
export interface Review<Draft, Prepared, Steps = object> {
  readonly draft: Draft
  readonly state: Readable<Steps & ReviewState<Prepared>>
  prepare(): Promise<void>
  /** Accepts the change for the worse, if it is still what is shown. */
  accept(shown: Prepared): void
  /** Waits no longer. What the wallet answers still counts. */
  cancel(): void
  /** The view was left: stop preparing. */
  leave(): void
}

/** What distinguishes a kind of payment. */
export interface ReviewPlan<Draft, Prepared> {
  draft: Draft
  prepare(signal: AbortSignal): Promise<Prepared>
  /** It is prepared again before it is signed. */
  isExpired(prepared: Prepared): boolean
  /**
   * Whether it is worse than what the person has accepted; otherwise it takes the place of that.
   * @returns the amount that was accepted, which is no longer met
   */
  compare(prepared: Prepared): bigint | undefined
  /** The person has accepted this in place of what was better. */
  accept(prepared: Prepared): void
  /** The next step. @param current the form as it is now. @throws payment_changed */
  toIntent(prepared: Prepared, current: Draft | undefined): PaymentIntent
  /** Looks again right before the wallet is asked. Resolves to what has to be shown first. */
  check?(prepared: Prepared): Promise<Prepared | undefined>
  approvals?: {
    /** The same approval is on its way already, such as from before the window was closed. @throws payment_changed */
    findOpen(prepared: Prepared): SentTransaction | undefined
    /** Calls back once, when the network has said what became of it. Returns its stop. */
    watch(sent: SentTransaction, onSettled: (status: SentStatus) => void): () => void
  }
  payments(): Promise<Pick<Payments, 'pay'>>
  /** The last step has a hash. */
  onSent(sent: SentTransaction): void
  /** Milliseconds since 1970. */
  now(): number
}

/** @param steps part of each state: `{ approved: 0 }` counts the approvals that are in a block */
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
  /** The payment of the state `unknown`. */
  let inDoubt: PaymentIntent | undefined
  /** The payment that the person did not find in the wallet: the same may be asked for once more. */
  let lookedFor: PaymentIntent | undefined
  let isLeft = false

  const set = (next: ReviewState<Prepared>): State => (state.value = { ...progress, ...next })
  /** No wallet was asked, and nothing is followed. */
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

  /** Until the network has said what became of an approval. It is prepared again then: allowance and price are new. */
  function follow(prepared: Prepared, sent: SentTransaction): void {
    // A preparation under way may not know of the approval yet.
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
    // If the state changes meanwhile, another action has taken over.
    const checking = set({ status: isUnknown ? 'unknown' : 'ready', prepared, isRenewed: true })
    let asking: State | undefined
    let intent: PaymentIntent | undefined
    const isAsking = () => state.peek() === asking
    /** Until the wallet is asked, which may be long after the check. @throws payment_changed */
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
      // Without steps behind it, an approval is the payment itself: it revokes.
      if (approvals && intent.kind === 'approve') {
        // After Cancel a later step may have been asked for: a late approval changes nothing then.
        if (isAsking() || isWaiting()) follow(prepared, sent)
        return
      }
      // Also after Cancel: it is on its way.
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
      // The wallet was not asked, so the outcome of the earlier request is still unknown.
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
    /** Shows what was found out meanwhile. @returns whether it was still on show */
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

/** Also if the same payment was refused because the outcome of an earlier request is unknown. */
function isOutcomeUnknown(error: unknown): boolean {
  if (hasCode(error, 'outcome_unknown')) return true
  return hasCode(error, 'payment_pending') && toErrorRecord(error).context['isUnknown'] === true
}

function createExpired(): BillfoldError {
  return new BillfoldError('payment_changed', 'This offer has expired. Nothing was sent. Review the new one.')
}
