/**
 * All topics of this worker: which are alive, who watches them, and what the commands do to them. A forgotten account
 * loses its topics at once; whatever of them is still in flight can neither write nor show anything any more.
 */
import { BillfoldError, toErrorRecord } from '../src/core/errors.ts'
import type { Page } from '../src/core/list.ts'
import type {
  ListName,
  ListRow,
  Snapshot,
  SupportedNetworks,
  TopicData,
  TopicName,
} from '../src/core/protocol.ts'
import { NETWORKS_LIMIT } from '../src/core/time-limits.ts'
import { readAccountParams } from './account-topic.ts'
import { ownerOf, type TopicDefinition, type TopicTable, type WorkerContext } from './context.ts'
import { guardStore } from './guard-store.ts'
import type { JobsControl } from './jobs.ts'
import { createPushTopic } from './push-topic.ts'
import { createMemoryStore } from './store/memory-store.ts'
import { createTopic, type Topic } from './topic.ts'
import { createTurnLimit } from './turn-limit.ts'
import { unlessAborted, within } from './wait.ts'
import type { Watcher } from './watchers.ts'

export type AnySnapshot = Snapshot<TopicData<TopicName>>
type AnyTopic = Topic<TopicData<TopicName>>

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

export interface TopicListener {
  snapshot(snapshot: AnySnapshot): void
  /** `seq` counts from 1 for each watch. */
  event(seq: number, event: unknown): void
}

export interface TopicsOptions {
  context: Omit<WorkerContext, 'isSupported'> & { readonly jobs: JobsControl }
  table: TopicTable
}

/** A topic with its params, alive or about to be. */
interface Entry {
  key: string
  owner: string
  forgotten: boolean
  topic: Promise<AnyTopic>
  /** The same, as soon as it is there. */
  current?: AnyTopic
}

/** How one set of params is named, and how its topic is made. */
interface Place {
  key: string
  owner: string
  create(entry: Entry): Promise<AnyTopic>
}

interface Watch {
  key: string
  owner: string
  /** Milliseconds since 1970. */
  openedAt: number
  attach(): void
  stop(): void
}

/** Topics that nobody needs are kept for a quick return, up to this many in all. */
const KEPT_TOPICS = 24
/** Pause before the code of a domain is asked for again. Milliseconds. */
const LOAD_PAUSE = 30_000
const NETWORKS = 'networks'

export function createTopics({ context: base, table }: TopicsOptions): Topics {
  const entries = new Map<string, Entry>()
  const watches = new Map<number, Watch>()
  let visible = true

  const context = Object.create(base, { isSupported: { value: isSupported } }) as WorkerContext

  /** @throws what is wrong with the params. */
  function toPlace<T extends TopicName>(name: T, params: unknown): Place {
    const definition = table[name] as TopicDefinition<T>
    const read = definition.readParams(params)
    const rest = definition.getKey(read)
    const key = rest ? `${name}/${rest}` : name
    const owner = definition.getOwner(read)
    return { key, owner, create: (entry) => createEntryTopic(entry, definition, read) }
  }

  async function createEntryTopic<T extends TopicName>(
    entry: Entry,
    definition: TopicDefinition<T>,
    params: Parameters<TopicDefinition<T>['getKey']>[0],
  ): Promise<AnyTopic> {
    const { key, owner } = entry
    const { clock } = base
    const store = guardStore(definition.isKept ? base.store : createMemoryStore(), () => entry.forgotten)
    const limit = createTurnLimit(clock)
    const own = Object.create(context, {
      store: { value: store },
      isSupported: {
        value: (id: string, signal: AbortSignal) => limit.giveBack(() => isSupported(id, signal)),
      },
    }) as WorkerContext & { store: typeof store }
    const source = await definition.createSource(own, params)
    if ('start' in source) return createPushTopic(clock, source) as AnyTopic
    const onSuccess = key === NETWORKS ? onNetworks : () => {}
    const isShared = definition.scope === 'tabs'
    const isVisible = () => visible
    const options = { context: own, source, key, owner, isShared, limit, isVisible, onSuccess }
    return createTopic(options as Parameters<typeof createTopic>[0]) as AnyTopic
  }

  function getEntry({ key, owner, create }: Place): Entry {
    const found = entries.get(key)
    if (found) return found
    const entry: Entry = {
      key,
      owner,
      forgotten: false,
      topic: Promise.resolve().then(() => create(entry)),
    }
    entries.set(key, entry)
    entry.topic.then(
      (topic) => {
        entry.current = topic
        if (entry.forgotten) topic.dispose()
      },
      // Its code could not be loaded: the next use tries again.
      () => entries.get(key) === entry && entries.delete(key),
    )
    dropIdle()
    return entry
  }

  function getTopic(name: TopicName, params: unknown): Promise<AnyTopic> {
    return getEntry(toPlace(name, params)).topic
  }

  function onNetworks(): void {
    for (const { current } of entries.values()) current?.onNetworks()
  }

  function dropIdle(): void {
    for (const entry of entries.values()) {
      if (entries.size <= KEPT_TOPICS) return
      if (!entry.current?.isIdle()) continue
      entries.delete(entry.key)
      entry.current.dispose()
    }
  }

  function forgetOwner(owner: string): Promise<void> {
    base.jobs.forget(owner)
    for (const entry of entries.values()) {
      if (entry.owner !== owner) continue
      entry.forgotten = true
      entries.delete(entry.key)
      entry.current?.dispose()
    }
    return base.store.forget(owner)
  }

  async function isSupported(caipNetworkId: string, signal: AbortSignal): Promise<boolean> {
    const topic = (await getTopic(NETWORKS, {})) as unknown as Topic<SupportedNetworks>
    const known = within(base.clock, NETWORKS_LIMIT, topic.ensure(signal), networksError)
    return (await unlessAborted(known, signal)).data.http.includes(caipNetworkId)
  }

  base.tabs.onMessage((message) => {
    // This tab may have written after the other one removed, so each removes for itself as well.
    // The tab where the account was disconnected hears whether the disk did it, and asks again if not.
    if (message.kind === 'forgotten') {
      const { owner, at } = message
      const reopen = () => {
        for (const watch of watches.values()) if (watch.owner === owner && watch.openedAt > at) watch.attach()
      }
      // The message may come late: what somebody connected since then is loaded anew.
      return void forgetOwner(owner).then(reopen, reopen)
    }
    const current = entries.get(message.key)?.current
    current?.onChanged()
    // The message may also tell of a failure.
    if (message.key === NETWORKS) void current?.reload().then((isKnown) => isKnown && onNetworks())
  })
  base.store.onReturn(() => {
    for (const { current } of entries.values()) current?.onChanged()
  })

  return {
    context,
    watch(id, name, params, listener) {
      const place = toPlace(name, params)
      const watcher = toWatcher(listener)
      let stop = () => {}
      let attached: Entry | undefined
      const attach = () => {
        if (attached && !attached.forgotten) return
        stop()
        const entry = getEntry(place)
        attached = entry
        entry.topic.then(
          (topic) => {
            if (watches.get(id) === watch && !entry.forgotten) stop = topic.watch(watcher)
          },
          (error: unknown) => {
            attached = undefined
            if (watches.get(id) !== watch) return
            listener.snapshot(failedSnapshot(error))
            stop = base.clock.after(LOAD_PAUSE, attach)
          },
        )
      }
      const { key, owner } = place
      const watch: Watch = { key, owner, openedAt: base.clock.now(), attach, stop: () => stop() }
      watches.get(id)?.stop()
      watches.set(id, watch)
      // With this one, those of before a disconnect hear of the account again.
      for (const same of watches.values()) if (same.key === key) same.attach()
    },
    unwatch(id) {
      const watch = watches.get(id)
      watches.delete(id)
      watch?.stop()
    },
    async page(list, params, index) {
      return (await getTopic(list, params)).page(index)
    },
    async more(params, signal) {
      return (await getTopic('activity', params)).more(signal)
    },
    async refresh(name, params, signal) {
      const entry = getEntry(toPlace(name, params))
      for (const watch of watches.values()) if (watch.key === entry.key) watch.attach()
      return (await entry.topic).refresh(signal)
    },
    async forget(params) {
      const owner = ownerOf(readAccountParams(params).account)
      base.tabs.announce({ kind: 'forgotten', owner, at: base.clock.now() })
      await forgetOwner(owner)
    },
    setVisible(next) {
      visible = next
      for (const { current } of entries.values()) current?.onVisibility()
    },
    stop() {
      for (const watch of watches.values()) watch.stop()
      watches.clear()
      for (const entry of entries.values()) entry.current?.dispose()
    },
  }
}

/** Events are numbered for each watch, whatever becomes of its topic. */
function toWatcher({ snapshot, event }: TopicListener): Watcher<TopicData<TopicName>> {
  let seq = 0
  return { snapshot, event: (happened) => event((seq += 1), happened) }
}

export function failedSnapshot(error: unknown): AnySnapshot {
  return { data: undefined, fetchedAt: undefined, status: 'failed', error: toErrorRecord(error) }
}

function networksError(): BillfoldError {
  return new BillfoldError(
    'networks_unknown',
    'Which networks are supported was not answered in time. Try again.',
    {
      category: 'API_ERROR',
      context: { reason: 'http_timeout' },
    },
  )
}
