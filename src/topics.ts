/** Topics as signals. The worker is asked while somebody reads a signal, and no longer. */
import { signal } from '@preact/signals-core'
import { type ErrorRecord, toErrorRecord } from './core/errors.ts'
import type {
  CommandInput,
  CommandName,
  CommandOutput,
  Snapshot,
  TopicData,
  TopicName,
  TopicParams,
} from './core/protocol.ts'
import { share } from './share.ts'
import type { Readable } from './shell.ts'
import type { WorkerClient } from './worker-client.ts'

export interface TopicSignals {
  get<T extends TopicName>(topic: T, params: TopicParams<T>): Readable<Snapshot<TopicData<T>>>
  call<C extends CommandName>(command: C, input: CommandInput<C>): Promise<CommandOutput<C>>
  /** Drops what is held of all accounts. */
  clear(): void
  stop(): void
}

type AnySnapshot = Snapshot<TopicData<TopicName>>

/**
 * `load` fetches the client's code and creates it; called once, when something is first needed. `onFailure` hears of
 * the first failure of a topic after each success, not of every retry.
 */
export function createTopicSignals(
  load: () => Promise<WorkerClient>,
  onFailure: (topic: TopicName, error: ErrorRecord) => void,
): TopicSignals {
  const signals = new Map<string, Readable<AnySnapshot>>()
  let client: Promise<WorkerClient> | undefined
  let stopped = false
  /** Topics that are read while the code for them could not be fetched. */
  const waiting = new Set<() => void>()

  function getClient(): Promise<WorkerClient> {
    if (!client) {
      client = load()
      client.then(
        () => {
          for (const attach of waiting) attach()
          waiting.clear()
        },
        // A failed download is tried again with the next use.
        () => (client = undefined),
      )
    }
    return client
  }

  function createTopicSignal(topic: TopicName, params: TopicParams<TopicName>): Readable<AnySnapshot> {
    let unwatch: (() => void) | undefined
    let watching: object | undefined
    let failing = false
    const nothing: AnySnapshot = { data: undefined, fetchedAt: undefined, status: 'loading' }
    const topicSignal = signal<AnySnapshot>(nothing, {
      watched() {
        if (stopped) return
        const token = {}
        watching = token
        const attach = () => {
          if (watching !== token) return
          getClient().then(
            (ready) => {
              if (watching !== token) return
              unwatch = ready.watch(topic, params, (snapshot) => {
                if (watching === token) update(snapshot)
              })
            },
            (error: unknown) => {
              if (watching !== token) return
              waiting.add(attach)
              update({ data: undefined, fetchedAt: undefined, status: 'failed', error: toErrorRecord(error) })
            },
          )
        }
        attach()
      },
      unwatched() {
        watching = undefined
        unwatch?.()
        unwatch = undefined
      },
    })
    function update(snapshot: AnySnapshot): void {
      topicSignal.value = merge(topicSignal.peek(), snapshot)
      if (snapshot.status === 'fresh') failing = false
      if (!snapshot.error || failing) return
      failing = true
      onFailure(topic, snapshot.error)
    }
    return topicSignal
  }

  return {
    get<T extends TopicName>(topic: T, params: TopicParams<T>) {
      const key = `${topic} ${JSON.stringify(params)}`
      let found = signals.get(key)
      if (!found) signals.set(key, (found = createTopicSignal(topic, params)))
      return found as Readable<Snapshot<TopicData<T>>>
    },
    call: (command, input) => getClient().then((ready) => ready.call(command, input)),
    clear: () => signals.clear(),
    stop() {
      stopped = true
      signals.clear()
      client?.then((ready) => ready.stop()).catch(() => {})
    },
  }
}

/** A failure may come without data (the worker was lost): what was known stays. */
function merge(old: AnySnapshot, next: AnySnapshot): AnySnapshot {
  const whole =
    next.data === undefined && next.status === 'failed'
      ? { ...next, data: old.data, fetchedAt: old.fetchedAt }
      : next
  return share(old, whole)
}
