/**
 * Fetches one topic: the newest data (`createPolling`) and older pages (`createOlderPages`). Attempts have a time limit
 * (`createAttemptLimit`) and a lock that they share with other tabs.
 */
import { BillfoldError, hasCode } from '../../src/core/base/errors.ts'
import { ATTEMPT_LIMIT, END_GRACE, NETWORKS_EXTRA } from '../../src/core/contract/time-limits.ts'
import type { Cached, Clock, ListSource, Source } from '../base/context.ts'
import type { GuardedStore, TopicCache } from './topic-cache.ts'

export interface PollingOptions<Data> {
  clock: Clock
  cache: TopicCache<Data>
  store: GuardedStore
  limit: AttemptLimit
  fetch: Source<Data>['fetch']
  /** Runs `run` under the topic's lock. The signal ends the wait for the lock. */
  withLock(run: () => Promise<void>, signal: AbortSignal): Promise<void>
  /** Whether the topic has watchers and the page is visible. */
  isWanted(): boolean
  /** Called when data or a failure has been stored, while the lock is still held. */
  onStored(hasFailed: boolean): void
  /** Called when the state has changed, or when fetching is not allowed now. Notifies the watchers. */
  onSettled(): Promise<void>
}

type State = { status: 'resting'; stopTimer(): void } | Asking | { status: 'stopped' }

interface Asking {
  status: 'asking'
  force: boolean
  controller: AbortController
  settled: Promise<void>
}

/**
 * Fetches when the topic is due, and when a person refreshes it.
 *
 *   resting ── due, or a person asks ──▶ asking ── a person asks: ended and started again ──────┐
 *      ▲                                 │   ▲                                                  │
 *      └── persisted, failed, given up ──┘   └──────────────────────────────────────────────────┘
 */
export function createPolling<Data>(options: PollingOptions<Data>) {
  const { clock, cache, fetch, isWanted, onSettled } = options
  let state: State = { status: 'resting', stopTimer() {} }
  /**
   * Whether the request after the pause must be forced, because a refresh was requested during the pause or right before
   * it.
   */
  let owesForced = false

  /**
   * Fetches now, or joins a running attempt. Does not fetch during a pause after a failure. Resolves when the snapshot is
   * settled.
   * @param isWish requested by the user, or by a confirmed transaction of the account
   */
  function start(isWish: boolean): Promise<void> {
    if (state.status === 'stopped') return Promise.resolve()
    const force = isWish || owesForced
    if (state.status === 'asking' && !state.controller.signal.aborted && (state.force || !force)) {
      return state.settled
    }
    owesForced = force && cache.isPaused()
    if (cache.isPaused()) return onSettled()
    // Stop the running request: it may have started before the event that made a new request necessary.
    halt()
    const controller = new AbortController()
    const ask = (signal: AbortSignal) => fetch({ signal, force })
    const ended = attempt({ controller, isNeeded: toNeed(force), isNewest: true, ask }, options)
    const asking: Asking = { status: 'asking', force, controller, settled: ended.then(() => settle(asking)) }
    state = asking
    return asking.settled
  }

  /** Returns a function that is called under the lock, and tells whether the request is still needed. */
  function toNeed(force: boolean): () => boolean {
    const requestedAt = clock.now()
    // Retry a failure even if the cached data is still fresh.
    const isWish = force || cache.state.failure !== undefined
    return () => {
      if (cache.isPaused()) return false
      const { cached, failure } = cache.state
      if (!isWish || (failure && !force)) return cache.getWait() <= 0
      return !cached || cached.fetchedAt <= requestedAt || cached.fetchedAt > clock.now()
    }
  }

  async function settle(asking: Asking): Promise<void> {
    // If another attempt has replaced this one, wait for that attempt.
    if (state !== asking) return state.status === 'asking' ? state.settled : undefined
    state = { status: 'resting', stopTimer() {} }
    owesForced = asking.force && cache.isPaused()
    await onSettled()
    check()
  }

  /** While the topic is wanted: fetches now if the topic is due; otherwise sets a timer for the time when it is due. */
  function check(): void {
    if (state.status !== 'resting') return
    state.stopTimer()
    if (!isWanted()) return
    const wait = cache.getWait()
    if (wait <= 0) void start(false)
    else state = { status: 'resting', stopTimer: clock.after(wait, check) }
  }

  /** Ends the running attempt, or the wait for the next one. */
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

/**
 * How many older pages one request fetches at most. Pages that arrive within one throttle pause are shown with one head.
 */
const MAX_PARTS = 10

/** Fetches the older pages of a list on request. Pages that arrive quickly are shown together. */
export function createOlderPages<Data>(
  options: PollingOptions<Data>,
  watchers: { send(): void; sendSoon(): void; isThrottled(): boolean },
  more: NonNullable<ListSource<Data>['more']>,
) {
  const { cache } = options
  let fetching: { controller: AbortController; ended: Promise<void> } | undefined

  const getTotal = () => (cache.state.cached?.data as { total?: number } | undefined)?.total ?? 0

  async function fetchParts(controller: AbortController): Promise<void> {
    for (let parts = 0; parts < MAX_PARTS && !controller.signal.aborted; parts += 1) {
      const before = getTotal()
      const ask = (signal: AbortSignal) => more({ signal })
      await attempt({ controller, isNeeded: () => true, isNewest: false, ask }, options)
      const isLast = cache.state.failure || getTotal() === before || !watchers.isThrottled()
      watchers.sendSoon()
      if (isLast) break
    }
    if (cache.state.failure) watchers.send()
  }

  return {
    get isFetching() {
      return fetching !== undefined
    },
    /** Fetches the next older pages, or joins a running fetch. Resolves when they are stored or the fetch has failed. */
    fetch(): Promise<void> {
      if (!fetching) {
        const controller = new AbortController()
        const ended = fetchParts(controller).finally(() => (fetching = undefined))
        fetching = { controller, ended }
      }
      return fetching.ended
    },
    abort: () => fetching?.controller.abort(),
  }
}

interface Work<Data> {
  controller: AbortController
  /** Called under the lock after reading the store, since another tab may have fetched meanwhile. */
  isNeeded(): boolean
  /**
   * Whether the attempt fetches the newest data. If so, its failure is ignored if another tab has stored newer data.
   */
  isNewest: boolean
  ask(signal: AbortSignal): Promise<Cached<Data>>
}

/**
 * Makes one attempt to fetch data, under the lock that all tabs share and within a time limit. Never rejects: the cache
 * gets every outcome.
 */
async function attempt<Data>(work: Work<Data>, options: PollingOptions<Data>): Promise<void> {
  const { controller, isNeeded, isNewest, ask } = work
  const { clock, cache, store, limit, withLock, onStored } = options
  const { signal } = controller
  const requestedAt = clock.now()
  const getNewest = () => cache.state.cached?.fetchedAt ?? -Infinity

  await withLock(async () => {
    if (signal.aborted) return
    const writes = store.getWrites()
    let newest = -Infinity
    try {
      await limit.run(controller, async () => {
        await cache.load(requestedAt)
        newest = getNewest()
        if (signal.aborted || !isNeeded()) return
        const next = await ask(signal)
        // Ignore a late result. If the source has stored the result, it is read from the store when needed.
        if (signal.aborted) return
        await cache.succeed(next)
        onStored(false)
      })
    } catch (error) {
      if (isGivenUp(signal)) return
      await cache.load(requestedAt)
      const isAnswered = isNewest && !cache.state.failure && getNewest() > newest
      // A timeout is not a failure if the attempt has stored something.
      const isProgress = signal.aborted && store.getWrites() > writes
      if (isAnswered || isProgress || isGivenUp(signal)) return
      await cache.fail(error, isNewest)
      onStored(true)
    }
  }, signal)
}

/** Whether a caller aborted the attempt. False if the time limit aborted it. */
function isGivenUp({ aborted, reason }: AbortSignal): boolean {
  return aborted && !hasCode(reason, 'http_timeout')
}

export type AttemptLimit = ReturnType<typeof createAttemptLimit>

/** The time limit of attempts. A wait for the list of networks extends it. */
export function createAttemptLimit(clock: Clock) {
  /** Extends the limit of the current work. */
  let prolong: (extra: number) => void = () => {}

  return {
    /**
     * Runs the work of one attempt; not more than one at a time. Aborts the work after `ATTEMPT_LIMIT`. If the work
     * ignores the abort, stops waiting after `END_GRACE`.
     * @throws http_timeout, the abort reason, and what the work throws
     */
    async run(controller: AbortController, work: () => Promise<void>): Promise<void> {
      const { signal } = controller
      const began = clock.now()
      let prolonged = 0
      let stopTimer = () => {}
      const mine = (extra: number) => {
        if (signal.aborted) return
        prolonged = Math.max(prolonged, extra)
        stopTimer()
        const left = began + ATTEMPT_LIMIT + prolonged - clock.now()
        stopTimer = clock.after(left, () => controller.abort(createLimitError()))
      }
      let onAbort = () => {}
      const tooLate = new Promise<never>((_, reject) => {
        onAbort = () => {
          stopTimer()
          stopTimer = clock.after(END_GRACE, () => reject(signal.reason as Error))
        }
      })
      signal.addEventListener('abort', onAbort)
      prolong = mine
      mine(0)
      try {
        await Promise.race([work(), tooLate])
        if (signal.aborted) throw signal.reason
      } finally {
        stopTimer()
        signal.removeEventListener('abort', onAbort)
        if (prolong === mine) prolong = () => {}
      }
    },
    /** Extends the time limit of the current work by the duration of this wait, at most by `NETWORKS_EXTRA`. */
    async giveBack<T>(wait: () => Promise<T>): Promise<T> {
      const mine = prolong
      const began = clock.now()
      try {
        return await wait()
      } finally {
        if (mine === prolong) mine(Math.min(clock.now() - began, NETWORKS_EXTRA))
      }
    },
  }
}

function createLimitError(): BillfoldError {
  return new BillfoldError('http_timeout', 'The request took too long. Try again.', {
    category: 'API_ERROR',
  })
}
