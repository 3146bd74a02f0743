/**
 * Quotes for the entered swap. A quote is requested when typing pauses, and again while the form is shown. A quote for
 * an earlier entry is ignored.
 *
 *   asking ─┬─▶ known ── after 10 s ──▶ known, while the next quote is requested
 *           │     └──── after 30 s without a new quote ──▶ asking
 *           └─▶ failed ── after 10 s, or again() ──▶ asking
 */
import { signal } from '@preact/signals-core'
import { type ErrorRecord, toErrorRecord } from '../core/base/errors.ts'
import {
  isSameSwap,
  QUOTE_AGAIN,
  QUOTE_LIFE,
  QUOTE_PAUSE,
  type SwapDraft,
  type SwapQuote,
} from '../core/payments/swap.ts'
import type { Readable } from '../base/readable.ts'
import type { TopicSignals } from '../worker-link/topics.ts'

export type QuoteState =
  | { status: 'none' }
  | { status: 'asking'; draft: SwapDraft }
  | { status: 'known'; draft: SwapDraft; quote: SwapQuote }
  | { status: 'failed'; draft: SwapDraft; error: ErrorRecord }

export interface Quotes {
  readonly state: Readable<QuoteState>
  /** Sets the entered swap. Undefined: the entry is not complete, so there is no quote. */
  follow(draft: SwapDraft | undefined): void
  /** Requests a quote at once. */
  again(): void
  stop(): void
}

export function createQuotes(call: TopicSignals['call']): Quotes {
  const state = signal<QuoteState>({ status: 'none' })
  let asking: AbortController | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let knownAt = 0

  function follow(draft: SwapDraft | undefined): void {
    const last = state.peek()
    if (draft ? last.status !== 'none' && isSameSwap(draft, last.draft) : last.status === 'none') return
    pause()
    state.value = draft ? { status: 'asking', draft } : { status: 'none' }
    document[draft ? 'addEventListener' : 'removeEventListener']('visibilitychange', ask)
    if (draft) timer = setTimeout(ask, QUOTE_PAUSE)
  }

  function pause(): void {
    clearTimeout(timer)
    asking?.abort()
  }

  function ask(): void {
    pause()
    const last = state.peek()
    if (last.status === 'none') return
    const { draft } = last
    if (last.status === 'known' && isOld()) state.value = { status: 'asking', draft }
    // A hidden web page requests no quote. When it is shown, it requests one at once.
    if (document.visibilityState === 'hidden') return
    const { signal } = (asking = new AbortController())
    const begun = Date.now()
    call('swapQuote', draft, { signal }).then(
      (quote) => {
        if (signal.aborted) return
        knownAt = begun
        state.value = { status: 'known', draft, quote }
        timer = setTimeout(ask, QUOTE_AGAIN)
      },
      (error: unknown) => {
        if (signal.aborted) return
        // If a request fails, an earlier quote stays valid until it is too old.
        if (isOld()) state.value = { status: 'failed', draft, error: toErrorRecord(error) }
        timer = setTimeout(ask, QUOTE_AGAIN)
      },
    )
  }

  function isOld(): boolean {
    return state.peek().status !== 'known' || Date.now() - knownAt > QUOTE_LIFE
  }

  return {
    state,
    follow,
    again() {
      const last = state.peek()
      if (last.status !== 'none') state.value = { status: 'asking', draft: last.draft }
      ask()
    },
    stop: () => follow(undefined),
  }
}
