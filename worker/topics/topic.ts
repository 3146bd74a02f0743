/**
 * One topic for one set of params: what is known of it, who watches it, and what the commands do to it. Timers run only
 * while somebody watches and the page can be seen.
 *
 *   first watch ─▶ load from the store ─▶ send ─▶ polling ─▶ attempt ─▶ persisted or failed ─▶ send
 *                                                    ▲                                          │
 *                                                    └──────────────────────────────────────────┘
 *
 * An attempt first looks into the store again: the tab that had the lock before may have fetched already. So does a
 * failure: another tab may have succeeded meanwhile.
 */
import { BillfoldError, fromErrorRecord } from '../../src/core/base/errors.ts'
import type { Page } from '../../src/core/contract/list.ts'
import type { ListRow } from '../../src/core/contract/protocol.ts'
import { attempt, type Work } from './attempt.ts'
import type { Cached, ListSource, Source, WorkerContext } from '../base/context.ts'
import type { CountingStore } from './guard-store.ts'
import { createTopicCache } from './topic-cache.ts'
import { createOlderPages } from './older-pages.ts'
import { createPolling } from './polling.ts'
import type { TurnLimit } from './turn-limit.ts'
import { unlessAborted } from '../base/wait.ts'
import { createWatchers, type Watcher } from './watchers.ts'

export interface Topic<Data> {
  /** Sends the snapshot once it is loaded, and whatever comes later, until the returned function is called. */
  watch(watcher: Watcher<Data>): () => void
  /** Asks the network now, unless a pause after a failure forbids it. Resolves when the snapshot is settled. */
  refresh(signal: AbortSignal): Promise<void>
  /** Whether it can be dropped without losing anything. */
  isIdle(): boolean
  /** Stops everything; what is still in flight has no effect any more. Those who watch see nothing known. */
  dispose(): void
}

/** One whose source is asked; one that pushes hears of what is new by itself. */
export interface AskedTopic<Data> extends Topic<Data> {
  /** Fetches the next older page. Resolves when it is stored or has failed. */
  more(signal: AbortSignal): Promise<void>
  /** Rows that are known. @throws aborted when the account was forgotten meanwhile. */
  page(index: number): Promise<Page<ListRow>>
  /** Any data, however old; asks if there is none. @throws why there is none */
  ensure(signal: AbortSignal): Promise<Cached<Data>>
  /** Another tab wrote this topic, or the disk came back. */
  onChanged(): void
  /** Reads the store again. Resolves to whether anything is known. */
  reload(): Promise<boolean>
  /** The list of networks is there: whatever failed only for want of it is asked again. */
  onNetworks(): void
  /** The page became visible or hidden. */
  onVisibility(): void
  /** Something happened to the account: asked for at once if somebody looks. */
  touch(): void
}

export interface TopicOptions<Data> {
  context: Pick<WorkerContext, 'clock' | 'tabs'> & { store: CountingStore }
  source: Source<Data> | ListSource<Data>
  /** Unique among topics and params. */
  key: string
  owner: string
  /** Whether other tabs have the same topic, and take turns. */
  isShared: boolean
  limit: TurnLimit
  isVisible(): boolean
  /** Called after each success, when its data is stored. */
  onSuccess(): void
  /** Something happened to the account: whatever of it is looked at is to be asked for. */
  onTouched(): void
}

export function createTopic<Data>(options: TopicOptions<Data>): AskedTopic<Data> {
  const { source, key, isShared, isVisible } = options
  const { clock, store, tabs } = options.context
  const list = source as ListSource<Data>
  const knowledge = createTopicCache({ ...options, clock, store })
  const watchers = createWatchers(clock, knowledge.toSnapshot)
  const polling = createPolling({
    clock,
    knowledge,
    work,
    ask: source.fetch.bind(source),
    isWanted,
    onSettled,
  })
  const older = list.more && createOlderPages({ knowledge, watchers, work, ask: list.more.bind(list) })
  let loaded: Promise<void> | undefined
  /** Another tab wrote while this one was asking. */
  let isOutdated = false
  /** Commands that wait for an attempt, beside those who watch. */
  let waiting = 0
  let disposed = false
  /** While somebody looks. */
  let following: AbortController | undefined

  const isAlone = () => watchers.size === 0 && waiting === 0
  function isWanted(): boolean {
    return watchers.size > 0 && isVisible()
  }

  /** Begins and ends with those who look. */
  function follow(): void {
    if (isWanted() === (following !== undefined)) return
    following?.abort()
    following = isWanted() ? new AbortController() : undefined
    // Without it the data comes with the next poll.
    if (following) source.follow?.(options.onTouched, following.signal).catch(() => {})
  }

  const tell = () => isShared && tabs.announce({ kind: 'changed', key })

  function work(one: Work<Data>): Promise<void> {
    return attempt(one, {
      clock,
      knowledge,
      store,
      limit: options.limit,
      exclusive: (turn, signal) => (isShared ? tabs.exclusive(key, turn, signal) : tabs.inTurn(key, turn)),
      onSuccess() {
        tell()
        options.onSuccess()
      },
      onFailure: tell,
    })
  }

  async function onSettled(): Promise<void> {
    if (isOutdated) await reload()
    if (knowledge.state.known?.unfinished) watchers.sendSoon()
    else watchers.send()
  }

  function ensureLoaded(): Promise<void> {
    return (loaded ??= knowledge.load(Number.POSITIVE_INFINITY))
  }

  function reload(): Promise<void> {
    isOutdated = false
    return knowledge.load(0)
  }

  /** Keeps the attempt alive for a command, as a watcher would. */
  async function waitFor<T>(run: () => Promise<T>): Promise<T> {
    waiting += 1
    try {
      return await run()
    } finally {
      waiting -= 1
      void haltIfAlone()
    }
  }

  async function haltIfAlone(): Promise<void> {
    if (!isAlone()) return
    // Another tab would only ask the same once more.
    const isAwaited = (polling.isAsking || older?.isFetching) && isShared && (await tabs.isAwaited(key))
    if (isAwaited || !isAlone()) return
    polling.halt()
    older?.abort()
  }

  return {
    watch(watcher) {
      watchers.add(watcher)
      follow()
      // Another tab may have written while there was no watcher.
      if (watchers.size === 1 && !polling.isAsking) loaded = undefined
      void ensureLoaded().then(() => {
        if (!watchers.has(watcher)) return
        watcher.snapshot(knowledge.toSnapshot())
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
      if (disposed) throw disconnectedError()
      return page
    },
    ensure: (signal) =>
      waitFor(async () => {
        await ensureLoaded()
        const asked = knowledge.isFresh() ? Promise.resolve() : waitFor(() => polling.start(false))
        // Return the data that is there rather than wait for newer data.
        if (!knowledge.state.known) await unlessAborted(asked, signal)
        const { known, failure } = knowledge.state
        if (known) return known
        throw failure ? fromErrorRecord(failure.error) : disconnectedError()
      }),
    onChanged() {
      if (polling.isAsking) isOutdated = true
      // The next watcher loads it again.
      else if (watchers.size === 0) loaded = undefined
      else void reload().then(watchers.send).then(polling.check)
    },
    async reload() {
      await reload()
      return knowledge.state.known !== undefined
    },
    onNetworks() {
      if (knowledge.retryNetworks()) polling.check()
    },
    onVisibility() {
      follow()
      // While loading, the state is not known yet; watchers are told when it is.
      if (!knowledge.isLoaded) return
      if (isVisible() && knowledge.getWait() <= 0) watchers.send()
      polling.check()
    },
    touch() {
      if (isWanted()) void polling.start(true)
    },
    isIdle: () => isAlone() && !polling.isAsking && !knowledge.isPaused(),
    dispose() {
      disposed = true
      polling.stop()
      older?.abort()
      knowledge.dispose()
      watchers.send()
      watchers.clear()
      follow()
    },
  }
}

function disconnectedError(): BillfoldError {
  return new BillfoldError('aborted', 'This account was disconnected.')
}
