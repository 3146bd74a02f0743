/**
 * One topic for one set of params: decides when its source loads and fetches, and turns what comes of it into
 * snapshots. Timers run only while somebody watches and the page can be seen.
 *
 *   first watch ─▶ load from the store ─▶ send ─▶ resting ── due, or a person asks ──▶ asking ── a person asks ─┐
 *                                                    ▲                                 │  ▲                     │
 *                                                    └─── persisted, failed, given up ─┘  └── ended for another ┘
 *
 * An attempt first looks into the store again: the tab that had the lock before may have fetched already. So does a
 * failure: another tab may have succeeded meanwhile.
 */
import { BillfoldError, fromErrorRecord } from '../src/core/errors.ts'
import type { Page } from '../src/core/list.ts'
import type { ListRow } from '../src/core/protocol.ts'
import { attempt, type Work } from './attempt.ts'
import type { Known, ListSource, Source, WorkerContext } from './context.ts'
import type { CountingStore } from './guard-store.ts'
import { createKnowledge } from './knowledge.ts'
import { createOlderPages } from './older-pages.ts'
import type { TurnLimit } from './turn-limit.ts'
import { unlessAborted } from './wait.ts'
import { createWatchers, type Watcher } from './watchers.ts'

export interface Topic<Data> {
  /** Sends the snapshot once it is loaded, and whatever comes later, until the returned function is called. */
  watch(watcher: Watcher<Data>): () => void
  /** Asks the network now, unless a pause after a failure forbids it. Resolves when the snapshot is settled. */
  refresh(signal: AbortSignal): Promise<void>
  /** Fetches the next older page. Resolves when it is stored or has failed. */
  more(signal: AbortSignal): Promise<void>
  /** Rows that are known. @throws aborted when the account was forgotten meanwhile. */
  page(index: number): Promise<Page<ListRow>>
  /** What is known, however old; asked for if nothing is. @throws why nothing is known. */
  ensure(signal: AbortSignal): Promise<Known<Data>>
  /** Another tab wrote this topic, or the disk came back. */
  onChanged(): void
  /** Reads the store again. Resolves to whether anything is known. */
  reload(): Promise<boolean>
  /** The list of networks is there: whatever failed only for want of it is asked again. */
  onNetworks(): void
  /** The page became visible or hidden. */
  onVisibility(): void
  /** Nobody needs it now, and nothing would be lost with it. */
  isIdle(): boolean
  /** Stops everything; what is still in flight has no effect any more. Those who watch see nothing known. */
  dispose(): void
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
}

type State = { status: 'resting'; stopTimer(): void } | Asking | { status: 'disposed' }

interface Asking {
  status: 'asking'
  controller: AbortController
  /** A person asked, or an own transaction went through. */
  force: boolean
  /** Another tab wrote meanwhile, or the disk came back. */
  isOutdated: boolean
  settled: Promise<void>
}

const noTimer = () => {}

export function createTopic<Data>(options: TopicOptions<Data>): Topic<Data> {
  const { source, key, isShared, isVisible } = options
  const { clock, store, tabs } = options.context
  const list = source as ListSource<Data>
  const knowledge = createKnowledge({ ...options, clock, store })
  const watchers = createWatchers(clock, knowledge.toSnapshot)
  const older = list.more && createOlderPages({ knowledge, watchers, work, ask: list.more.bind(list) })
  let state: State = { status: 'resting', stopTimer: noTimer }
  let loaded: Promise<void> | undefined
  /** Commands that wait for an attempt, beside those who watch. */
  let waiting = 0

  const isAlone = () => watchers.size === 0 && waiting === 0
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

  /** Resolves when the attempt, or the one that took its place, has settled. */
  function start(force: boolean): Promise<void> {
    if (state.status === 'disposed') return Promise.resolve()
    if (state.status === 'asking' && !state.controller.signal.aborted && (state.force || !force)) {
      return state.settled
    }
    if (knowledge.isPaused()) {
      watchers.send()
      return Promise.resolve()
    }
    // What is in flight may have been asked before the reason for this request arose.
    halt()
    const controller = new AbortController()
    const requestedAt = clock.now()
    const isNeeded = () => {
      if (knowledge.isPaused()) return false
      const { known } = knowledge.state
      if (!force) return knowledge.getWait() <= 0
      return !known || known.fetchedAt <= requestedAt || known.fetchedAt > clock.now()
    }
    const asking: Asking = {
      status: 'asking',
      controller,
      force,
      isOutdated: false,
      settled: work({
        controller,
        isNeeded,
        isNewest: true,
        ask: (signal) => source.fetch({ signal, force }),
      }).then(() => onSettled(asking)),
    }
    state = asking
    return asking.settled
  }

  async function onSettled(asking: Asking): Promise<void> {
    if (state !== asking) return state.status === 'asking' ? state.settled : undefined
    state = { status: 'resting', stopTimer: noTimer }
    if (asking.isOutdated) await knowledge.load(0)
    if (knowledge.state.known?.unfinished) watchers.sendSoon()
    else watchers.send()
    check()
  }

  /** Stops the timer, or tells the attempt to end. */
  function halt(): void {
    if (state.status === 'resting') state.stopTimer()
    if (state.status === 'asking') state.controller.abort()
  }

  /** Asks now or waits until it is time. */
  function check(): void {
    if (state.status !== 'resting') return
    halt()
    if (watchers.size === 0 || !isVisible()) return
    const wait = knowledge.getWait()
    if (wait <= 0) void start(false)
    else state = { status: 'resting', stopTimer: clock.after(wait, check) }
  }

  function ensureLoaded(): Promise<void> {
    return (loaded ??= knowledge.load(Number.POSITIVE_INFINITY))
  }

  /** Keeps the attempt alive for a command, as a watcher would. */
  async function waitFor<T>(run: () => Promise<T>): Promise<T> {
    waiting += 1
    try {
      return await run()
    } finally {
      waiting -= 1
      void abortIfAlone()
    }
  }

  async function abortIfAlone(): Promise<void> {
    if (!isAlone()) return
    if (state.status === 'resting') halt()
    if (state.status !== 'asking' && !older?.isFetching) return
    // Another tab would only ask the same once more.
    if (isShared && (await tabs.isAwaited(key))) return
    if (!isAlone()) return
    halt()
    older?.abort()
  }

  return {
    watch(watcher) {
      watchers.add(watcher)
      // Another tab may have written while nobody here was looking.
      if (watchers.size === 1 && state.status === 'resting') loaded = undefined
      void ensureLoaded().then(() => {
        if (!watchers.has(watcher)) return
        watcher.snapshot(knowledge.toSnapshot())
        check()
      })
      return () => {
        if (watchers.remove(watcher)) void abortIfAlone()
      }
    },
    refresh: (signal) =>
      waitFor(() =>
        unlessAborted(
          ensureLoaded().then(() => start(true)),
          signal,
        ),
      ),
    more: (signal) => waitFor(() => unlessAborted(ensureLoaded().then(older?.fetch).then(check), signal)),
    async page(index) {
      await ensureLoaded()
      const page = await list.page(index)
      if (state.status === 'disposed') throw disconnectedError()
      return page
    },
    ensure: (signal) =>
      waitFor(async () => {
        await ensureLoaded()
        const asked = knowledge.isFresh() ? Promise.resolve() : waitFor(() => start(false))
        // What is known is better than waiting for what is newer.
        if (!knowledge.state.known) await unlessAborted(asked, signal)
        const { known, failure } = knowledge.state
        if (known) return known
        throw failure ? fromErrorRecord(failure.error) : disconnectedError()
      }),
    onChanged() {
      if (state.status === 'asking') state.isOutdated = true
      // Whoever comes back reads it anew.
      else if (watchers.size === 0) loaded = undefined
      else void knowledge.load(0).then(watchers.send).then(check)
    },
    async reload() {
      await knowledge.load(0)
      return knowledge.state.known !== undefined
    },
    onNetworks() {
      if (knowledge.retryNetworks()) check()
    },
    onVisibility() {
      // What is still being read is not unknown; those who watch hear of it when it is there.
      if (!knowledge.isLoaded) return
      if (isVisible() && knowledge.getWait() <= 0) watchers.send()
      check()
    },
    isIdle: () => isAlone() && state.status !== 'asking' && !knowledge.isPaused(),
    dispose() {
      halt()
      state = { status: 'disposed' }
      older?.abort()
      knowledge.dispose()
      watchers.send()
      watchers.clear()
    },
  }
}

function disconnectedError(): BillfoldError {
  return new BillfoldError('aborted', 'This account was disconnected.')
}
