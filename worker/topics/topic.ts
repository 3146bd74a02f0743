/**
 * One topic for one set of params: its cached data, its watchers and its commands. Timers run only while it has watchers
 * and the page is visible.
 *
 *   first watch ─▶ load from the store ─▶ send ─▶ polling ─▶ attempt ─▶ persisted or failed ─▶ send
 *                                                    ▲                                          │
 *                                                    └──────────────────────────────────────────┘
 *
 * An attempt first reads the store again, since the tab that held the lock before may have fetched already. A failed
 * attempt does the same, since another tab may have succeeded meanwhile.
 */
import { BillfoldError, fromErrorRecord } from '../../src/core/base/errors.ts'
import type { Page } from '../../src/core/contract/list.ts'
import type { ListRow, Snapshot } from '../../src/core/contract/protocol.ts'
import { joinHeads } from '../base/changed-ranges.ts'
import type { Cached, Clock, ListSource, Source, WorkerContext } from '../base/context.ts'
import { unlessAborted } from '../../src/core/base/wait.ts'
import { createOlderPages, createPolling, type PollingOptions, type AttemptLimit } from './polling.ts'
import { createTopicCache, type GuardedStore } from './topic-cache.ts'

export interface Topic<Data> {
  /** Sends the snapshot once it is loaded, and each later snapshot. Returns a stop function. */
  watch(watcher: Watcher<Data>): () => void
  /** Fetches now, except during a pause after a failure. Resolves when the snapshot is settled. */
  refresh(signal: AbortSignal): Promise<void>
  /** Whether the topic can be dropped without losing state. */
  isIdle(): boolean
  /** Stops the topic and ignores pending results. The watchers receive an empty snapshot. */
  dispose(): void
}

/** A topic that is polled, as opposed to one whose source reports changes by itself. */
export interface AskedTopic<Data> extends Topic<Data> {
  /** Fetches the next older page. Resolves when the page is stored or the fetch has failed. */
  more(signal: AbortSignal): Promise<void>
  /** A page of the stored rows. @throws aborted if the account was forgotten meanwhile */
  page(index: number): Promise<Page<ListRow>>
  /** The cached data, however old. Waits for a fetch only if there is no cached data. @throws the error of the fetch */
  ensure(signal: AbortSignal): Promise<Cached<Data>>
  /** Called when another tab has written the topic's data, or the disk is available again. */
  onChanged(): void
  /** Reads the store again. Resolves with true if there is data. */
  reload(): Promise<boolean>
  /** Called when the list of networks has loaded: repeats requests that failed without it. */
  onNetworks(): void
  /** Called when the page is back online: repeats failed requests at once. */
  onOnline(): void
  onVisibility(): void
  /** Called when something has happened to the account: fetches at once if the topic is watched. */
  touch(): void
}

export interface TopicOptions<Data> {
  context: Pick<WorkerContext, 'clock' | 'tabs'> & { store: GuardedStore }
  source: Source<Data> | ListSource<Data>
  /** Unique among topics and params. */
  key: string
  owner: string
  /** Whether other tabs share the topic and its lock. */
  isShared: boolean
  limit: AttemptLimit
  isVisible(): boolean
  /** When the page last came back online. Milliseconds since 1970; -Infinity if never. */
  getOnlineAt(): number
  /** Called after each success, when the data is stored. */
  onSuccess(): void
  /** Called when the source reports that something has happened to the account: its watched topics are due. */
  onTouched(): void
}

export function createTopic<Data>(options: TopicOptions<Data>): AskedTopic<Data> {
  const { source, key, isShared, isVisible, limit } = options
  const { clock, store, tabs } = options.context
  const list = source as ListSource<Data>
  const cache = createTopicCache({ ...options, clock, store })
  const watchers = createWatchers(clock, cache.getSnapshot)
  const attempts: PollingOptions<Data> = {
    clock,
    cache,
    store,
    limit,
    fetch: source.fetch.bind(source),
    withLock: (run, signal) => (isShared ? tabs.withLock(key, run, signal) : tabs.withLocalLock(key, run)),
    isWanted,
    onStored(hasFailed) {
      if (isShared) tabs.announce({ kind: 'changed', key })
      if (!hasFailed) options.onSuccess()
    },
    onSettled,
  }
  const polling = createPolling(attempts)
  const older = list.more && createOlderPages(attempts, watchers, list.more.bind(list))
  let loaded: Promise<void> | undefined
  /** Whether another tab has written during an attempt of this tab: then the store must be read again. */
  let isOutdated = false
  /** Number of commands that wait for an attempt. */
  let waiting = 0
  let disposed = false
  /** Stops following the source. Set while the topic is wanted. */
  let following: AbortController | undefined

  const isAlone = () => watchers.size === 0 && waiting === 0
  function isWanted(): boolean {
    return watchers.size > 0 && isVisible()
  }

  /** Starts to follow the source when the topic becomes wanted, and stops when it no longer is. */
  function follow(): void {
    if (isWanted() === (following !== undefined)) return
    following?.abort()
    following = isWanted() ? new AbortController() : undefined
    // If following fails, the next poll brings the data.
    if (following) source.follow?.(options.onTouched, following.signal).catch(() => {})
  }

  async function onSettled(): Promise<void> {
    if (isOutdated) await reload()
    if (cache.state.cached?.unfinished) watchers.sendSoon()
    else watchers.send()
  }

  function ensureLoaded(): Promise<void> {
    return (loaded ??= cache.load(Number.POSITIVE_INFINITY))
  }

  function reload(): Promise<void> {
    isOutdated = false
    return cache.load(0)
  }

  /** Waits for `work`, and keeps the attempt running meanwhile, as a watcher would. */
  async function waitFor<T>(work: () => Promise<T>): Promise<T> {
    waiting += 1
    try {
      return await work()
    } finally {
      waiting -= 1
      void haltIfAlone()
    }
  }

  async function haltIfAlone(): Promise<void> {
    if (!isAlone()) return
    // Do not stop an attempt that another tab waits for: that tab would only repeat the request.
    const isAwaited = (polling.isAsking || older?.isFetching) && isShared && (await tabs.isAwaited(key))
    if (isAwaited || !isAlone()) return
    polling.halt()
    older?.abort()
  }

  return {
    watch(watcher) {
      watchers.add(watcher)
      follow()
      // The first watcher: read the store again, since another tab may have written while nobody watched.
      if (watchers.size === 1 && !polling.isAsking) loaded = undefined
      void ensureLoaded().then(() => {
        if (!watchers.has(watcher)) return
        watcher.snapshot(cache.getSnapshot())
        polling.check()
      })
      return () => {
        if (!watchers.remove(watcher)) return
        follow()
        void haltIfAlone()
      }
    },
    refresh: (signal) =>
      waitFor(() =>
        unlessAborted(
          ensureLoaded().then(() => polling.start(true)),
          signal,
        ),
      ),
    more: (signal) =>
      waitFor(() => unlessAborted(ensureLoaded().then(older?.fetch).then(polling.check), signal)),
    async page(index) {
      await ensureLoaded()
      const page = await list.page(index)
      if (disposed) throw createDisconnectedError()
      return page
    },
    ensure: (signal) =>
      waitFor(async () => {
        await ensureLoaded()
        const asked = cache.isFresh() ? Promise.resolve() : waitFor(() => polling.start(false))
        // If there is cached data, do not wait for newer data.
        if (!cache.state.cached) await unlessAborted(asked, signal)
        const { cached, failure } = cache.state
        if (cached) return cached
        throw failure ? fromErrorRecord(failure.error) : createDisconnectedError()
      }),
    onChanged() {
      if (polling.isAsking) isOutdated = true
      // Nobody watches: the next watcher reads the store again.
      else if (watchers.size === 0) loaded = undefined
      else void reload().then(watchers.send).then(polling.check)
    },
    async reload() {
      await reload()
      return cache.state.cached !== undefined
    },
    onNetworks() {
      if (cache.retryNetworks()) polling.check()
    },
    onOnline() {
      if (!cache.endWait()) return
      watchers.send()
      polling.check()
    },
    onVisibility() {
      follow()
      // Not loaded yet: watchers are notified after loading.
      if (!cache.isLoaded) return
      if (isVisible() && cache.getWait() <= 0) watchers.send()
      polling.check()
    },
    touch() {
      if (isWanted()) void polling.start(true)
    },
    isIdle: () => isAlone() && !polling.isAsking && !cache.isPaused(),
    dispose() {
      disposed = true
      polling.stop()
      older?.abort()
      cache.dispose()
      watchers.send()
      watchers.clear()
      follow()
    },
  }
}

export interface Watcher<Data> {
  snapshot(snapshot: Snapshot<Data>): void
  event(event: unknown): void
}

/** Shortest time between two heads; heads in between are merged. Milliseconds. */
const HEAD_PAUSE = 250

/**
 * The watchers of a topic. Merges heads that follow each other quickly, as while older pages load, since each head
 * makes the views render again.
 */
export function createWatchers<Data>(clock: Clock, getSnapshot: () => Snapshot<Data>) {
  const watchers = new Set<Watcher<Data>>()
  let sentAt = -Infinity
  /** The latest snapshot that has not been sent yet. */
  let held: Snapshot<Data> | undefined
  let stopTimer = () => {}

  function drop(): void {
    stopTimer()
    held = undefined
  }

  function send(): void {
    if (watchers.size === 0) return
    const snapshot = joinHeads(held, getSnapshot())
    drop()
    sentAt = clock.now()
    for (const watcher of watchers) watcher.snapshot(snapshot)
  }

  /** Whether the next `sendSoon` would wait. */
  const isThrottled = () => clock.now() - sentAt < HEAD_PAUSE && clock.now() >= sentAt

  return {
    get size() {
      return watchers.size
    },
    has: (watcher: Watcher<Data>) => watchers.has(watcher),
    add: (watcher: Watcher<Data>) => void watchers.add(watcher),
    /** Returns false if the watcher was not registered. */
    remove(watcher: Watcher<Data>): boolean {
      const removed = watchers.delete(watcher)
      if (watchers.size === 0) drop()
      return removed
    },
    clear() {
      watchers.clear()
      drop()
    },
    send,
    /** Sends the snapshot to all watchers, at most four times a second. */
    sendSoon() {
      if (watchers.size === 0) return
      if (!isThrottled()) return send()
      held = joinHeads(held, getSnapshot())
      stopTimer()
      stopTimer = clock.after(sentAt + HEAD_PAUSE - clock.now(), send)
    },
    isThrottled,
    sendEvent(event: unknown) {
      for (const watcher of watchers) watcher.event(event)
    },
  }
}

function createDisconnectedError(): BillfoldError {
  return new BillfoldError('aborted', 'This account was disconnected.')
}
