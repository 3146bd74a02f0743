/**
 * One transfer from what was entered to the hash. Whoever draws it reads its state; nothing else asks a wallet to send.
 *
 *   preparing ──▶ ready ── send ──▶ the receiver is checked ──▶ asking ── hash ──▶ sent
 *       │           ▲                   │                         ├─ declined, refused, cancelled here ──▶ ready
 *       ▼           ├── what is new ────┘                         │
 *   unprepared      └── looked for ────────────────────────────── ┴─ no answer that tells ──▶ unknown
 *       └─ prepare ──▶ preparing
 *
 * Of a receiver more may be known by then than when it was shown: a history that was read meanwhile may hold whom it
 * imitates. What was not on show is shown, and nothing is asked for.
 *
 * Who cancels here has not cancelled in the wallet: what it answers later counts all the same.
 */
import { signal } from '@preact/signals-core'
import type { CaipAddress } from '../core/chains/caip.ts'
import { BillfoldError, type ErrorRecord, hasCode, toErrorRecord } from '../core/base/errors.ts'
import type { SentTransaction } from '../core/payments/sent.ts'
import {
  areSettled,
  findNewWarnings,
  isOtherAmount,
  mergeWarnings,
  type PreparedTransfer,
  sortWarnings,
  type TransferDraft,
} from '../core/payments/transfer.ts'
import type { Readable } from '../base/readable.ts'
import type { TopicSignals } from '../worker-link/topics.ts'
import type { Payments } from './payments.ts'
import { toTransferIntent } from './to-transfer-intent.ts'

export type TransferState =
  | { status: 'preparing' }
  /** Nothing can be shown that could be sent. */
  | { status: 'unprepared'; error: ErrorRecord }
  /** `trouble`: why it was not sent the last time. `isRenewed`: it is prepared or checked anew meanwhile. */
  | { status: 'ready'; prepared: PreparedTransfer; trouble?: ErrorRecord; isRenewed?: boolean }
  /** Milliseconds since 1970. */
  | { status: 'asking'; prepared: PreparedTransfer; startedAt: number }
  /** The wallet may have sent it. */
  | { status: 'unknown'; prepared: PreparedTransfer }
  | { status: 'sent'; prepared: PreparedTransfer; sent: SentTransaction }

export interface Transfer {
  readonly draft: TransferDraft
  readonly state: Readable<TransferState>
  prepare(): Promise<void>
  /** Looks at the receiver anew, while it is on show. Resolves to whether all that can be known of it is; never rejects. */
  look(): Promise<boolean>
  /**
   * Asks the wallet, once. Never rejects: the outcome stands in `state`.
   * @param draft the form as it is now; what was prepared from another one is not sent
   * @param isLookedFor a person has looked in the wallet, and it is not there
   */
  send(draft: TransferDraft, isLookedFor?: boolean): Promise<void>
  /** Waits no longer. What the wallet answers is still heard. */
  cancel(): void
  /** The view was left: stop preparing. */
  leave(): void
}

interface TransferOptions {
  shell: { call: TopicSignals['call']; payments(): Promise<Payments> }
  /** All accounts that are connected, whichever network. */
  own: readonly CaipAddress[]
  /** It has a hash. */
  onSent(transfer: Transfer, sent: SentTransaction): void
  /** Milliseconds since 1970. */
  now?: () => number
}

export function createTransfer(draft: TransferDraft, options: TransferOptions): Transfer {
  const { shell, own, onSent, now = Date.now } = options
  const state = signal<TransferState>({ status: 'preparing' })
  let preparing: AbortController | undefined
  /** The person has confirmed that the wallet did not send the earlier payment. Valid for one request. */
  let hasLooked = false

  async function prepare(): Promise<void> {
    const before = state.peek()
    if (before.status !== 'ready' && before.status !== 'unprepared' && before.status !== 'preparing') return
    preparing?.abort()
    const controller = (preparing = new AbortController())
    state.value = before.status === 'ready' ? { ...before, isRenewed: true } : { status: 'preparing' }
    try {
      const prepared = await shell.call('prepareTransfer', { draft, own }, { signal: controller.signal })
      if (preparing !== controller || !isPreparing()) return
      const isOther = before.status === 'ready' && isOtherAmount(before.prepared, prepared)
      const trouble = isOther ? toErrorRecord(createChanged()) : (before as { trouble?: ErrorRecord }).trouble
      state.value = { status: 'ready', prepared, ...(trouble && { trouble }) }
    } catch (error) {
      if (preparing === controller && isPreparing())
        state.value = { status: 'unprepared', error: toErrorRecord(error) }
    }
  }

  function isPreparing(): boolean {
    const { status } = state.peek()
    return status === 'preparing' || status === 'ready'
  }

  async function look(): Promise<boolean> {
    const seen = await shell.call('checkReceiver', { draft, own }).catch(() => undefined)
    const now = state.peek()
    if (!seen || now.status !== 'ready' || now.isRenewed) return false
    state.value = {
      ...now,
      prepared: { ...now.prepared, warnings: mergeWarnings(seen, now.prepared.warnings) },
    }
    return areSettled(seen)
  }

  async function send(current: TransferDraft, isLookedFor = false): Promise<void> {
    const before = state.peek()
    if (before.status !== 'ready' && !(before.status === 'unknown' && isLookedFor)) return
    if (before.status === 'ready' && before.isRenewed) return
    const { prepared } = before
    hasLooked ||= isLookedFor
    if (prepared.freshUntil !== undefined && now() > prepared.freshUntil) {
      state.value = { status: 'ready', prepared }
      return prepare()
    }
    // If the state changes meanwhile, another action has taken over.
    const checking: TransferState =
      before.status === 'ready' ? { status: 'ready', prepared, isRenewed: true } : { ...before }
    state.value = checking
    let asking: TransferState | undefined
    const isAsking = () => state.peek() === asking
    try {
      const intent = toTransferIntent(prepared, current)
      const seen = await shell.call('checkReceiver', { draft, own, isOffline: true })
      if (state.peek() !== checking) return
      const news = findNewWarnings(seen, prepared.warnings)
      if (news.length > 0) {
        const warnings = sortWarnings([...news, ...prepared.warnings])
        state.value = { status: 'ready', prepared: { ...prepared, warnings } }
        return
      }
      asking = state.value = { status: 'asking', prepared, startedAt: now() }
      const { pay } = await shell.payments()
      if (!isAsking()) return
      const isKnown = hasLooked
      hasLooked = false
      const sent = await pay(intent, isKnown, isAsking)
      // Also where somebody has cancelled meanwhile: it is on its way.
      state.value = { status: 'sent', prepared, sent }
      onSent(transfer, sent)
    } catch (error) {
      const current = state.peek()
      if (current.status === 'sent') return
      if (hasCode(error, 'outcome_unknown') || isUnknown(error)) state.value = { status: 'unknown', prepared }
      // The wallet was not asked, so the outcome of the earlier request is still unknown.
      else if (current === checking && before.status === 'unknown') state.value = before
      else if (current === checking || isAsking())
        state.value = { status: 'ready', prepared, trouble: toErrorRecord(error) }
    }
  }

  const transfer: Transfer = {
    draft,
    state,
    prepare,
    look,
    send,
    cancel() {
      const current = state.peek()
      if (current.status === 'asking') state.value = { status: 'ready', prepared: current.prepared }
    },
    leave() {
      preparing?.abort()
      preparing = undefined
      const current = state.peek()
      if (current.status === 'ready' && current.isRenewed)
        state.value = { status: 'ready', prepared: current.prepared }
      if (current.status === 'unknown') state.value = { ...current }
    },
  }
  return transfer
}

function createChanged(): BillfoldError {
  return new BillfoldError('payment_changed', 'For what was entered the chain would move another amount now.')
}

/** The same payment was refused because the outcome of an earlier request is unknown. */
function isUnknown(error: unknown): boolean {
  return hasCode(error, 'payment_pending') && toErrorRecord(error).context['isUnknown'] === true
}
