/** Topics as signals. The worker watches a topic only while its signal has subscribers. */
import { signal } from '@preact/signals-core'
import { createStoppedError, type ErrorRecord, toErrorRecord } from '../core/base/errors.ts'
import { getRetryPause } from '../core/base/retry-pause.ts'
import type {
  CommandInput,
  CommandName,
  CommandOutput,
  Snapshot,
  TopicData,
  TopicEvent,
  TopicName,
  TopicParams,
} from '../core/contract/protocol.ts'
import { share } from './share.ts'
import type { Readable } from '../base/readable.ts'
import type { WorkerClient } from './worker-client.ts'

export interface TopicSignals {
  /** @param onEvent receives events while the signal has subscribers */
  get<T extends TopicName>(
    topic: T,
    params: TopicParams<T>,
    onEvent?: (event: TopicEvent<T>) => void,
  ): Readable<Snapshot<TopicData<T>>>
  /** Sends a command. The signal cancels it. */
  call<C extends CommandName>(
    command: C,
    input: CommandInput<C>,
    options?: { signal?: AbortSignal },
  ): Promise<CommandOutput<C>>
  /** Whether the worker's client was ever loaded. If not, there is no worker that could be told of changes. */
  isUsed(): boolean
  /**
   * Drops the data of all accounts: at once for topics without subscribers, otherwise when the last subscriber leaves.
   */
  clear(): void
  /** After `clear`: requests the data again for topics that still have subscribers. */
  renew(): void
  stop(): void
}

export interface TopicListeners {
  onFailure?(topic: TopicName, error: ErrorRecord): void
  onRecovery?(topic: TopicName): void
  onSnapshot?(topic: TopicName, snapshot: AnySnapshot): void
  /** The page's own data for a topic, shown until the worker's first snapshot. */
  getFirst?(topic: TopicName, params: TopicParams<TopicName>): AnySnapshot | undefined
}

type AnySnapshot = Snapshot<TopicData<TopicName>>

/** Upper limit of kept topics. Topics without subscribers are kept, so that a return to their view is quick. */
const KEPT_TOPICS = 100

/**
 * `load` loads the client's code and creates the client, on first use. `onFailure` is called for the first failure of a
 * topic after each success, not for every retry; `onRecovery` for the next success; `onSnapshot` for each snapshot.
 */
export function createTopicSignals(
  load: () => Promise<WorkerClient>,
  { onFailure, onRecovery, onSnapshot, getFirst }: TopicListeners = {},
): TopicSignals {
  const topics = new Map<
    string,
    {
      signal: Readable<AnySnapshot>
      listeners: Set<(event: never) => void>
      drop(): void
      renew(): void
      isRead(): boolean
    }
  >()
  /** Incremented when the data of all accounts must be dropped. */
  let generation = 0
  let client: Promise<WorkerClient> | undefined
  let stopped = false
  /** Functions that watch a topic again, called when the client's code has loaded after a failure. */
  const waiting = new Set<() => void>()
  /** Failed downloads of the code in a row. */
  let failures = 0
  let retry: ReturnType<typeof setTimeout> | undefined

  function getClient(): Promise<WorkerClient> {
    if (!client) {
      client = load()
      client.then(
        () => {
          for (const attach of waiting) attach()
          waiting.clear()
        },
        () => {
          client = undefined
          clearTimeout(retry)
          failures += 1
          if (!stopped) retry = setTimeout(tryAgain, getRetryPause(failures))
        },
      )
    }
    return client
  }

  /** Retries a failed download if a topic has subscribers. Otherwise the next use retries it. */
  function tryAgain(): void {
    if (waiting.size > 0) getClient().catch(() => {})
  }

  function createTopic(topic: TopicName, params: TopicParams<TopicName>) {
    const nothing: AnySnapshot = { data: undefined, fetchedAt: undefined, status: 'loading' }
    let born = generation
    /** Aborted when the last subscriber leaves. Undefined without subscribers. */
    let reading: AbortController | undefined
    let failing = false
    const listeners = new Set<(event: never) => void>()
    const topicSignal = signal<AnySnapshot>(getFirst?.(topic, params) ?? nothing, {
      watched() {
        if (stopped) return
        reading = new AbortController()
        void attach(reading.signal)
      },
      unwatched() {
        reading?.abort()
        reading = undefined
        drop()
      },
    })
    async function attach(end: AbortSignal): Promise<void> {
      if (end.aborted) return
      try {
        const ready = await getClient()
        // The subscribers may have left, or Billfold was stopped, while the code was loading.
        if (end.aborted || stopped) return
        const unwatch = ready.watch(
          topic,
          params,
          (snapshot) => end.aborted || update(snapshot),
          (event) => listeners.forEach((listener) => listener(event as never)),
        )
        end.addEventListener('abort', unwatch)
      } catch (error) {
        if (end.aborted) return
        const again = () => void attach(end)
        waiting.add(again)
        end.addEventListener('abort', () => waiting.delete(again))
        update({ data: undefined, fetchedAt: undefined, status: 'failed', error: toErrorRecord(error) })
      }
    }
    function drop(): void {
      if (reading || born === generation) return
      born = generation
      topicSignal.value = nothing
    }
    function update(snapshot: AnySnapshot): void {
      onSnapshot?.(topic, snapshot)
      topicSignal.value = merge(topicSignal.peek(), snapshot)
      if (snapshot.status === 'fresh' && failing) {
        failing = false
        onRecovery?.(topic)
      }
      if (!snapshot.error || failing) return
      failing = true
      onFailure?.(topic, snapshot.error)
    }
    function renew(): void {
      if (!reading || born === generation) return
      born = generation
      reading.abort()
      reading = new AbortController()
      topicSignal.value = nothing
      void attach(reading.signal)
    }
    return { signal: topicSignal, listeners, drop, renew, isRead: () => reading !== undefined }
  }

  /** Deletes the oldest topics without subscribers. A caller that still holds a signal can subscribe to it again. */
  function dropUnread(): void {
    for (const [key, { isRead }] of topics) {
      if (topics.size < KEPT_TOPICS) return
      if (!isRead()) topics.delete(key)
    }
  }

  return {
    get<T extends TopicName>(topic: T, params: TopicParams<T>, onEvent?: (event: TopicEvent<T>) => void) {
      const key = `${topic} ${JSON.stringify(params)}`
      let found = topics.get(key)
      if (!found) {
        dropUnread()
        topics.set(key, (found = createTopic(topic, params)))
      }
      if (onEvent) found.listeners.add(onEvent)
      return found.signal as Readable<Snapshot<TopicData<T>>>
    },
    async call(command, input, options) {
      // Do not start a worker after `stop`, since nothing would stop it.
      if (stopped) throw createStoppedError()
      return (await getClient()).call(command, input, options)
    },
    isUsed: () => client !== undefined,
    clear() {
      generation += 1
      for (const { drop } of topics.values()) drop()
    },
    renew() {
      for (const { renew } of topics.values()) renew()
    },
    stop() {
      stopped = true
      clearTimeout(retry)
      topics.clear()
      client?.then((ready) => ready.stop()).catch(() => {})
    },
  }
}

/** Keeps the old data if a failure comes without data, such as after a lost worker. */
function merge(old: AnySnapshot, next: AnySnapshot): AnySnapshot {
  const whole =
    next.data === undefined && next.status === 'failed'
      ? { ...next, data: old.data, fetchedAt: old.fetchedAt }
      : next
  return share(old, whole)
}
