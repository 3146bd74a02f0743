/**
 * One transfer from what was entered to the hash. Whoever draws it reads its state; nothing else asks a wallet to send.
 *
 *   preparing ──▶ ready ── send ──▶ asking ── hash ──▶ sent
 *       │           ▲                 ├─ declined, refused, cancelled here ──▶ ready
 *       ▼           └── looked for ── ┴─ no answer that tells ──▶ unknown
 *   unprepared ── prepare ──▶ preparing
 *
 * Who cancels here has not cancelled in the wallet: what it answers later counts all the same.
 */
import { signal } from '@preact/signals-core'
import type { CaipAddress } from '../core/caip.ts'
import { type ErrorRecord, hasCode, toErrorRecord } from '../core/errors.ts'
import type { SentTransaction } from '../core/sent.ts'
import type { PreparedTransfer, TransferDraft } from '../core/transfer.ts'
import type { Readable } from '../shell/readable.ts'
import type { TopicSignals } from '../worker-link/topics.ts'
import type { Payments } from './payments.ts'
import { toTransferIntent } from './to-transfer-intent.ts'

export type TransferState =
  | { status: 'preparing' }
  /** Nothing can be shown that could be sent. */
  | { status: 'unprepared'; error: ErrorRecord }
  /** `trouble`: why it was not sent the last time. `isRenewed`: it is prepared anew meanwhile. */
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
  /**
   * Asks the wallet, once. Never rejects: the outcome stands in `state`.
   * @param draft the form as it is now; what was prepared from another one is not sent
   * @param isLookedFor a person has looked in the wallet, and it is not there
   */
  send(draft: TransferDraft, isLookedFor?: boolean): Promise<void>
  /** Waits no longer. What the wallet answers is still heard. */
  cancel(): void
  /** Nobody looks any more: what is being prepared is given up. */
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
  /** A person has looked in the wallet for what nobody knows of. It counts for one question. */
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
      const { trouble } = before as { trouble?: ErrorRecord }
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

  async function send(current: TransferDraft, isLookedFor = false): Promise<void> {
    const before = state.peek()
    if (before.status !== 'ready' && !(before.status === 'unknown' && isLookedFor)) return
    const { prepared } = before
    if (before.status === 'ready' && before.isRenewed) return
    hasLooked ||= isLookedFor
    if (prepared.freshUntil !== undefined && now() > prepared.freshUntil) {
      state.value = { status: 'ready', prepared }
      return prepare()
    }
    state.value = { status: 'asking', prepared, startedAt: now() }
    try {
      const intent = toTransferIntent(prepared, current)
      const { pay } = await shell.payments()
      const isKnown = hasLooked
      hasLooked = false
      const sent = await pay(intent, isKnown)
      // Also where somebody has cancelled meanwhile: it is on its way.
      state.value = { status: 'sent', prepared, sent }
      onSent(transfer, sent)
    } catch (error) {
      if (state.peek().status === 'sent') return
      if (hasCode(error, 'outcome_unknown') || isUnknown(error)) state.value = { status: 'unknown', prepared }
      else if (state.peek().status === 'asking')
        state.value = { status: 'ready', prepared, trouble: toErrorRecord(error) }
    }
  }

  const transfer: Transfer = {
    draft,
    state,
    prepare,
    send,
    cancel() {
      const current = state.peek()
      if (current.status === 'asking') state.value = { status: 'ready', prepared: current.prepared }
    },
    leave() {
      preparing?.abort()
      preparing = undefined
    },
  }
  return transfer
}

/** The same is refused because nobody knows what became of the one before. */
function isUnknown(error: unknown): boolean {
  return hasCode(error, 'payment_pending') && toErrorRecord(error).context['isUnknown'] === true
}
