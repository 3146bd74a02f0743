/**
 * The cached data of one topic: read from the store, and replaced by each attempt. The cache decides when the topic is
 * due; `polling.ts` fetches it.
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
  /** The store has lost the data: keep showing it, and fetch at once. */
  isLost: boolean
  /** The failure of the last attempt, if it failed. */
  failure?: Failure | undefined
  /** Data to show beside the failure. */
  shown?: Data | undefined
}

/** Failures in a row after which the pause has its full length. */
const MANY_TIMES = 6

export interface TopicCacheOptions<Data> extends FailuresOptions {
  source: Source<Data>
  /** When the page last came back online: milliseconds since 1970, -Infinity for never. Ends the pauses of earlier failures. */
  getOnlineAt(): number
}

export function createTopicCache<Data>(options: TopicCacheOptions<Data>) {
  const { clock, source, getOnlineAt } = options
  const failures = createFailures(options)
  let state: State<Data> = { isLost: false }
  /** The last failure, unless an attempt has succeeded since. */
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

  /** Unsupported networks are not retried, since the list of networks is valid for a day. */
  const isUnsupported = ({ error }: Failure) => error.code === 'network_unsupported'
  /** Whether a failure happened before the page came back online. Ignores a time in the future: the clock was set back. */
  function isBeforeReturn(failure: Failure): boolean {
    const at = getOnlineAt()
    return failure.at < at && at <= clock.now() && !isUnsupported(failure)
  }

  /** The source's own pause in milliseconds; 0 if the source was not reached or has none. */
  function getOwnPause(failure: Failure): number {
    const isAsked = failure.error.code !== 'networks_unknown' && !isUnsupported(failure)
    return isAsked ? (source.failurePause ?? 0) : 0
  }

  /** End of the pause that the server or the source requires: milliseconds since 1970; 0 for none. */
  function getPauseEnd(): number {
    const { failure } = state
    // Without the list of networks the request was never made. A failure in the future comes from a wrong clock.
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
    /** Replaced on each change: do not keep a reference. */
    get state(): Readonly<State<Data>> {
      return state
    },
    /** Whether the store was read, or found to be unavailable. */
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
    /** Reads the store. Failures count only while they forbid a request, or from `since` on (milliseconds since 1970). */
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
    /** Takes over the data that the source has stored. */
    async succeed(next: Cached<Data>): Promise<void> {
      const failed = last
      last = undefined
      state = { cached: next, checkedAt: next.fetchedAt, isLost: false }
      if (failed) await failures.clear().catch(() => {})
    },
    /** Shows the failure, and stores it so that other tabs and the next worker keep the pause too. */
    async fail(reason: unknown, isNewest: boolean): Promise<void> {
      const record = toErrorRecord(reason)
      const failure = nextFailure(record, clock.now(), last)
      // Older pages load by scrolling; an early fetch of the newest page would not bring them.
      state.failure = last = isNewest ? failure : { ...failure, times: MANY_TIMES }
      const pause = isPaused() ? { pauseEnd: getPauseEnd() } : {}
      record.context = { ...record.context, ...pause, since: last.since, retryAt: getDue() }
      showFailure()
      await failures.write(state.failure).catch(() => {})
    },
    /** Ends the pause when the page is back online. False if there was none. */
    endWait(): boolean {
      const { failure } = state
      if (!failure || !isBeforeReturn(failure)) return false
      const { pauseEnd: _, ...context } = failure.error.context
      const pause = isPaused() ? { pauseEnd: getPauseEnd() } : {}
      const retryAt = Math.max(getDue(), clock.now())
      state.failure = { ...failure, error: { ...failure.error, context: { ...context, ...pause, retryAt } } }
      return true
    },
    /** Makes the topic due if it failed for lack of the list of networks. False otherwise. */
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
 * The store for one topic, closed once its account is forgotten. While the disk is unavailable, a topic without any data
 * starts empty: it fetches from the network, and its records give way to those on the disk later.
 * @param topic key of the topic's record; its parts add a slash and a name
 */
export function guardStore(store: Store, topic: string, isClosed: () => boolean) {
  let writes = 0
  /** The topic's record exists or has existed. */
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
    /** The number of writes so far. */
    getWrites: () => writes,
  })
}
