/**
 * What is known of one topic: read from the store, replaced by what an attempt brings, and kept with it. Nothing here
 * decides when to ask.
 */
import { hasCode, toErrorRecord } from '../../src/core/base/errors.ts'
import type { Snapshot } from '../../src/core/contract/protocol.ts'
import type { Cached, Source } from '../base/context.ts'
import { createFailures, type Failure, type FailuresOptions, nextFailure } from '../base/stored-failure.ts'
import { getDue, getPauseEnd, isFresh, MANY_TIMES, toSnapshot, type TopicState } from './topic-state.ts'

export interface TopicCache<Data> {
  /** Read it each time. */
  readonly state: Readonly<TopicState<Data>>
  /** The store was read, or could not be. */
  readonly isLoaded: boolean
  /** Reads the store. Failures count only while they forbid a request, or from `since` on. */
  load(since: number): Promise<void>
  /** Shows what the source has persisted. */
  succeed(next: Cached<Data>): Promise<void>
  /** Shows the reason, and keeps it, so that other tabs and the next worker hold the pause too. */
  fail(reason: unknown, isNewest: boolean): Promise<void>
  /** It failed only for want of the list of networks, which is there now: it is due. False when it did not. */
  retryNetworks(): boolean
  toSnapshot(): Snapshot<Data>
  isFresh(): boolean
  /** The server forbids to ask. */
  isPaused(): boolean
  /** Until the source is to be asked by itself: milliseconds, at most 0 when it is now. */
  getWait(): number
  /** Nothing is known any more, whatever still comes. */
  dispose(): void
}

export interface TopicCacheOptions<Data> extends FailuresOptions {
  source: Source<Data>
}

export function createTopicCache<Data>(options: TopicCacheOptions<Data>): TopicCache<Data> {
  const { clock, source } = options
  const failures = createFailures(options)
  let state: TopicState<Data> = { isLost: false }
  /** The last failure, while nothing has succeeded since. */
  let last: Failure | undefined
  let isLoaded = false
  let disposed = false

  const isPaused = () => getPauseEnd(state, clock.now()) > clock.now()

  async function loadStored(): Promise<Cached<Data> | undefined | 'unavailable'> {
    try {
      const stored = await source.load()
      // A record without a time is invalid.
      return Number.isFinite(stored?.fetchedAt) ? stored : undefined
    } catch (error) {
      return hasCode(error, 'store_unavailable') ? 'unavailable' : undefined
    }
  }

  function showFailure(): void {
    const data = state.known?.data
    state.shown = source.afterFailure ? source.afterFailure(data) : data
  }

  return {
    get state() {
      return state
    },
    get isLoaded() {
      return isLoaded
    },
    async load(since) {
      const [stored, found] = await Promise.all([loadStored(), failures.read()])
      if (disposed) return
      isLoaded = true
      // What cannot be read now is neither there nor gone.
      if (stored !== 'unavailable') {
        state.isLost = state.known !== undefined && stored === undefined
        state.known = stored ?? state.known
      }
      if (found && found.at >= (state.failure?.at ?? 0)) {
        state.failure = last = found
        if (found.at < since && !isPaused()) state.failure = undefined
      }
      const { known, failure } = state
      // What was stored while the clock was ahead says nothing of a failure of today.
      const isLater = known && failure && known.fetchedAt > failure.at && known.fetchedAt <= clock.now()
      if (isLater) state.failure = last = undefined
      if (state.failure) showFailure()
    },
    async succeed(next) {
      const failed = last
      last = undefined
      state = { known: next, checkedAt: next.fetchedAt, isLost: false }
      if (failed) await failures.clear().catch(() => {})
    },
    async fail(reason, isNewest) {
      const at = clock.now()
      const record = toErrorRecord(reason)
      const failure = nextFailure(record, at, last)
      // Older pages are fetched by scrolling; asking for the newest page soon would not bring them.
      state.failure = last = isNewest ? failure : { ...failure, times: MANY_TIMES }
      const pauseEnd = getPauseEnd(state, at)
      const pause = pauseEnd > at ? { pauseEnd } : {}
      record.context = { ...record.context, ...pause, since: last.since, retryAt: getDue(state, source, at) }
      showFailure()
      await failures.write(state.failure).catch(() => {})
    },
    retryNetworks() {
      if (state.failure?.error.code !== 'networks_unknown') return false
      state.failure = { ...state.failure, at: 0 }
      return true
    },
    toSnapshot: () => toSnapshot(state, source, clock.now()),
    isFresh: () => state.known !== undefined && isFresh(state.known, source, clock.now()),
    isPaused,
    getWait: () => getDue(state, source, clock.now()) - clock.now(),
    dispose() {
      disposed = true
      state = { isLost: false }
    },
  }
}
