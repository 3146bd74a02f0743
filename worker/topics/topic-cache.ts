/**
 * What is known of one topic: read from the store, replaced by what an attempt brings, and kept with it. The cache says when
 * to ask again; `polling.ts` asks.
 */
import { hasCode, toErrorRecord } from '../../src/core/base/errors.ts'
import { getRetryPause, MAX_RETRY_PAUSE } from '../../src/core/base/retry-pause.ts'
import type { Snapshot } from '../../src/core/contract/protocol.ts'
import { RETRY_AFTER_LIMIT } from '../../src/core/contract/time-limits.ts'
import type { Cached, Source, Store } from '../base/context.ts'
import { createFailures, type Failure, type FailuresOptions, nextFailure } from '../base/stored-failure.ts'

export type TopicCache<Data> = ReturnType<typeof createTopicCache<Data>>

interface State<Data> {
  cached?: Cached<Data> | undefined
  /** `fetchedAt` of the last data that this worker fetched itself. */
  checkedAt?: number
  /** The store has lost the data: keep showing it, and ask at once. */
  isLost: boolean
  /** Of the last attempt, if that failed. */
  failure?: Failure | undefined
  /** Data to show beside the failure. */
  shown?: Data | undefined
}

/** After so many failures in a row the pause is the longest. */
const MANY_TIMES = 6

export interface TopicCacheOptions<Data> extends FailuresOptions {
  source: Source<Data>
  /** When the page came back online last: milliseconds since 1970, -Infinity for never. Earlier failures are not waited for. */
  getOnlineAt(): number
}

export function createTopicCache<Data>(options: TopicCacheOptions<Data>) {
  const { clock, source, getOnlineAt } = options
  const failures = createFailures(options)
  let state: State<Data> = { isLost: false }
  /** The last failure, while nothing has succeeded since. */
  let last: Failure | undefined
  let isLoaded = false
  let disposed = false

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
    const data = state.cached?.data
    state.shown = source.afterFailure ? source.afterFailure(data) : data
  }

  function isFresh(): boolean {
    const age = state.cached ? clock.now() - state.cached.fetchedAt : Infinity
    // A clock that was set back must not keep data fresh for years.
    return age >= 0 && age < source.staleTime
  }

  /** The list that says that a network is not supported lasts a day. */
  const isUnsupported = ({ error }: Failure) => error.code === 'network_unsupported'
  /** Back online means that what failed before may go through now. A return of the future is one of another clock. */
  function isBeforeReturn(failure: Failure): boolean {
    const at = getOnlineAt()
    return failure.at < at && at <= clock.now() && !isUnsupported(failure)
  }

  /** Milliseconds; 0 where the source was not asked, or has none. */
  function getOwnPause(failure: Failure): number {
    const isAsked = failure.error.code !== 'networks_unknown' && !isUnsupported(failure)
    return isAsked ? (source.failurePause ?? 0) : 0
  }

  /** Until when the server or the source forbids to ask again: milliseconds since 1970; 0 when none does. */
  function getPauseEnd(): number {
    const { failure } = state
    // Without an answer to "is this network served?" the call itself was never made. One of the future never was.
    if (!failure || failure.error.code === 'networks_unknown' || failure.at > clock.now()) return 0
    const asked = failure.error.context['retryAfter']
    const own = isBeforeReturn(failure) ? 0 : getOwnPause(failure)
    return Math.max(
      own && failure.at + own,
      typeof asked === 'number' ? failure.at + Math.min(asked, RETRY_AFTER_LIMIT) : 0,
    )
  }

  const isPaused = () => getPauseEnd() > clock.now()

  /** When to ask next by itself: milliseconds since 1970. */
  function getDue(): number {
    const { cached, failure, isLost } = state
    if (failure) {
      if (failure.at > clock.now()) return 0
      if (isBeforeReturn(failure)) return getPauseEnd()
      const pause = isUnsupported(failure) ? MAX_RETRY_PAUSE : getRetryPause(failure.times)
      return Math.max(failure.at + (getOwnPause(failure) || pause), getPauseEnd())
    }
    const isEnough = cached && !isLost && !cached.unfinished && isFresh()
    return isEnough ? cached.fetchedAt + source.staleTime : 0
  }

  return {
    /** Read it each time. */
    get state(): Readonly<State<Data>> {
      return state
    },
    /** The store was read, or could not be. */
    get isLoaded() {
      return isLoaded
    },
    isFresh,
    /** The server, or the source, forbids to ask. */
    isPaused,
    /** Until the source is to be asked by itself: milliseconds, at most 0 when it is now. */
    getWait: () => getDue() - clock.now(),
    getSnapshot(): Snapshot<Data> {
      const { cached, failure, shown, checkedAt } = state
      const fetchedAt = cached?.fetchedAt
      if (failure) return { data: shown, fetchedAt, status: 'failed', error: failure.error }
      if (!cached) return { data: undefined, fetchedAt, status: 'loading' }
      const status = isFresh() ? 'fresh' : fetchedAt === checkedAt ? 'stale' : 'cached'
      return { data: cached.data, fetchedAt, status }
    },
    /** Reads the store. Failures count only while they forbid a request, or from `since` on (milliseconds since 1970). */
    async load(since: number): Promise<void> {
      const [stored, found] = await Promise.all([loadStored(), failures.read()])
      if (disposed) return
      isLoaded = true
      // What cannot be read now is neither there nor gone.
      if (stored !== 'unavailable') {
        state.isLost = state.cached !== undefined && stored === undefined
        state.cached = stored ?? state.cached
      }
      if (found && found.at >= (state.failure?.at ?? 0)) {
        state.failure = last = found
        if (found.at < since && !isPaused()) state.failure = undefined
      }
      const { cached, failure } = state
      // What was stored while the clock was ahead says nothing of a failure of today.
      const isLater = cached && failure && cached.fetchedAt > failure.at && cached.fetchedAt <= clock.now()
      if (isLater) state.failure = last = undefined
      if (state.failure) showFailure()
    },
    /** Shows what the source has persisted. */
    async succeed(next: Cached<Data>): Promise<void> {
      const failed = last
      last = undefined
      state = { cached: next, checkedAt: next.fetchedAt, isLost: false }
      if (failed) await failures.clear().catch(() => {})
    },
    /** Shows the reason, and keeps it, so that other tabs and the next worker hold the pause too. */
    async fail(reason: unknown, isNewest: boolean): Promise<void> {
      const record = toErrorRecord(reason)
      const failure = nextFailure(record, clock.now(), last)
      // Older pages are fetched by scrolling; asking for the newest page soon would not bring them.
      state.failure = last = isNewest ? failure : { ...failure, times: MANY_TIMES }
      const pause = isPaused() ? { pauseEnd: getPauseEnd() } : {}
      record.context = { ...record.context, ...pause, since: last.since, retryAt: getDue() }
      showFailure()
      await failures.write(state.failure).catch(() => {})
    },
    /** The page is back online. False when that ends no wait. */
    endWait(): boolean {
      const { failure } = state
      if (!failure || !isBeforeReturn(failure)) return false
      const { pauseEnd: _, ...context } = failure.error.context
      const pause = isPaused() ? { pauseEnd: getPauseEnd() } : {}
      const retryAt = Math.max(getDue(), clock.now())
      state.failure = { ...failure, error: { ...failure.error, context: { ...context, ...pause, retryAt } } }
      return true
    },
    /** The topic failed only for want of the list of networks, which is there now: it is due. False when it did not. */
    retryNetworks(): boolean {
      if (state.failure?.error.code !== 'networks_unknown') return false
      state.failure = { ...state.failure, at: 0 }
      return true
    },
    /** Nothing is known any more, whatever still comes. */
    dispose() {
      disposed = true
      state = { isLost: false }
    },
  }
}

export type GuardedStore = ReturnType<typeof guardStore>

/**
 * The store as it is given to one topic: closed from the moment in which its account is forgotten. While the disk cannot
 * be read, a topic of which nothing was found or written yet goes on as if there were nothing: it asks the network, and
 * what it stores is built on nothing, so that it gives way to what the disk holds.
 * @param topic key of the topic's record; its parts have a slash and a name behind it
 */
export function guardStore(store: Store, topic: string, isClosed: () => boolean) {
  let writes = 0
  /** The topic's record is there, or was. */
  let isKnown = false
  const isOwn = (key: string) => key === topic || key.startsWith(`${topic}/`)

  async function read<T>(key: string, none: T, ask: () => Promise<T>, isThere: (found: T) => boolean) {
    if (isClosed()) return none
    try {
      const found = await ask()
      if (isOwn(key) && isThere(found)) isKnown = true
      return found
    } catch (error) {
      if (isKnown || !isOwn(key) || !hasCode(error, 'store_unavailable')) throw error
      return none
    }
  }

  const guarded: Store = {
    get kind() {
      return store.kind
    },
    get: (key) => read(key, undefined, () => store.get(key), Boolean),
    list: (prefix) => {
      const ask = () => store.list(prefix)
      return read(prefix, [], ask, ({ length }) => length > 0)
    },
    async update(key, decide) {
      // It may be closed while the update waits for its turn.
      const isWritten =
        !isClosed() &&
        (await store.update(key, (stored) => {
          if (isOwn(key) && stored) isKnown = true
          return isClosed() ? undefined : decide(stored)
        }))
      if (isWritten) writes += 1
      if (isWritten && isOwn(key)) isKnown = true
      return isWritten
    },
    getSize: (owner) => store.getSize(owner),
    forget: (owner) => store.forget(owner),
    onReturn: (listener) => store.onReturn(listener),
  }
  return Object.assign(guarded, {
    /** How often something was written through it. */
    getWrites: () => writes,
  })
}
