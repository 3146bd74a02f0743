/** Topics as signals. A topic is watched in the worker only while its signal has readers. */
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
  /** @param onEvent receives events while the signal has readers */
  get<T extends TopicName>(
    topic: T,
    params: TopicParams<T>,
    onEvent?: (event: TopicEvent<T>) => void,
  ): Readable<Snapshot<TopicData<T>>>
  /** The abort signal cancels the command. */
  call<C extends CommandName>(
    command: C,
    input: CommandInput<C>,
    options?: { signal?: AbortSignal },
  ): Promise<CommandOutput<C>>
  /** Whether the client was ever needed; otherwise the worker need not be told anything. */
  isUsed(): boolean
  /** Drops the data of all accounts: at once if unread, else when its last reader leaves. */
  clear(): void
  /** Watches dropped topics again that still have readers. */
  renew(): void
  stop(): void
}

export interface TopicListeners {
  onFailure?(topic: TopicName, error: ErrorRecord): void
  onRecovery?(topic: TopicName): void
  onSnapshot?(topic: TopicName, snapshot: AnySnapshot): void
  /** The page's own data of a topic, shown until the worker's first snapshot. */
  getFirst?(topic: TopicName, params: TopicParams<TopicName>): AnySnapshot | undefined
}

type AnySnapshot = Snapshot<TopicData<TopicName>>

/** Topics without readers are kept for a quick return, up to this many. */
const KEPT_TOPICS = 100

/**
 * `load` fetches the client's code and creates the client on first use. `onFailure` is called for the first failure of a
 * topic after each success, not for every retry; `onRecovery` for the success after it; `onSnapshot` for each snapshot.
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
  /** Incremented when cached data must be dropped. */
  let generation = 0
  let client: Promise<WorkerClient> | undefined
  let stopped = false
  /** Topics with readers that wait because the code failed to load. */
  const waiting = new Set<() => void>()
  /** Consecutive failed downloads. */
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

  /** Retries a failed download while a topic has readers; otherwise the next use does. */
  function tryAgain(): void {
    if (waiting.size > 0) getClient().catch(() => {})
  }

  function createTopic(topic: TopicName, params: TopicParams<TopicName>) {
    const nothing: AnySnapshot = { data: undefined, fetchedAt: undefined, status: 'loading' }
    let born = generation
    /** Aborted when the last reader leaves. */
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
        // Start nothing if it was stopped while the code was loading.
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

  /** Drops the oldest unread topics. A signal that is still held can be read again. */
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
      // A worker that starts now would never be stopped.
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

/** Keeps the old data when a failure comes without data, as after a lost worker. */
function merge(old: AnySnapshot, next: AnySnapshot): AnySnapshot {
  const whole =
    next.data === undefined && next.status === 'failed'
      ? { ...next, data: old.data, fetchedAt: old.fetchedAt }
      : next
  return share(old, whole)
}
