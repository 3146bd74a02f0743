/**
 * All topics of this worker, and what the commands do to them. A forgotten account loses its topics at once; whatever of
 * them is still in flight can neither write nor show anything any more.
 */
import { extendContext } from '../base/extend-context.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { Page } from '../../src/core/contract/list.ts'
import type { ListName, ListRow, SupportedNetworks, TopicName } from '../../src/core/contract/protocol.ts'
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
import { guardStore } from './guard-store.ts'
import type { JobsControl } from '../base/jobs.ts'
import { createPushTopic } from './push-topic.ts'
import { createMemoryStore } from '../store/memory-store.ts'
import { createTopic } from './topic.ts'
import { type AnyTopic, createTopicPool, type Entry, type TopicKey } from './topic-pool.ts'
import { createTurnLimit } from './turn-limit.ts'
import { unlessAborted, within } from '../base/wait.ts'
import { createPageWatches, type TopicListener } from './page-watches.ts'

export interface Topics {
  /** @throws what is wrong with the params. */
  watch(id: number, topic: TopicName, params: unknown, listener: TopicListener): void
  unwatch(id: number): void
  page(list: ListName, params: unknown, index: number): Promise<Page<ListRow>>
  more(params: unknown, signal: AbortSignal): Promise<void>
  refresh(topic: TopicName, params: unknown, signal: AbortSignal): Promise<void>
  forget(params: unknown): Promise<void>
  setVisible(visible: boolean): void
  /** Ends every topic; nothing is asked any more. */
  stop(): void
  /** What the domains and commands are given. */
  readonly context: WorkerContext
}

export interface TopicsOptions {
  context: Omit<WorkerContext, 'isSupported'> & { readonly jobs: JobsControl }
  table: TopicTable
}

/** What changes with a block that touches an account. */
const lists = ['portfolio', 'activity', 'nfts'] as const satisfies readonly ListName[]

/** The topic that the engine itself asks: whether a network is served. */
const NETWORKS = 'networks'

export function createTopics({ context: base, table }: TopicsOptions): Topics {
  const { clock, store, tabs } = base
  const pool = createTopicPool()
  const watches = createPageWatches(pool, clock)
  const context: WorkerContext = extendContext(base, { isSupported })
  let isVisible = true

  /** @throws what is wrong with the params. */
  function toPlace<T extends TopicName>(name: T, params: unknown): TopicKey {
    const definition = table[name] as TopicDefinition<T>
    const read = definition.readParams(params)
    const rest = definition.getKey(read)
    const key = rest ? `${name}/${rest}` : name
    const owner = definition.getOwner(read)
    return { key, owner, create: (entry) => create(entry, key, owner, definition, read) }
  }

  function create<T extends TopicName>(
    entry: Pick<Entry, 'isForgotten'>,
    key: string,
    owner: string,
    definition: TopicDefinition<T>,
    params: Parameters<TopicDefinition<T>['getKey']>[0],
  ): AnyTopic {
    const limit = createTurnLimit(clock)
    const kept = definition.isKept ? store : createMemoryStore()
    const guarded = guardStore(kept, key, () => entry.isForgotten)
    const own = extendContext(context, {
      store: guarded,
      isSupported: (id: string, signal: AbortSignal) => limit.giveBack(() => isSupported(id, signal)),
    })
    const source = definition.createSource(own, params)
    if ('start' in source) return createPushTopic(clock, source) as AnyTopic
    return createTopic({
      context: own,
      source,
      key,
      owner,
      isShared: definition.scope === 'tabs',
      limit,
      isVisible: () => isVisible,
      onSuccess: key === NETWORKS ? onNetworks : () => {},
      onTouched: () => touch(definition.getKey(params)),
    } as Parameters<typeof createTopic>[0]) as AnyTopic
  }

  /** Those that commands and the engine ask by name are lists, or the networks. */
  function getTopic(name: ListName | typeof NETWORKS, params: unknown) {
    return pool.open(toPlace(name, params)).topic as Required<AnyTopic>
  }

  async function isSupported(caipNetworkId: string, signal: AbortSignal): Promise<boolean> {
    const asked = within(clock, NETWORKS_LIMIT, getTopic(NETWORKS, {}).ensure(signal), networksError)
    const { data } = (await unlessAborted(asked, signal)) as Cached<SupportedNetworks>
    return data.http.includes(caipNetworkId)
  }

  function onNetworks(): void {
    for (const topic of pool.getAll()) topic.onNetworks?.()
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
      // The message may come late: what somebody connected since then is loaded anew.
      const reopen = () => watches.attachSince(owner, at)
      // This tab may have written after the other one removed, so each removes for itself as well.
      // The tab where the account was disconnected hears whether the disk did it, and asks again if not.
      forgetOwner(owner).then(reopen, reopen)
      return
    }
    const topic = pool.get(message.key)
    topic?.onChanged?.()
    // The message may also tell of a failure.
    if (message.key === NETWORKS) void topic?.reload?.().then((isKnown) => isKnown && onNetworks())
  }

  tabs.onMessage(onTabMessage)
  store.onReturn(() => {
    for (const topic of pool.getAll()) topic.onChanged?.()
  })

  return {
    context,
    watch: (id, name, params, listener) => watches.open(id, toPlace(name, params), listener),
    unwatch: watches.close,
    page: async (list, params, index) => getTopic(list, params).page(index),
    more: async (params, signal) => getTopic('activity', params).more(signal),
    async refresh(name, params, signal) {
      const { key, topic } = pool.open(toPlace(name, params))
      watches.attach(key)
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
    stop() {
      watches.closeAll()
      for (const topic of pool.getAll()) topic.dispose()
    },
  }
}

function networksError(): BillfoldError {
  return new BillfoldError(
    'networks_unknown',
    'Which networks are supported was not answered in time. Try again.',
    { category: 'API_ERROR', context: { reason: 'http_timeout' } },
  )
}
