/**
 * One topic for one set of params: decides when its source loads and fetches, and turns what comes of it into
 * snapshots. Timers run only while somebody watches and the page can be seen.
 *
 *   first watch ─▶ load from the store ─▶ emit ─▶ due? ─ no ─▶ wait ─┐
 *                                                  ▲ │ yes            │
 *                                                  │ ▼                │
 *              emit ◀─ persisted or failed ◀─ attempt (one tab at a time)
 *                                                  ▲                  │
 *                                                  └──────────────────┘
 *
 * An attempt first looks into the store again: the tab that had the lock before may have fetched already.
 */
import { BillfoldError, type ErrorRecord, hasCode, toErrorRecord } from '../src/core/errors.ts'
import type { Page } from '../src/core/list.ts'
import type { ListRow, Snapshot } from '../src/core/protocol.ts'
import type { Known, ListSource, Source, WorkerContext } from './context.ts'

export interface Topic<Data> {
  readonly source: Source<Data> | ListSource<Data>
  /** Sends the snapshot once it is loaded, and every later one, until the returned function is called. */
  watch(listener: (snapshot: Snapshot<Data>) => void): () => void
  /** Asks the network now, unless a pause after a failure forbids it. Resolves when the snapshot is settled. */
  refresh(): Promise<void>
  /** Fetches the next older page. Resolves when it is stored or has failed. */
  more(): Promise<void>
  /** Rows that are known. @throws aborted when the account was forgotten meanwhile. */
  page(index: number): Promise<Page<ListRow>>
  /** What is known, however old; asked for if nothing is. @throws why nothing is known. */
  obtain(signal: AbortSignal): Promise<Known<Data>>
  /** Another tab wrote this topic. */
  onChanged(): void
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
  context: Pick<WorkerContext, 'clock' | 'store' | 'tabs'>
  source: Source<Data> | ListSource<Data>
  isVisible(): boolean
  /** Called after each success, when its data is stored. */
  onSuccess(): void
}

/** When an attempt is told to end, and when its end is no longer waited for. Milliseconds. */
const ATTEMPT_LIMIT = 14_000
const HARD_LIMIT = 15_000
/** Longest pause before a failure is tried again by itself. Milliseconds. */
const RETRY_PAUSE = 30_000

interface Failure {
  error: ErrorRecord
  /** Milliseconds since 1970. */
  at: number
}

interface Attempt {
  settled: Promise<void>
  controller: AbortController
  force: boolean
}

export function createTopic<Data>({
  context,
  source,
  isVisible,
  onSuccess,
}: TopicOptions<Data>): Topic<Data> {
  const { clock, store, tabs } = context
  const failureKey = `failure/${source.key}`
  const watchers = new Set<(snapshot: Snapshot<Data>) => void>()
  let known: Known<Data> | undefined
  /** The store lost what is known: it is shown for as long as nothing better comes, and asked for at once. */
  let isLost = false
  let failure: Failure | undefined
  /** Data to show beside the failure. */
  let shown: Data | undefined
  let loaded: Promise<void> | undefined
  let isLoaded = false
  let attempt: Attempt | undefined
  let moreAttempt: Promise<void> | undefined
  let moreController: AbortController | undefined
  /** Commands that wait for an attempt, beside those who watch. */
  let waiting = 0
  let changedMeanwhile = false
  let disposed = false
  let stopTimer = () => {}

  function getSnapshot(): Snapshot<Data> {
    const fetchedAt = known?.fetchedAt
    if (failure) return { data: shown, fetchedAt, status: 'failed', error: failure.error }
    if (!known) return { data: undefined, fetchedAt, status: 'loading' }
    const status = isFresh(known) ? 'fresh' : isVisible() ? 'cached' : 'stale'
    return { data: known.data, fetchedAt, status }
  }

  function emit(): void {
    if (watchers.size === 0) return
    const snapshot = getSnapshot()
    for (const watcher of watchers) watcher(snapshot)
  }

  function isFresh({ fetchedAt }: Known<Data>): boolean {
    const age = clock.now() - fetchedAt
    // A clock that was set back must not keep data fresh for years.
    return age >= 0 && age < source.lifetime
  }

  /** A failure after which the source may not be asked; 0 when there is none. */
  function getPauseEnd(): number {
    // Without an answer to "is this network served?" the call itself was never made.
    if (!failure || failure.error.code === 'networks_unknown') return 0
    return source.pauseAfterFailure > 0 ? failure.at + source.pauseAfterFailure : 0
  }

  /** When to ask next by itself: milliseconds since 1970. */
  function getDue(): number {
    if (failure) {
      const asked = failure.error.context['retryAfter']
      const pause = Math.max(Math.min(source.lifetime, RETRY_PAUSE), typeof asked === 'number' ? asked : 0)
      return Math.max(failure.at + pause, getPauseEnd())
    }
    return known && !isLost && isFresh(known) ? known.fetchedAt + source.lifetime : 0
  }

  /** Reads the store. Failures count only while they forbid a request, or from `since` on. */
  async function load(since: number): Promise<void> {
    const [stored, record] = await Promise.all([source.load().catch(() => undefined), store.get(failureKey)])
    if (disposed) return
    isLoaded = true
    isLost = known !== undefined && stored === undefined
    known = stored ?? known
    const found = record?.value as Failure | undefined
    if (found && found.at >= (failure?.at ?? 0)) {
      failure = found
      if (found.at < since && getPauseEnd() <= clock.now()) failure = undefined
    }
    if (failure && known && known.fetchedAt > failure.at) failure = undefined
    if (failure) showFailure()
  }

  function showFailure(): void {
    shown = source.afterFailure ? source.afterFailure(known?.data) : known?.data
  }

  async function fail(error: unknown): Promise<void> {
    const at = clock.now()
    const record = toErrorRecord(error)
    failure = { error: record, at }
    const retryAt = getPauseEnd()
    if (retryAt > 0) failure.error = { ...record, context: { ...record.context, retryAt } }
    showFailure()
    // Kept so that other tabs and the next worker hold the pause too.
    await store.write([{ key: failureKey, owner: source.owner, value: failure, bytes: 500 }])
    tabs.announce({ kind: 'changed', key: source.key })
  }

  async function succeed(next: Known<Data>): Promise<void> {
    known = next
    isLost = false
    if (failure) {
      failure = undefined
      await store.write([], [failureKey])
    }
    tabs.announce({ kind: 'changed', key: source.key })
    onSuccess()
  }

  /** Runs alone among all tabs and within the time limit; every outcome ends up in the snapshot. */
  async function work(
    controller: AbortController,
    isNeeded: () => boolean,
    ask: (signal: AbortSignal) => Promise<Known<Data>>,
  ): Promise<void> {
    const { signal } = controller
    const requestedAt = clock.now()
    let settled = false
    const run = async () => {
      await load(requestedAt)
      if (signal.aborted || !isNeeded()) return
      try {
        const next = await ask(signal)
        if (signal.aborted) return
        settled = true
        await succeed(next)
      } catch (error) {
        if (settled || disposed || (signal.aborted && !hasCode(signal.reason, 'http_timeout'))) return
        settled = true
        // Before the lock goes to the next tab, which would ask at once otherwise.
        await fail(error)
      }
    }
    /** The time counts from here: waiting for a turn is nobody's failure. */
    const runInTime = async () => {
      if (signal.aborted) return
      const stopLimit = clock.after(ATTEMPT_LIMIT, () => controller.abort(limitError()))
      let stopHardLimit = () => {}
      const tooLate = new Promise<never>((_, reject) => {
        stopHardLimit = clock.after(HARD_LIMIT, () => reject(limitError()))
      })
      try {
        await Promise.race([run(), tooLate])
        if (!settled && hasCode(signal.reason, 'http_timeout')) throw signal.reason
      } catch (error) {
        if (disposed || settled) return
        settled = true
        await fail(error)
      } finally {
        stopLimit()
        stopHardLimit()
      }
    }
    // Whoever never ends keeps nobody: its turn is over with its time.
    await tabs.exclusive(source.key, runInTime)
  }

  function start(force: boolean): Promise<void> {
    if (disposed) return Promise.resolve()
    if (attempt) {
      const joins = !attempt.controller.signal.aborted && (attempt.force || !force)
      // What is in flight may have been asked before the reason for this request arose.
      return joins ? attempt.settled : attempt.settled.then(() => start(force))
    }
    if (getPauseEnd() > clock.now()) {
      emit()
      return Promise.resolve()
    }
    stopTimer()
    const controller = new AbortController()
    const requestedAt = clock.now()
    const isNeeded = () => {
      if (getPauseEnd() > clock.now()) return false
      return force ? !known || known.fetchedAt <= requestedAt : getDue() <= clock.now()
    }
    const settled = work(controller, isNeeded, (signal) => source.fetch({ signal, force })).then(async () => {
      attempt = undefined
      if (changedMeanwhile) await reload()
      emit()
      check()
    })
    attempt = { settled, controller, force }
    return settled
  }

  async function reload(): Promise<void> {
    changedMeanwhile = false
    await load(0)
  }

  /** Asks now or waits until it is time. */
  function check(): void {
    stopTimer()
    if (disposed || attempt || watchers.size === 0 || !isVisible()) return
    const wait = getDue() - clock.now()
    if (wait <= 0) void start(false)
    else stopTimer = clock.after(wait, check)
  }

  function ensureLoaded(): Promise<void> {
    return (loaded ??= load(Number.POSITIVE_INFINITY))
  }

  /** Keeps the attempt alive for a command, as a watcher would. */
  async function waitFor<T>(run: () => Promise<T>): Promise<T> {
    waiting += 1
    try {
      return await run()
    } finally {
      waiting -= 1
      abortIfAlone()
    }
  }

  function abortIfAlone(): void {
    if (watchers.size > 0 || waiting > 0) return
    stopTimer()
    attempt?.controller.abort()
  }

  return {
    source,
    watch(listener) {
      watchers.add(listener)
      // Another tab may have written while nobody here was looking.
      if (watchers.size === 1 && !attempt) loaded = undefined
      void ensureLoaded().then(() => {
        if (!watchers.has(listener)) return
        listener(getSnapshot())
        check()
      })
      return () => {
        if (watchers.delete(listener)) abortIfAlone()
      }
    },
    refresh: () => waitFor(() => ensureLoaded().then(() => start(true))),
    more() {
      moreAttempt ??= waitFor(async () => {
        await ensureLoaded()
        const { more } = source as ListSource<Data>
        if (disposed || !more) return
        setLoadingMore(true)
        await work(
          (moreController = new AbortController()),
          () => true,
          (signal) => more.call(source, { signal }),
        )
        setLoadingMore(false)
        check()
      }).finally(() => (moreAttempt = undefined))
      return moreAttempt
    },
    async page(index) {
      await ensureLoaded()
      const page = await (source as ListSource<Data>).page(index)
      if (disposed) throw new BillfoldError('aborted', 'This account was disconnected.')
      return page
    },
    obtain: (signal) =>
      waitFor(async () => {
        await ensureLoaded()
        // One that was given up just now ends without an answer.
        if (attempt && !attempt.controller.signal.aborted) await unlessAborted(attempt.settled, signal)
        else if (!known || !isFresh(known)) await unlessAborted(start(false), signal)
        if (known) return known
        throw failure
          ? failureToError(failure)
          : new BillfoldError('aborted', 'This account was disconnected.')
      }),
    onChanged() {
      if (watchers.size === 0) return
      if (attempt) changedMeanwhile = true
      else {
        void reload().then(() => {
          emit()
          check()
        })
      }
    },
    onNetworks() {
      if (failure?.error.code !== 'networks_unknown') return
      // It is due now, for whoever watches or comes back later.
      failure = { ...failure, at: 0 }
      check()
    },
    onVisibility() {
      // What is still being read is not unknown; those who watch hear of it when it is there.
      if (!isLoaded) return
      if (isVisible() && getDue() <= clock.now()) emit()
      check()
    },
    isIdle: () => watchers.size === 0 && waiting === 0 && getPauseEnd() <= clock.now(),
    dispose() {
      disposed = true
      stopTimer()
      attempt?.controller.abort()
      moreController?.abort()
      known = undefined
      failure = undefined
      emit()
      watchers.clear()
    },
  }

  /** The one field of a head that the engine knows before the source does. */
  function setLoadingMore(loadingMore: boolean): void {
    const mark = (data: Data | undefined) =>
      typeof data === 'object' && data !== null && 'loadingMore' in data ? { ...data, loadingMore } : data
    if (known) known = { ...known, data: mark(known.data) as Data }
    shown = mark(shown)
    emit()
  }
}

function limitError(): BillfoldError {
  return new BillfoldError('http_timeout', `No answer within ${HARD_LIMIT / 1000} s. Try again.`, {
    category: 'API_ERROR',
  })
}

function failureToError({ error }: Failure): BillfoldError {
  return new BillfoldError(error.code, error.message, { category: error.category, context: error.context })
}

function unlessAborted(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      const timedOut = hasCode(signal.reason, 'http_timeout')
      reject(timedOut ? (signal.reason as Error) : new BillfoldError('aborted', 'Nobody waits any more.'))
    }
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
