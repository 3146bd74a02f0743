/**
 * The page's side of the worker contract, and its supervisor: no call stays pending, and every watch outlives the
 * worker that served it.
 *
 *   idle ─ first use ─▶ starting ─ handshake ─▶ ready ─ no pong for 2 s ─▶ lost
 *                          ▲                                                │
 *                          └──────────── after a pause that grows ──────────┘
 *
 * When a worker is lost, watches are opened again in the next one, safe commands are sent again, and a command that
 * a wallet may have acted on ends as `outcome_unknown`.
 */
import { BillfoldError, toErrorRecord } from './core/errors.ts'
import {
  type CommandInput,
  type CommandName,
  type CommandOutput,
  type CommandRule,
  commandRules,
  type Snapshot,
  type TopicData,
  type TopicName,
  type TopicParams,
  type WorkerMode,
} from './core/protocol.ts'
import type { StartedWorker, StartOptions } from './start-worker.ts'

export interface WorkerClient {
  /** Sends snapshots until the returned function is called. */
  watch<T extends TopicName>(
    topic: T,
    params: TopicParams<T>,
    listener: (snapshot: Snapshot<TopicData<T>>) => void,
  ): () => void
  /** @throws worker_deadline, worker_unavailable, outcome_unknown, stopped, and what the command itself throws. */
  call<C extends CommandName>(command: C, input: CommandInput<C>): Promise<CommandOutput<C>>
  /** How the worker runs now; undefined while it does not. */
  getMode(): WorkerMode | undefined
  stop(): void
}

export interface WorkerClientOptions {
  start(options: Pick<StartOptions, 'skip' | 'onSnapshot'>): Promise<StartedWorker>
  visibility: Visibility
  rules?: Readonly<Record<CommandName, CommandRule>>
}

/** Whether a person can see the page. Browsers stretch the timers of a hidden page, so nothing is judged then. */
export interface Visibility {
  isVisible(): boolean
  watch(listener: () => void): () => void
}

/** A ping leaves this often while the page is visible; without a pong for as long as the limit the worker is lost. */
const BEAT = 500
const PONG_LIMIT = 2_000
const FIRST_PAUSE = 0
const LONGEST_PAUSE = 8_000
/** A worker that lived this long was healthy: the next loss starts from the shortest pause again. */
const HEALTHY = 30_000
/** Losses in a row after which a way of starting is passed over. */
const MAX_LOSSES = 4

interface Watch {
  topic: TopicName
  params: TopicParams<TopicName>
  listener(snapshot: Snapshot<TopicData<TopicName>>): void
}
interface Call {
  /** Calls and watches count together, in the order in which they were made. */
  id: number
  command: CommandName
  input: CommandInput<CommandName>
  resolve(value: unknown): void
  reject(error: unknown): void
  /** It left for a worker. */
  sent: boolean
}

export function createWorkerClient(options: WorkerClientOptions): WorkerClient {
  const rules = options.rules ?? commandRules
  const watches = new Map<number, Watch>()
  const calls = new Set<Call>()
  const skip = new Set<WorkerMode>()
  let nextId = 1
  let worker: StartedWorker | undefined
  let starting = false
  let stopped = false
  let losses = 0
  /** Starts in a row that no way led to. */
  let failures = 0
  let pauseTimer: ReturnType<typeof setTimeout> | undefined
  let beatTimer: ReturnType<typeof setInterval> | undefined
  let unwatchVisibility: (() => void) | undefined

  async function ensureStarted(): Promise<void> {
    if (worker || starting || stopped || pauseTimer !== undefined) return
    starting = true
    unwatchVisibility ??= options.visibility.watch(onVisibility)
    // Snapshots of a worker that was replaced meanwhile are nobody's.
    const generation = {}
    current = generation
    try {
      const started = await options.start({
        skip,
        onSnapshot: (id, snapshot) => {
          if (current === generation) watches.get(id)?.listener(snapshot)
        },
      })
      starting = false
      failures = 0
      if (stopped) return started.terminate()
      worker = started
      onReady(started)
    } catch (error) {
      starting = false
      failures += 1
      for (const call of calls) settle(call, () => call.reject(error))
      for (const watch of watches.values()) watch.listener(failedSnapshot(error))
      pause()
    }
  }
  let current: object | undefined

  function onReady(started: StartedWorker): void {
    // In their order: what is watched after an account was forgotten must not be forgotten with it.
    const opened = [...watches].map(([id, watch]) => ({ id, run: () => openWatch(started, id, watch) }))
    const sent = [...calls].map((call) => ({ id: call.id, run: () => send(started, call) }))
    for (const { run } of [...opened, ...sent].sort((a, b) => a.id - b.id)) run()
    onVisibility()
    if (started.mode !== 'in-thread') startHeartbeat(started)
  }

  function openWatch(started: StartedWorker, id: number, { topic, params, listener }: Watch): void {
    started.api.watch(id, topic, params).catch((error: unknown) => {
      if (worker === started && watches.has(id)) listener(failedSnapshot(error))
    })
  }

  function send(started: StartedWorker, call: Call): void {
    call.sent = true
    started.api.call(call.command, call.input).then(
      (value) => worker === started && settle(call, () => call.resolve(value)),
      (error: unknown) => worker === started && settle(call, () => call.reject(error)),
    )
  }

  function settle(call: Call, finish: () => void): void {
    if (calls.delete(call)) finish()
  }

  function startHeartbeat(started: StartedWorker): void {
    const startedAt = performance.now()
    let lastPong = startedAt
    let lastBeat = startedAt
    const beat = () => {
      const now = performance.now()
      // This thread was busy, asleep or hidden itself: a pong may be waiting in its queue. Judge anew from here.
      if (now - lastBeat > 2 * BEAT || !options.visibility.isVisible()) lastPong = now
      lastBeat = now
      if (now - startedAt > HEALTHY) losses = 0
      if (now - lastPong >= PONG_LIMIT) return onLost(started)
      started.api.ping().then(
        () => (lastPong = Math.max(lastPong, now)),
        () => {},
      )
    }
    clearInterval(beatTimer)
    beatTimer = setInterval(beat, BEAT)
  }

  function onLost(started: StartedWorker): void {
    if (worker !== started) return
    started.terminate()
    worker = undefined
    current = undefined
    clearInterval(beatTimer)
    losses += 1
    if (losses >= MAX_LOSSES) {
      skip.add(started.mode)
      losses = 0
    }
    for (const call of calls) {
      if (call.sent && rules[call.command].onLoss === 'outcome_unknown')
        settle(call, () => call.reject(unknownOutcome(call)))
      else call.sent = false
    }
    pause()
  }

  /** Starts again after a pause that doubles with each loss or failure; at once after the first. */
  function pause(): void {
    const troubles = losses + failures
    const isFirst = troubles <= 1 && skip.size === 0
    const length = isFirst ? FIRST_PAUSE : Math.min(LONGEST_PAUSE, 250 * 2 ** troubles)
    pauseTimer = setTimeout(() => {
      pauseTimer = undefined
      if (watches.size > 0 || calls.size > 0) void ensureStarted()
    }, length)
  }

  function onVisibility(): void {
    const visible = options.visibility.isVisible()
    worker?.api.call('visible', { visible }).catch(() => {})
  }

  return {
    watch(topic, params, listener) {
      const id = nextId++
      const watch: Watch = { topic, params, listener: listener as Watch['listener'] }
      watches.set(id, watch)
      if (worker) openWatch(worker, id, watch)
      else void ensureStarted()
      return () => {
        if (watches.delete(id)) worker?.api.unwatch(id).catch(() => {})
      }
    },
    call(command, input) {
      if (stopped) return Promise.reject(stoppedError())
      return new Promise((resolve, reject) => {
        const id = nextId++
        const call: Call = { id, command, input, resolve: resolve as Call['resolve'], reject, sent: false }
        calls.add(call)
        const { deadline } = rules[command]
        if (deadline !== undefined) {
          const timer = setTimeout(
            () => settle(call, () => reject(deadlineError(command, deadline))),
            deadline,
          )
          const finish = () => clearTimeout(timer)
          call.resolve = (value) => (finish(), (resolve as Call['resolve'])(value))
          call.reject = (error) => (finish(), reject(error))
        }
        if (worker) send(worker, call)
        else void ensureStarted()
      })
    },
    getMode: () => worker?.mode,
    stop() {
      stopped = true
      clearTimeout(pauseTimer)
      clearInterval(beatTimer)
      unwatchVisibility?.()
      worker?.terminate()
      worker = undefined
      watches.clear()
      for (const call of calls) settle(call, () => call.reject(stoppedError()))
    },
  }
}

/** The page's own visibility. */
export const pageVisibility: Visibility = {
  isVisible: () => !document.hidden,
  watch(listener) {
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  },
}

/** The client gives no data with a failure: whoever listens keeps what it has. */
function failedSnapshot(error: unknown): Snapshot<never> {
  return { data: undefined, fetchedAt: undefined, status: 'failed', error: toErrorRecord(error) }
}

function deadlineError(command: CommandName, deadline: number): BillfoldError {
  return new BillfoldError(
    'worker_deadline',
    `Billfold did not answer "${command}" within ${deadline / 1000} s. Try again.`,
  )
}

function unknownOutcome(call: Call): BillfoldError {
  return new BillfoldError(
    'outcome_unknown',
    'Billfold was interrupted while a request was with your wallet. Check your wallet before you try again.',
    { context: { command: call.command } },
  )
}

function stoppedError(): BillfoldError {
  return new BillfoldError('stopped', 'This Billfold was destroyed. Create a new one.')
}
