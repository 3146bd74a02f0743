/**
 * One topic for one set of params: decides when its source loads and fetches, and turns what comes of it into
 * snapshots. Timers run only while somebody watches and the page can be seen.
 *
 *   first watch ─▶ load from the store ─▶ send ─▶ due? ─ no ─▶ wait ─┐
 *                                                  ▲ │ yes            │
 *                                                  │ ▼                │
 *              send ◀─ persisted or failed ◀─ attempt (one tab at a time)
 *                                                  ▲                  │
 *                                                  └──────────────────┘
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

interface Attempt {
  settled: Promise<void>
  controller: AbortController
  force: boolean
}

/** Older pages that come within the pause between two heads are one head; so many at most for one wish to see more. */
const MOST_PARTS = 10

export function createTopic<Data>(options: TopicOptions<Data>): Topic<Data> {
  const { source, key, isShared, isVisible } = options
  const { clock, store, tabs } = options.context
  const knowledge = createKnowledge({ ...options, clock, store })
  const watchers = createWatchers(clock, knowledge.toSnapshot)
  let loaded: Promise<void> | undefined
  let running: Attempt | undefined
  let moreRunning: Promise<void> | undefined
  let moreController: AbortController | undefined
  /** Commands that wait for an attempt, beside those who watch. */
  let waiting = 0
  let changedMeanwhile = false
  let disposed = false
  let stopTimer = () => {}

  const isAlone = () => watchers.size === 0 && waiting === 0
  const tell = () => isShared && tabs.announce({ kind: 'changed', key })
  const work = (one: Work<Data>) =>
    attempt(one, {
      clock,
      knowledge,
      store,
      limit: options.limit,
      exclusive: (turn) => (isShared ? tabs.exclusive(key, turn) : turn()),
      onSuccess() {
        tell()
        options.onSuccess()
      },
      onFailure: tell,
    })

  function start(force: boolean): Promise<void> {
    if (disposed) return Promise.resolve()
    if (running) {
      const joins = !running.controller.signal.aborted && (running.force || !force)
      // What is in flight may have been asked before the reason for this request arose.
      return joins ? running.settled : running.settled.then(() => start(force))
    }
    if (knowledge.isPaused()) {
      watchers.send()
      return Promise.resolve()
    }
    stopTimer()
    const controller = new AbortController()
    const requestedAt = clock.now()
    const isNeeded = () => {
      if (knowledge.isPaused()) return false
      const { known } = knowledge.state
      if (!force) return knowledge.getWait() <= 0
      return !known || known.fetchedAt <= requestedAt || known.fetchedAt > clock.now()
    }
    const ask = (signal: AbortSignal) => source.fetch({ signal, force })
    const settled = work({ controller, isNeeded, isNewest: true, ask }).then(async () => {
      running = undefined
      if (changedMeanwhile) await reload()
      if (knowledge.state.known?.unfinished) watchers.sendSoon()
      else watchers.send()
      check()
    })
    running = { settled, controller, force }
    return settled
  }

  async function fetchOlder(ask: (signal: AbortSignal) => Promise<Known<Data>>): Promise<void> {
    if (disposed) return
    const controller = (moreController = new AbortController())
    for (let parts = 0; parts < MOST_PARTS && !controller.signal.aborted; parts += 1) {
      const before = getTotal()
      await work({ controller, isNeeded: () => true, isNewest: false, ask })
      const isLast = knowledge.state.failure || getTotal() === before || !watchers.isHeld()
      watchers.sendSoon()
      if (isLast) break
    }
    if (knowledge.state.failure) watchers.send()
    check()
  }

  function getTotal(): number {
    return (knowledge.state.known?.data as { total?: number } | undefined)?.total ?? 0
  }

  async function reload(): Promise<void> {
    changedMeanwhile = false
    await knowledge.load(0)
  }

  /** Asks now or waits until it is time. */
  function check(): void {
    stopTimer()
    if (disposed || running || watchers.size === 0 || !isVisible()) return
    const wait = knowledge.getWait()
    if (wait <= 0) void start(false)
    else stopTimer = clock.after(wait, check)
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
    stopTimer()
    if (!running && !moreRunning) return
    // Another tab would only ask the same once more.
    if (isShared && (await tabs.isAwaited(key))) return
    if (!isAlone()) return
    running?.controller.abort()
    moreController?.abort()
  }

  return {
    watch(watcher) {
      watchers.add(watcher)
      // Another tab may have written while nobody here was looking.
      if (watchers.size === 1 && !running) loaded = undefined
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
    more(signal) {
      const { more } = source as ListSource<Data>
      if (!more) return Promise.resolve()
      moreRunning ??= ensureLoaded()
        .then(() => fetchOlder((stop) => more.call(source, { signal: stop })))
        .finally(() => (moreRunning = undefined))
      const started = moreRunning
      return waitFor(() => unlessAborted(started, signal))
    },
    async page(index) {
      await ensureLoaded()
      const page = await (source as ListSource<Data>).page(index)
      if (disposed) throw new BillfoldError('aborted', 'This account was disconnected.')
      return page
    },
    ensure: (signal) =>
      waitFor(async () => {
        await ensureLoaded()
        const asked = knowledge.isFresh() ? undefined : waitFor(() => start(false))
        // What is known is better than waiting for what is newer.
        if (!knowledge.state.known) await unlessAborted(asked ?? Promise.resolve(), signal)
        const { known, failure } = knowledge.state
        if (known) return known
        throw failure
          ? fromErrorRecord(failure.error)
          : new BillfoldError('aborted', 'This account was disconnected.')
      }),
    onChanged() {
      if (watchers.size === 0) {
        // Whoever comes back reads it anew.
        if (!running) loaded = undefined
      } else if (running) changedMeanwhile = true
      else {
        void reload().then(() => {
          watchers.send()
          check()
        })
      }
    },
    async reload() {
      await reload()
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
    isIdle: () => isAlone() && !running && !knowledge.isPaused(),
    dispose() {
      disposed = true
      stopTimer()
      running?.controller.abort()
      moreController?.abort()
      knowledge.dispose()
      watchers.send()
      watchers.clear()
    },
  }
}
