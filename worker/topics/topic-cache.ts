/**
 * The cached data of one topic: read from the store, and replaced by each successful attempt. Decides when the topic is
 * due; `polling.ts` fetches the data.
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
  /** Whether the store has lost the data: then the data stays on show, and is fetched again at once. */
  isLost: boolean
  /** The failure of the last attempt, if it failed. */
  failure?: Failure | undefined
  /** Data to show together with the failure. */
  shown?: Data | undefined
}

/** Number of failures in a row after which the pause before the next attempt has its full length. */
const MANY_TIMES = 6

export interface TopicCacheOptions<Data> extends FailuresOptions {
  source: Source<Data>
  /**
   * When the page last came back online. Milliseconds since 1970; -Infinity if never. At that time, pauses after
   * earlier failures end.
   */
  getOnlineAt(): number
}

export function createTopicCache<Data>(options: TopicCacheOptions<Data>) {
  const { clock, source, getOnlineAt } = options
  const failures = createFailures(options)
  let state: State<Data> = { isLost: false }
  /** The last failure; undefined after a success. */
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

  /**
   * Whether the request failed because the network is not supported. Such a request is retried only after the longest
   * pause, since the list of networks is valid for a day.
   */
  const isUnsupported = ({ error }: Failure) => error.code === 'network_unsupported'
  /**
   * Whether the failure happened before the page came back online. False if the time of the return is in the future,
   * because the clock was set back.
   */
  function isBeforeReturn(failure: Failure): boolean {
    const at = getOnlineAt()
    return failure.at < at && at <= clock.now() && !isUnsupported(failure)
  }

  /**
   * The pause that the source requires after a failure, in milliseconds. 0 if the source requires no pause or was not
   * reached.
   */
  function getOwnPause(failure: Failure): number {
    const isAsked = failure.error.code !== 'networks_unknown' && !isUnsupported(failure)
    return isAsked ? (source.failurePause ?? 0) : 0
  }

  /** End of the pause that the server or the source requires: milliseconds since 1970; 0 for none. */
  function getPauseEnd(): number {
    const { failure } = state
    // No pause if the list of networks was missing, since no request was made. Also no pause if the failure's time is in
    // the future: the clock was wrong.
    if (!failure || failure.error.code === 'networks_unknown' || failure.at > clock.now()) return 0
    const asked = failure.error.context['retryAfter']
    const own = isBeforeReturn(failure) ? 0 : getOwnPause(failure)
    return Math.max(
      own && failure.at + own,
      typeof asked === 'number' ? failure.at + Math.min(asked, RETRY_AFTER_LIMIT) : 0,
    )
  }

  const isPaused = () => getPauseEnd() > clock.now()

  /** When the next automatic fetch is due: milliseconds since 1970. */
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
    /** A new object after each change, so do not keep a reference. */
    get state(): Readonly<State<Data>> {
      return state
    },
    /** Whether the store has been read, or was found to be unavailable. */
    get isLoaded() {
      return isLoaded
    },
    isFresh,
    /** Whether a pause of the server or the source is running. */
    isPaused,
    /** Milliseconds until the next automatic fetch; 0 or less if it is due now. */
    getWait: () => getDue() - clock.now(),
    getSnapshot(): Snapshot<Data> {
      const { cached, failure, shown, checkedAt } = state
      const fetchedAt = cached?.fetchedAt
      if (failure) return { data: shown, fetchedAt, status: 'failed', error: failure.error }
      if (!cached) return { data: undefined, fetchedAt, status: 'loading' }
      const status = isFresh() ? 'fresh' : fetchedAt === checkedAt ? 'stale' : 'cached'
      return { data: cached.data, fetchedAt, status }
    },
    /**
     * Reads the data and the last failure from the store. Uses the failure only if the failure forbids a request now,
     * or happened at or after `since` (milliseconds since 1970).
     */
    async load(since: number): Promise<void> {
      const [stored, found] = await Promise.all([loadStored(), failures.read()])
      if (disposed) return
      isLoaded = true
      // An unavailable store says nothing about its data.
      if (stored !== 'unavailable') {
        state.isLost = state.cached !== undefined && stored === undefined
        state.cached = stored ?? state.cached
      }
      if (found && found.at >= (state.failure?.at ?? 0)) {
        state.failure = last = found
        if (found.at < since && !isPaused()) state.failure = undefined
      }
      const { cached, failure } = state
      // Ignore data with a time in the future: the clock was ahead when it was stored.
      const isLater = cached && failure && cached.fetchedAt > failure.at && cached.fetchedAt <= clock.now()
      if (isLater) state.failure = last = undefined
      if (state.failure) showFailure()
    },
    /** Shows the data that the source has fetched and stored. */
    async succeed(next: Cached<Data>): Promise<void> {
      const failed = last
      last = undefined
      state = { cached: next, checkedAt: next.fetchedAt, isLost: false }
      if (failed) await failures.clear().catch(() => {})
    },
    /** Shows the failure, and stores it, so that other tabs and the next worker keep the pause, too. */
    async fail(reason: unknown, isNewest: boolean): Promise<void> {
      const record = toErrorRecord(reason)
      const failure = nextFailure(record, clock.now(), last)
      // For a failure of older pages, use the longest pause: only scrolling loads older pages, so an early fetch of the
      // newest page would not help.
      state.failure = last = isNewest ? failure : { ...failure, times: MANY_TIMES }
      const pause = isPaused() ? { pauseEnd: getPauseEnd() } : {}
      record.context = { ...record.context, ...pause, since: last.since, retryAt: getDue() }
      showFailure()
      await failures.write(state.failure).catch(() => {})
    },
    /**
     * Ends the pause after a failure from before the page came back online. Returns false if there is no such failure.
     */
    endWait(): boolean {
      const { failure } = state
      if (!failure || !isBeforeReturn(failure)) return false
      const { pauseEnd: _, ...context } = failure.error.context
      const pause = isPaused() ? { pauseEnd: getPauseEnd() } : {}
      const retryAt = Math.max(getDue(), clock.now())
      state.failure = { ...failure, error: { ...failure.error, context: { ...context, ...pause, retryAt } } }
      return true
    },
    /** Makes the topic due if it failed because the list of networks was missing. Otherwise returns false. */
    retryNetworks(): boolean {
      if (state.failure?.error.code !== 'networks_unknown') return false
      state.failure = { ...state.failure, at: 0 }
      return true
    },
    /** Drops all data and ignores later results. */
    dispose() {
      disposed = true
      state = { isLost: false }
    },
  }
}

export type GuardedStore = ReturnType<typeof guardStore>

/**
 * The store as one topic uses it; closed once the topic's account is forgotten. While the disk is unavailable, a topic
 * without data starts empty and fetches from the network. If the disk turns out to hold the topic's records, these replace
 * the new records.
 * @param topic key of the topic's record; the keys of its parts add a slash and a name
 */
export function guardStore(store: Store, topic: string, isClosed: () => boolean) {
  let writes = 0
  /** Whether the topic's record exists or has existed. */
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
      // The store may be closed while the update waits.
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
    getWrites: () => writes,
  })
}
