/**
 * The price of what is entered. It is asked for when nobody types any more, and anew while somebody looks at it. What
 * comes late, of what is entered no longer, is nobody's.
 *
 *   asking ──▶ known ── 10 s ──▶ known (asked anew meanwhile)
 *      │         └─ 30 s without another one ──▶ asking
 *      └──▶ failed ── 10 s, or again() ──▶ asking
 */
import { signal } from '@preact/signals-react'
import { type ErrorRecord, toErrorRecord } from '../../src/core/errors.ts'
import { QUOTE_AGAIN, QUOTE_LIFE, QUOTE_PAUSE, type SwapDraft, type SwapQuote } from '../../src/core/swap.ts'
import type { Readable } from '../../src/shell/readable.ts'
import type { TopicSignals } from '../../src/worker-link/topics.ts'

export type QuoteState =
  | { status: 'asking' }
  | { status: 'known'; quote: SwapQuote }
  | { status: 'failed'; error: ErrorRecord }

export interface Quotes {
  readonly state: Readable<QuoteState>
  /** Asks at once. */
  again(): void
  stop(): void
}

export function createQuotes(draft: SwapDraft, call: TopicSignals['call']): Quotes {
  const state = signal<QuoteState>({ status: 'asking' })
  const stopped = new AbortController()
  let asking: AbortController | undefined
  let timer = setTimeout(() => void ask(), QUOTE_PAUSE)
  let knownAt = 0

  async function ask(): Promise<void> {
    clearTimeout(timer)
    asking?.abort()
    if (isOld() && state.peek().status === 'known') state.value = { status: 'asking' }
    // Who does not look is asked nothing for; who comes back is told at once.
    if (document.visibilityState === 'hidden') return
    const { signal } = (asking = new AbortController())
    const begun = Date.now()
    try {
      const quote = await call('swapQuote', draft, { signal })
      if (signal.aborted) return
      knownAt = begun
      state.value = { status: 'known', quote }
    } catch (error) {
      if (signal.aborted) return
      // One that is known still counts for a while.
      if (isOld()) state.value = { status: 'failed', error: toErrorRecord(error) }
    }
    timer = setTimeout(() => void ask(), QUOTE_AGAIN)
  }

  function isOld(): boolean {
    return state.peek().status !== 'known' || Date.now() - knownAt > QUOTE_LIFE
  }

  document.addEventListener('visibilitychange', () => void ask(), { signal: stopped.signal })
  return {
    state,
    again() {
      state.value = { status: 'asking' }
      void ask()
    },
    stop() {
      stopped.abort()
      asking?.abort()
      clearTimeout(timer)
    },
  }
}
