/**
 * One swap from what was entered to its hash, with the limits that it needs before. Whoever draws it reads its state;
 * nothing else asks a wallet to swap.
 *
 *   preparing ──▶ ready ── sign ──▶ asking ── hash of the swap ──▶ sent
 *       │         ▲   ▲               ├─ declined, refused, cancelled here ──▶ ready
 *       ▼         │   └── looked for ─┴─ no answer that tells ──▶ unknown
 *   unprepared    │                   ▼
 *                 └── prepared anew ─ approving ◀── hash of an approval
 *
 * Each block that a limit is in is followed by another preparation: the router's limit is read anew, and so is the price.
 * Nothing is signed that was not shown, and a price that got worse has to be accepted first (F30). Who cancels here has
 * not cancelled in the wallet: what it answers later counts all the same.
 */
import { signal } from '@preact/signals-core'
import { type ErrorRecord, hasCode, toErrorRecord } from '../core/base/errors.ts'
import { findSent, isOpen, isSamePayment, type SentRow, type SentTransaction } from '../core/payments/sent.ts'
import { type PreparedSwap, QUOTE_LIFE, type SwapDraft } from '../core/payments/swap.ts'
import type { Readable } from '../base/readable.ts'
import type { TopicSignals } from '../worker-link/topics.ts'
import type { Payments } from './payments.ts'
import { toSwapIntent } from './to-swap-intent.ts'

export type SwapState = { approved: number } &
  /** Whoever looks at it lets it be prepared. */
  (
    | { status: 'preparing' }
    /** Nothing can be shown that could be signed. */
    | { status: 'unprepared'; error: ErrorRecord }
    /**
     * `trouble`: why it was not signed the last time. `isRenewed`: it is prepared anew meanwhile. `before`: the least that
     * would have come of it until now, which was more: nothing is signed until that is accepted.
     */
    | { status: 'ready'; prepared: PreparedSwap; trouble?: SwapTrouble; isRenewed?: boolean; before?: bigint }
    /** Milliseconds since 1970. */
    | { status: 'asking'; prepared: PreparedSwap; startedAt: number }
    /** The wallet may have sent it. */
    | { status: 'unknown'; prepared: PreparedSwap }
    /** The network has yet to say what became of a limit. */
    | { status: 'approving'; prepared: PreparedSwap; sent: SentTransaction }
    | { status: 'sent'; prepared: PreparedSwap; sent: SentTransaction }
  )

/** `approval_failed`: the network has undone the limit. */
export type SwapTrouble = ErrorRecord | { code: 'approval_failed' }

export interface Swap {
  readonly draft: SwapDraft
  /** `approved`: how many approvals of it are in a block. */
  readonly state: Readable<SwapState>
  prepare(): Promise<void>
  /** The price got worse, and is taken as it is now. */
  accept(shown: PreparedSwap): void
  /**
   * Asks the wallet for what comes next, once. Never rejects: the outcome stands in `state`.
   * @param shown what the person looks at; anything else is not signed
   * @param current the form as it is now
   * @param isLookedFor a person has looked in the wallet, and it is not there
   */
  sign(shown: PreparedSwap, current: SwapDraft | undefined, isLookedFor?: boolean): Promise<void>
  /** Waits no longer. What the wallet answers is still heard. */
  cancel(): void
  /** The view was left: stop preparing. */
  leave(): void
}

interface SwapOptions {
  shell: { call: TopicSignals['call']; topic: TopicSignals['get']; payments(): Promise<Payments> }
  /** The swap itself has a hash. */
  onSent(swap: Swap, sent: SentTransaction): void
  /** Milliseconds since 1970. */
  now?: () => number
}

export function createSwap(draft: SwapDraft, options: SwapOptions): Swap {
  const { shell, onSent, now = Date.now } = options
  const state = signal<SwapState>({ status: 'preparing', approved: 0 })
  let preparing: AbortController | undefined
  let unfollow: (() => void) | undefined
  /** The least that a person has seen would come of it, and has not refused. */
  let accepted: bigint | undefined
  /** The person has confirmed that the wallet did not send the earlier swap. Valid for one request. */
  let hasLooked = false
  let isLeft = false

  async function prepare(): Promise<void> {
    const before = state.peek()
    const { status, approved } = before
    if (status === 'asking' || status === 'approving' || status === 'sent') return
    if (status === 'preparing' && preparing) return
    preparing?.abort()
    const controller = (preparing = new AbortController())
    state.value = status === 'ready' ? { ...before, isRenewed: true } : { status: 'preparing', approved }
    let tell: () => void
    try {
      const prepared = await shell.call('prepareSwap', draft, { signal: controller.signal })
      const waiting = findOpenLimit(prepared)
      tell = () => (waiting ? follow(prepared, waiting) : show(prepared))
    } catch (error) {
      tell = () => void (state.value = { status: 'unprepared', error: toErrorRecord(error), approved })
    }
    if (isDone(controller)) tell()
  }

  /** Whether its outcome is still wanted. */
  function isDone(controller: AbortController): boolean {
    if (preparing !== controller) return false
    preparing = undefined
    return isPreparing()
  }

  function isPreparing(): boolean {
    const { status } = state.peek()
    return status === 'preparing' || status === 'ready'
  }

  function show(prepared: PreparedSwap): void {
    const last = state.peek()
    const { approved } = last
    accepted ??= prepared.minimum
    const isWorse = prepared.minimum < accepted
    if (!isWorse) accepted = prepared.minimum
    const trouble = last.status === 'ready' && last.trouble
    state.value = {
      status: 'ready',
      approved,
      prepared,
      ...(trouble && { trouble }),
      ...(isWorse && { before: accepted }),
    }
  }

  /**
   * The same limit is on its way already, such as from before the window was closed.
   * @throws payment_changed
   */
  function findOpenLimit(prepared: PreparedSwap): SentRow | undefined {
    if (prepared.approvals.length === 0) return undefined
    const { transaction: _, ...facts } = toSwapIntent(prepared, draft, prepared.preparedAt)
    const all = shell.topic('sent', { account: draft.account }).peek().data?.payments ?? []
    return all.find((one) => isOpen(one) && isSamePayment(one, facts))
  }

  /** Until the network has said what became of a limit. */
  function follow(prepared: PreparedSwap, sent: SentTransaction): void {
    const { approved } = state.peek()
    // What is being prepared may not know of it yet.
    preparing?.abort()
    preparing = undefined
    state.value = { status: 'approving', prepared, sent, approved }
    if (isLeft) return
    unfollow?.()
    unfollow = undefined
    let isOver = false
    const stop = shell.topic('sent', { account: draft.account }).subscribe(({ data }) => {
      const row = data && findSent(data.payments, sent.hash)
      if (isOver || !row || isOpen(row)) return
      isOver = true
      unfollow?.()
      if (row.status === 'failed')
        state.value = { status: 'ready', prepared, trouble: { code: 'approval_failed' }, approved }
      else state.value = { status: 'preparing', approved: approved + (row.status === 'confirmed' ? 1 : 0) }
    })
    if (isOver) stop()
    else unfollow = stop
  }

  async function sign(
    shown: PreparedSwap,
    current: SwapDraft | undefined,
    isLookedFor = false,
  ): Promise<void> {
    const before = state.peek()
    if (before.status !== 'ready' && !(before.status === 'unknown' && isLookedFor)) return
    const { prepared, approved } = before
    if (prepared !== shown) return
    if (before.status === 'ready' && (before.isRenewed || before.before !== undefined)) return
    hasLooked ||= isLookedFor
    if (now() - prepared.preparedAt > QUOTE_LIFE) {
      state.value = { status: 'ready', prepared, approved }
      return prepare()
    }
    const asking: SwapState = { status: 'asking', prepared, approved, startedAt: now() }
    const isAsking = () => state.peek() === asking
    state.value = asking
    const isLimit = prepared.approvals.length > 0
    try {
      const intent = toSwapIntent(prepared, current, now())
      const { pay } = await shell.payments()
      if (!isAsking()) return
      const isKnown = hasLooked
      hasLooked = false
      const sent = await pay(intent, isKnown, isAsking)
      if (isLimit) return follow(prepared, sent)
      // Also where somebody has cancelled meanwhile: it is on its way.
      preparing?.abort()
      state.value = { status: 'sent', prepared, sent, approved }
      onSent(swap, sent)
    } catch (error) {
      const { status } = state.peek()
      if (status === 'sent' || status === 'approving') return
      if (hasCode(error, 'outcome_unknown') || isUnknown(error))
        state.value = { status: 'unknown', prepared, approved }
      else if (isAsking())
        state.value = { status: 'ready', prepared, trouble: toErrorRecord(error), approved }
    }
  }

  const swap: Swap = {
    draft,
    state,
    prepare,
    accept(shown) {
      const current = state.peek()
      if (current.status !== 'ready' || current.prepared !== shown || current.isRenewed) return
      const { before: _, ...taken } = current
      accepted = shown.minimum
      state.value = taken
    },
    sign,
    cancel() {
      const current = state.peek()
      const { prepared, approved } = current as Extract<SwapState, { status: 'asking' }>
      if (current.status === 'asking') state.value = { status: 'ready', prepared, approved }
    },
    leave() {
      preparing?.abort()
      preparing = undefined
      isLeft = true
      unfollow?.()
    },
  }
  return swap
}

/** The same payment was refused because the outcome of an earlier request is unknown. */
function isUnknown(error: unknown): boolean {
  return hasCode(error, 'payment_pending') && toErrorRecord(error).context['isUnknown'] === true
}
