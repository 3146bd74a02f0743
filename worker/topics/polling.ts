/**
 * Asks for what is newest of one topic: when it is due, and when a person wants it.
 *
 *   resting ── due, or a person asks ──▶ asking ── a person asks: it is ended for another one ──┐
 *      ▲                                 │   ▲                                                  │
 *      └── persisted, failed, given up ──┘   └──────────────────────────────────────────────────┘
 */
import type { Work } from './attempt.ts'
import type { Clock, Source } from '../base/context.ts'
import type { TopicCache } from './topic-cache.ts'

export interface Polling {
  readonly isAsking: boolean
  /**
   * Asks now, or joins who asks already, unless a pause after a failure forbids it. Resolves when the snapshot is
   * settled.
   * @param force a person asked, or an own transaction went through.
   */
  start(force: boolean): Promise<void>
  /** Asks now or waits until it is time, as long as it is wanted. */
  check(): void
  /** Ends the attempt, or the wait for the next one. */
  halt(): void
  /** For good. */
  stop(): void
}

export interface PollingOptions<Data> {
  clock: Clock
  knowledge: TopicCache<Data>
  ask: Source<Data>['fetch']
  /** Takes its turn and does the work; never rejects. */
  work(work: Work<Data>): Promise<void>
  /** Somebody is looking. */
  isWanted(): boolean
  /** The state has changed, or asking is not allowed now: tell the watchers. */
  onSettled(): Promise<void>
}

type State = { status: 'resting'; stopTimer(): void } | Asking | { status: 'stopped' }

interface Asking {
  status: 'asking'
  force: boolean
  controller: AbortController
  settled: Promise<void>
}

export function createPolling<Data>(options: PollingOptions<Data>): Polling {
  const { clock, knowledge, ask, work, isWanted, onSettled } = options
  let state: State = { status: 'resting', stopTimer() {} }

  function start(force: boolean): Promise<void> {
    if (state.status === 'stopped') return Promise.resolve()
    if (state.status === 'asking' && !state.controller.signal.aborted && (state.force || !force)) {
      return state.settled
    }
    if (knowledge.isPaused()) return onSettled()
    // What is in flight may have been asked before the reason for this request arose.
    halt()
    const controller = new AbortController()
    const asking: Asking = {
      status: 'asking',
      force,
      controller,
      settled: work({
        controller,
        isNeeded: toNeed(force),
        isNewest: true,
        ask: (signal) => ask({ signal, force }),
      }).then(() => settle(asking)),
    }
    state = asking
    return asking.settled
  }

  /** Whether it is still to be asked when its turn has come. */
  function toNeed(force: boolean): () => boolean {
    const requestedAt = clock.now()
    // What failed is tried again although what is known may still be fresh.
    const isWish = force || knowledge.state.failure !== undefined
    return () => {
      if (knowledge.isPaused()) return false
      const { known, failure } = knowledge.state
      if (!isWish || (failure && !force)) return knowledge.getWait() <= 0
      return !known || known.fetchedAt <= requestedAt || known.fetchedAt > clock.now()
    }
  }

  async function settle(asking: Asking): Promise<void> {
    // Another attempt has replaced this one; its callers wait for the new one.
    if (state !== asking) return state.status === 'asking' ? state.settled : undefined
    state = { status: 'resting', stopTimer() {} }
    await onSettled()
    check()
  }

  function check(): void {
    if (state.status !== 'resting') return
    state.stopTimer()
    if (!isWanted()) return
    const wait = knowledge.getWait()
    if (wait <= 0) void start(false)
    else state = { status: 'resting', stopTimer: clock.after(wait, check) }
  }

  function halt(): void {
    if (state.status === 'resting') state.stopTimer()
    if (state.status === 'asking') state.controller.abort()
  }

  return {
    get isAsking() {
      return state.status === 'asking'
    },
    start,
    check,
    halt,
    stop() {
      halt()
      state = { status: 'stopped' }
    },
  }
}
