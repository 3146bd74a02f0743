/**
 * The page's watches, their topics, and the commands on them. When an account is forgotten, its topics end at once: their
 * pending requests can no longer store or show anything. A watch outlives its topic, and attaches to the next topic with
 * the same key.
 */
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { Page } from '../../src/core/contract/list.ts'
import type {
  ListName,
  ListRow,
  Snapshot,
  SupportedNetworks,
  TopicData,
  TopicName,
  TopicParams,
} from '../../src/core/contract/protocol.ts'
import { NETWORKS_LIMIT } from '../../src/core/contract/time-limits.ts'
import { readAccountParams } from '../base/account-topic.ts'
import {
  type Cached,
  ownerOf,
  type TabMessage,
  type TopicDefinition,
  type TopicTable,
  type WorkerContext,
} from '../base/context.ts'
import { extendContext } from '../base/extend-context.ts'
import type { JobsControl } from '../base/jobs.ts'
import { unlessAborted, withTimeout } from '../../src/core/base/wait.ts'
import { createMemoryStore } from '../store/memory-store.ts'
import { createAttemptLimit } from './polling.ts'
import { createPushTopic } from './push-topic.ts'
import { type AskedTopic, createTopic, type Topic } from './topic.ts'
import { guardStore } from './topic-cache.ts'

type Data = TopicData<TopicName>
export type AnySnapshot = Snapshot<Data>

export interface TopicListener {
  snapshot(snapshot: AnySnapshot): void
  /** `seq`: number of the event within its watch, counted from 1, even if the watch changes its topic. */
  event(seq: number, event: unknown): void
}

export interface Topics {
  /** @throws for invalid params */
  watch(id: number, topic: TopicName, params: unknown, listener: TopicListener): void
  unwatch(id: number): void
  page(list: ListName, params: unknown, index: number): Promise<Page<ListRow>>
  more(params: unknown, signal: AbortSignal): Promise<void>
  refresh(topic: TopicName, params: unknown, signal: AbortSignal): Promise<void>
  forget(params: unknown): Promise<void>
  setVisible(visible: boolean): void
  onOnline(): void
  stop(): void
  /** The context that domains and commands get. */
  readonly context: WorkerContext
}

export interface TopicsOptions {
  context: Omit<WorkerContext, 'isSupported'> & { readonly jobs: JobsControl }
  table: TopicTable
}

/** Lists that may change when a block touches an account. */
const lists = ['portfolio', 'activity', 'nfts'] as const satisfies readonly ListName[]

/** The topic that `isSupported` reads, to find out which networks the API supports. */
const NETWORKS = 'networks'

export function createTopics({ context: base, table }: TopicsOptions): Topics {
  const { clock, store, tabs } = base
  const context: WorkerContext = extendContext(base, { isSupported })
  const pool = createPool(createAnyTopic)
  const watches = new Map<number, Watch>()
  let isVisible = true
  let onlineAt = -Infinity

  function createAnyTopic(
    { key, owner, definition, params }: TopicKey,
    isForgotten: () => boolean,
  ): AnyTopic {
    const limit = createAttemptLimit(clock)
    const own = extendContext(context, {
      store: guardStore(definition.isKept ? store : createMemoryStore(), key, isForgotten),
      isSupported: (id: string, signal: AbortSignal) => limit.giveBack(() => isSupported(id, signal)),
    })
    const source = definition.createSource(own, params)
    if ('start' in source) return createPushTopic<Data>(clock, source)
    return createTopic<Data>({
      context: own,
      source,
      key,
      owner,
      isShared: definition.scope === 'tabs',
      limit,
      isVisible: () => isVisible,
      getOnlineAt: () => onlineAt,
      onSuccess: key === NETWORKS ? onNetworks : () => tellParts(key),
      onTouched: () => touch(definition.getKey(params)),
    })
  }

  /**
   * Attaches the watches that `isMeant` accepts to the topic of their key. Skips a watch that already has a topic,
   * unless that topic was forgotten.
   */
  function attach(isMeant: (watch: Watch) => boolean): void {
    for (const watch of watches.values()) {
      if (!isMeant(watch) || watch.entry?.isForgotten === false) continue
      watch.stop()
      watch.entry = pool.open(watch.topicKey)
      watch.stop = watch.entry.topic.watch(watch)
    }
  }

  /** The topic of a list or of the networks. All of these are polled, except searches of the activity. */
  function getTopic(name: ListName | typeof NETWORKS, params: unknown) {
    return pool.open(toTopicKey(table, name, params)).topic as AskedTopic<Data>
  }

  async function isSupported(caipNetworkId: string, signal: AbortSignal): Promise<boolean> {
    const asked = withTimeout(
      clock,
      NETWORKS_LIMIT,
      getTopic(NETWORKS, {}).ensure(signal),
      createNetworksError,
    )
    const { data } = (await unlessAborted(asked, signal)) as Cached<SupportedNetworks>
    return data.http.includes(caipNetworkId)
  }

  function onNetworks(): void {
    for (const topic of pool.getAll()) topic.onNetworks?.()
  }

  /**
   * Notifies topics that show a part of this topic's data, such as a search. Their keys consist of this topic's key, a
   * question mark and more.
   */
  function tellParts(key: string): void {
    for (const topic of pool.getAll(`${key}?`)) topic.onChanged?.()
  }

  function touch(account: string): void {
    for (const list of lists) pool.get(`${list}/${account}`)?.touch?.()
  }

  function forgetOwner(owner: string): Promise<void> {
    base.jobs.forget(owner)
    pool.forget(owner)
    return store.forget(owner)
  }

  function onTabMessage(message: TabMessage): void {
    if (message.kind === 'forgotten') {
      const { owner, at } = message
      // The message may arrive late: reopen watches of accounts that were connected after the message was sent.
      const reopen = () => attach(({ topicKey, openedAt }) => topicKey.owner === owner && openedAt > at)
      // This tab may have written data after the disconnecting tab removed it. So this tab removes the data again.
      // Ignore a failure: the store repeats the removal before its next access to the disk.
      forgetOwner(owner).then(reopen, reopen)
      return
    }
    const topic = pool.get(message.key)
    topic?.onChanged?.()
    tellParts(message.key)
    // Continue only if the networks are known now, since the message may also announce a failure.
    if (message.key === NETWORKS) void topic?.reload?.().then((isKnown) => isKnown && onNetworks())
  }

  tabs.onMessage(onTabMessage)
  store.onReturn(() => {
    for (const topic of pool.getAll()) topic.onChanged?.()
  })

  return {
    context,
    watch(id, name, params, { snapshot, event }) {
      const topicKey = toTopicKey(table, name, params)
      watches.get(id)?.stop()
      let seq = 0
      const count = (happened: unknown) => event((seq += 1), happened)
      watches.set(id, { topicKey, openedAt: clock.now(), snapshot, event: count, stop() {} })
      // This also attaches watches that lost their topic when the account was disconnected.
      attach((watch) => watch.topicKey.key === topicKey.key)
    },
    unwatch(id) {
      watches.get(id)?.stop()
      watches.delete(id)
    },
    page: async (list, params, index) => getTopic(list, params).page(index),
    more: async (params, signal) => getTopic('activity', params).more(signal),
    async refresh(name, params, signal) {
      const { key, topic } = pool.open(toTopicKey(table, name, params))
      attach((watch) => watch.topicKey.key === key)
      return topic.refresh(signal)
    },
    async forget(params) {
      const owner = ownerOf(readAccountParams(params).account)
      tabs.announce({ kind: 'forgotten', owner, at: clock.now() })
      await forgetOwner(owner)
    },
    setVisible(visible) {
      isVisible = visible
      for (const topic of pool.getAll()) topic.onVisibility?.()
    },
    onOnline() {
      onlineAt = clock.now()
      for (const topic of pool.getAll()) topic.onOnline?.()
    },
    stop() {
      for (const watch of watches.values()) watch.stop()
      watches.clear()
      for (const topic of pool.getAll()) topic.dispose()
    },
  }
}

interface Watch {
  topicKey: TopicKey
  /** When the watch was opened. Milliseconds since 1970. */
  openedAt: number
  entry?: Entry
  snapshot(snapshot: AnySnapshot): void
  event(event: unknown): void
  /** Stops watching the topic of `entry`. */
  stop(): void
}

interface TopicKey {
  /** Unique among topics and params. */
  key: string
  owner: string
  definition: TopicDefinition<TopicName>
  params: TopicParams<TopicName>
}

/** @throws for invalid params */
function toTopicKey(table: TopicTable, name: TopicName, given: unknown): TopicKey {
  const definition = table[name] as TopicDefinition<TopicName>
  const params = definition.readParams(given)
  const rest = definition.getKey(params)
  return { key: rest ? `${name}/${rest}` : name, owner: definition.getOwner(params), definition, params }
}

type AnyTopic = Topic<Data> & Partial<AskedTopic<Data>>

interface Entry {
  readonly key: string
  readonly owner: string
  readonly topic: AnyTopic
  /** Whether the topic's account was disconnected. */
  isForgotten: boolean
}

/** When the pool has this many topics, idle topics are dropped before a topic is added. */
const KEPT_TOPICS = 24

/**
 * The topics of this worker, one for each key. Some idle topics are kept, so that they show at once when they are watched
 * again.
 */
function createPool(create: (topicKey: TopicKey, isForgotten: () => boolean) => AnyTopic) {
  const entries = new Map<string, Entry>()

  /** Drops the oldest idle topics while the pool is full. */
  function dropIdle(): void {
    for (const { key, topic } of entries.values()) {
      if (entries.size < KEPT_TOPICS) return
      if (!topic.isIdle()) continue
      entries.delete(key)
      topic.dispose()
    }
  }

  return {
    /** Returns the topic of this key, or creates it. */
    open(topicKey: TopicKey): Entry {
      const { key, owner } = topicKey
      const found = entries.get(key)
      if (found) return found
      dropIdle()
      const life = { isForgotten: false }
      const entry: Entry = Object.assign(life, {
        key,
        owner,
        topic: create(topicKey, () => life.isForgotten),
      })
      entries.set(key, entry)
      return entry
    },
    get: (key: string) => entries.get(key)?.topic,
    getAll: (prefix = '') =>
      [...entries.values()].flatMap(({ key, topic }) => (key.startsWith(prefix) ? topic : [])),
    forget(owner: string): void {
      for (const entry of entries.values()) {
        if (entry.owner !== owner) continue
        entry.isForgotten = true
        entries.delete(entry.key)
        entry.topic.dispose()
      }
    },
  }
}

function createNetworksError(): BillfoldError {
  return new BillfoldError('networks_unknown', 'Loading the supported networks took too long. Try again.', {
    category: 'API_ERROR',
    context: { reason: 'http_timeout' },
  })
}
