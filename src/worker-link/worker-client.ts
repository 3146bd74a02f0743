/**
 * The page's side of the worker contract, which also supervises the worker: every call ends, and every watch survives
 * the loss of its worker.
 *
 *   idle ── first use ──▶ starting
 *   starting ─┬─ handshake ──▶ ready
 *             └─ no start strategy works ──▶ paused
 *   ready ─┬─ no answer to pings for 2 s ──▶ paused
 *          └─ no watches, calls or work for 30 s ──▶ idle
 *   paused ─┬─ after a growing pause, if needed ──▶ starting
 *           └─ not needed ──▶ idle
 *
 * When a worker is lost, its watches are opened again in the next one. `calls.ts` says what becomes of calls.
 */
import { createStoppedError } from '../core/base/errors.ts'
import {
  type CommandInput,
  type CommandName,
  type CommandOutput,
  type CommandRule,
  commandRules,
  type Snapshot,
  type TopicData,
  type TopicEvent,
  type TopicName,
  type TopicParams,
} from '../core/contract/protocol.ts'
import { failedSnapshot } from '../core/contract/snapshot.ts'
import { type AskHandlers, createCalls } from './calls.ts'
import { startHeartbeat } from './start/heartbeat.ts'
import { startIdleTimeout } from './start/idle-timeout.ts'
import type { StartedWorker, StartOptions } from './start/start-worker.ts'
import { createBackoff } from './start/backoff.ts'

export interface WorkerClient {
  /**
   * Watches a topic: calls `listener` with snapshots and `onEvent` with events, until the returned function is called.
   * Events are complete and in order while `seq` grows. A `seq` of 1 after a higher one means that the worker was lost:
   * missed changes are only in the snapshot.
   */
  watch<T extends TopicName>(
    topic: T,
    params: TopicParams<T>,
    listener: (snapshot: Snapshot<TopicData<T>>) => void,
    onEvent?: (event: TopicEvent<T>, seq: number) => void,
  ): () => void
  /**
   * Sends a command. The signal cancels the command and its requests to the page.
   * @throws worker_deadline, worker_unavailable, outcome_unknown, aborted, stopped, or the command's error
   */
  call<C extends CommandName>(
    command: C,
    input: CommandInput<C>,
    options?: { signal?: AbortSignal },
  ): Promise<CommandOutput<C>>
  stop(): void
}

export interface WorkerClientOptions {
  start(options: Pick<StartOptions, 'skip' | 'host' | 'onDomainMissing' | 'signal'>): Promise<StartedWorker>
  visibility: Visibility
  /** Handlers for the worker's requests to the page. */
  asks?: AskHandlers
  rules?: Readonly<Record<CommandName, CommandRule>>
}

/** Visibility of the web page. */
export interface Visibility {
  isVisible(): boolean
  /** Whether the person has left the web page and it is in the back/forward cache. */
  isKept(): boolean
  watch(listener: () => void): () => void
}

type State =
  | { status: 'idle' | 'stopped' }
  /** `life` is aborted when this worker ends; its later messages are ignored. */
  | { status: 'starting'; life: AbortController }
  | Ready
  | { status: 'paused'; timer: ReturnType<typeof setTimeout> }

interface Ready {
  status: 'ready'
  life: AbortController
  worker: StartedWorker
  /** When the worker became ready, from `performance.now()`. */
  since: number
  isNeeded: boolean | undefined
  /** Stops the heartbeat or the idle timeout. */
  stopTimers(): void
}

interface Watch {
  topic: TopicName
  params: TopicParams<TopicName>
  listener(snapshot: Snapshot<TopicData<TopicName>>): void
  onEvent(event: TopicEvent<TopicName>, seq: number): void
}

export function createWorkerClient(options: WorkerClientOptions): WorkerClient {
  const { visibility, asks = {}, rules = commandRules } = options
  const { isVisible } = visibility
  const watches = new Map<number, Watch>()
  const calls = createCalls({ rules, asks, onEnd: update })
  const backoff = createBackoff()
  let state: State = { status: 'idle' }
  /** The next id. Calls and watches share one sequence, which is also the order in which they are opened. */
  let nextId = 1
  let unwatchVisibility: (() => void) | undefined

  const isNeeded = () => watches.size > 0 || calls.size > 0

  /** Called when watches or calls have changed: starts the worker if it is needed, or adapts its timers. */
  function update(): void {
    if (state.status === 'idle' && isNeeded() && !visibility.isKept()) void start()
    else if (state.status === 'ready') attend(state)
  }

  async function start(): Promise<void> {
    const life = new AbortController()
    state = { status: 'starting', life }
    unwatchVisibility ??= visibility.watch(onVisibility)
    try {
      const onDomainMissing = () => {
        if (life.signal.aborted) return
        backoff.onDomainMissing()
        if (state.status === 'ready') onLost(state)
      }
      const { skip } = backoff
      const { signal } = life
      const worker = await options.start({ skip, host: createHost(signal), onDomainMissing, signal })
      if (life.signal.aborted) return worker.terminate()
      backoff.onStarted()
      onReady(life, worker)
    } catch (error) {
      if (life.signal.aborted) return
      backoff.onFailed()
      pause()
      for (const watch of watches.values()) watch.listener(failedSnapshot(error))
      calls.failAll(error)
    }
  }

  function createHost(life: AbortSignal): StartOptions['host'] {
    const find = (id: number) => (life.aborted ? undefined : watches.get(id))
    return {
      snapshot: (id, snapshot) => find(id)?.listener(snapshot),
      event: (id, seq, event) => find(id)?.onEvent(event, seq),
      ask: (callId, question, input) => calls.ask(callId, question, input, life),
    }
  }

  function onReady(life: AbortController, worker: StartedWorker): void {
    const since = performance.now()
    const ready: Ready = { status: 'ready', life, worker, since, isNeeded: undefined, stopTimers() {} }
    state = ready
    // Open watches and calls in their original order: if an account was forgotten and then watched again, its new data
    // must not be deleted.
    const waiting = [...watches.keys(), ...calls.getWaiting()]
    for (const id of waiting.sort((a, b) => a - b)) open(ready, id)
    onVisibility()
    attend(ready)
  }

  function open(ready: Ready, id: number): void {
    const { api } = ready.worker
    const watch = watches.get(id)
    if (!watch) return calls.send(id, api)
    api.watch(id, watch.topic, watch.params).catch((error: unknown) => {
      if (state === ready && watches.has(id)) watch.listener(failedSnapshot(error))
    })
  }

  /** Starts the heartbeat if the worker is needed, else the idle timeout. */
  function attend(ready: Ready): void {
    const needed = isNeeded()
    if (ready.isNeeded === needed) return
    ready.isNeeded = needed
    ready.stopTimers()
    const ping = () => ready.worker.api.ping()
    if (!needed) ready.stopTimers = startIdleTimeout({ ping, isVisible, onIdle: () => end(ready) })
    // No heartbeat: a worker on this thread hangs only together with the page.
    else if (ready.worker.mode === 'in-thread') ready.stopTimers = () => {}
    else ready.stopTimers = startHeartbeat({ ping, isVisible, onSilence: () => onLost(ready) })
  }

  function end({ life, worker, stopTimers }: Ready): void {
    stopTimers()
    life.abort()
    worker.terminate()
    state = { status: 'idle' }
  }

  function onLost(ready: Ready): void {
    end(ready)
    backoff.onLost(ready.worker.mode, performance.now() - ready.since)
    pause()
    calls.onLost()
  }

  /**
   * Ends the worker when the web page goes to the back/forward cache: a frozen worker would keep its locks, and other
   * tabs would wait for them.
   */
  function leave(): void {
    if (state.status === 'ready') end(state)
    if (state.status !== 'starting') return calls.onLost()
    state.life.abort()
    state = { status: 'idle' }
  }

  /** Starts the next worker after a pause, if it is still needed. */
  function pause(): void {
    const timer = setTimeout(() => {
      state = { status: 'idle' }
      update()
    }, backoff.getPause())
    state = { status: 'paused', timer }
  }

  function onVisibility(): void {
    if (visibility.isKept()) return leave()
    update()
    if (state.status !== 'ready') return
    state.worker.api.call(nextId++, 'visible', { visible: isVisible() }).catch(() => {})
  }

  return {
    watch(topic, params, listener, onEvent = () => {}) {
      if (state.status === 'stopped') return () => {}
      const id = nextId++
      watches.set(id, { topic, params, listener, onEvent } as unknown as Watch)
      if (state.status === 'ready') open(state, id)
      update()
      return () => {
        if (!watches.delete(id)) return
        if (state.status === 'ready') state.worker.api.unwatch(id).catch(() => {})
        update()
      }
    },
    call(command, input, { signal } = {}) {
      if (state.status === 'stopped') return Promise.reject(createStoppedError())
      const id = nextId++
      const answer = calls.add(id, command, input, signal)
      if (state.status === 'ready') open(state, id)
      update()
      return answer as Promise<CommandOutput<typeof command>>
    },
    stop() {
      if (state.status === 'ready') end(state)
      if (state.status === 'starting') state.life.abort()
      if (state.status === 'paused') clearTimeout(state.timer)
      state = { status: 'stopped' }
      unwatchVisibility?.()
      watches.clear()
      calls.failAll(createStoppedError())
    },
  }
}

let isPageKept = false

/** The visibility of this document. */
export const pageVisibility: Visibility = {
  isVisible: () => !document.hidden,
  isKept: () => isPageKept,
  watch(listener) {
    const end = new AbortController()
    const onMove = ({ type, persisted }: PageTransitionEvent) => {
      isPageKept = type === 'pagehide' && persisted
      listener()
    }
    addEventListener('pagehide', onMove, end)
    addEventListener('pageshow', onMove, end)
    document.addEventListener('visibilitychange', listener, end)
    return () => end.abort()
  },
}
