/**
 * All topics of this worker: which are alive, who watches them, and what the commands do to them. A forgotten account
 * loses its topics at once; whatever of them is still in flight can neither write nor show anything any more.
 */
import { type AccountId, formatAccountId, parseAccountId } from '../src/core/caip.ts'
import { BillfoldError, toErrorRecord } from '../src/core/errors.ts'
import type { Page } from '../src/core/list.ts'
import type {
  ListName,
  ListRow,
  Snapshot,
  SupportedNetworks,
  TopicData,
  TopicName,
  WorkerConfig,
} from '../src/core/protocol.ts'
import { type CreateSource, ownerOf, type Store, type WorkerContext } from './context.ts'
import { createTopic, type Topic } from './topic.ts'

export type AnySnapshot = Snapshot<TopicData<TopicName>>

/** Makes the source of each topic; may load its code first. */
export type Sources = { [T in TopicName]: (context: WorkerContext) => Promise<CreateSource<T>> }

export interface Topics {
  watch(id: number, topic: TopicName, params: unknown, send: (snapshot: AnySnapshot) => void): void
  unwatch(id: number): void
  page(list: ListName, params: unknown, index: number): Promise<Page<ListRow>>
  more(params: unknown): Promise<void>
  refresh(topic: TopicName, params: unknown): Promise<void>
  forget(params: unknown): Promise<void>
  setVisible(visible: boolean): void
  /** Ends every topic; nothing is asked any more. */
  stop(): void
  /** @throws networks_unknown */
  isSupported: WorkerContext['isSupported']
}

export interface TopicsOptions {
  context: Omit<WorkerContext, 'isSupported'> & { readonly config: WorkerConfig }
  sources: Sources
}

interface Entry {
  key: string
  /** Empty for what belongs to nobody. */
  owner: string
  forgotten: boolean
  topic: Promise<Topic<TopicData<TopicName>>>
  /** The same, as soon as it is there. */
  current?: Topic<TopicData<TopicName>>
}

interface Watch {
  key: string
  /** Empty for what belongs to nobody. */
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

export function createTopics({ context: base, sources }: TopicsOptions): Topics {
  const entries = new Map<string, Entry>()
  const watches = new Map<number, Watch>()
  let visible = true

  const context = Object.create(base, { isSupported: { value: isSupported } }) as WorkerContext

  function getEntry(name: TopicName, account: AccountId | undefined): Entry {
    const key = keyOf(name, account)
    const found = entries.get(key)
    if (found) return found
    const entry: Entry = {
      key,
      owner: account ? ownerOf(account) : '',
      forgotten: false,
      topic: Promise.resolve().then(() => createEntryTopic(entry, name, account)),
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

  async function createEntryTopic(entry: Entry, name: TopicName, account: AccountId | undefined) {
    const store = guardStore(base.store, () => entry.forgotten)
    const own = Object.create(context, { store: { value: store } }) as WorkerContext
    const createSource = (await sources[name](own)) as CreateSource<TopicName>
    const source = createSource(own, account ?? ('' as AccountId))
    const onSuccess = name === 'networks' ? onNetworks : () => {}
    return createTopic({ context: own, source, isVisible: () => visible, onSuccess })
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
    for (const entry of entries.values()) {
      if (entry.owner !== owner) continue
      entry.forgotten = true
      entries.delete(entry.key)
      entry.current?.dispose()
    }
    return base.store.forget(owner)
  }

  async function isSupported(chainId: string, signal: AbortSignal): Promise<boolean> {
    const topic = (await getEntry('networks', undefined).topic) as unknown as Topic<SupportedNetworks>
    const { data } = await topic.obtain(signal)
    return data.http.includes(chainId)
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
    for (const { key, current } of entries.values()) {
      if (current?.source.key !== message.key) continue
      current.onChanged()
      // The message may also tell of a failure.
      if (key === keyOf('networks', undefined))
        void current.source.load().then((known) => known && onNetworks())
    }
  })

  return {
    watch(id, name, params, send) {
      const account = readAccount(name, params)
      const key = keyOf(name, account)
      let stop = () => {}
      let attached: Entry | undefined
      const attach = () => {
        if (attached && !attached.forgotten) return
        stop()
        const entry = getEntry(name, account)
        attached = entry
        entry.topic.then(
          (topic) => {
            if (watches.get(id) === watch && !entry.forgotten) stop = topic.watch(send)
          },
          (error: unknown) => {
            attached = undefined
            if (watches.get(id) !== watch) return
            send({ data: undefined, fetchedAt: undefined, status: 'failed', error: toErrorRecord(error) })
            stop = base.clock.after(LOAD_PAUSE, attach)
          },
        )
      }
      const watch: Watch = {
        key,
        owner: account ? ownerOf(account) : '',
        openedAt: base.clock.now(),
        attach,
        stop: () => stop(),
      }
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
      const topic = await getEntry(list, readAccount(list, params)).topic
      return topic.page(index)
    },
    async more(params) {
      const topic = await getEntry('activity', readAccount('activity', params)).topic
      return topic.more()
    },
    async refresh(name, params) {
      const entry = getEntry(name, readAccount(name, params))
      for (const watch of watches.values()) if (watch.key === entry.key) watch.attach()
      return (await entry.topic).refresh()
    },
    async forget(params) {
      const owner = ownerOf(readAccount('portfolio', params)!)
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
    isSupported,
  }
}

/**
 * The account of a topic in the form in which it is kept; undefined for topics without one.
 * @throws history_no_account, bad_account
 */
function readAccount(name: TopicName, params: unknown): AccountId | undefined {
  if (name === 'networks') return undefined
  const account = (params as { account?: unknown } | null | undefined)?.account
  if (name === 'activity' && (account === undefined || account === null || account === '')) {
    throw new BillfoldError('history_no_account', "Transactions can't be fetched without an accountAddress", {
      category: 'API_ERROR',
    })
  }
  const { namespace, chainId, address } = parseAccountId(account as string)
  if (namespace !== 'eip155') return formatAccountId(chainId, address)
  if (!/^0x[0-9a-f]{40}$/i.test(address)) {
    throw new BillfoldError(
      'bad_account',
      `"${address.slice(0, 80)}" is not an EVM address. It has 0x and 40 hexadecimal digits.`,
    )
  }
  return formatAccountId(chainId, address.toLowerCase())
}

function keyOf(name: TopicName, account: AccountId | undefined): string {
  return `${name} ${account ?? ''}`
}

/** The store as it was given to one topic: closed from the moment in which its account is forgotten. */
function guardStore(store: Store, isClosed: () => boolean): Store {
  return {
    get kind() {
      return store.kind
    },
    get: async (key) => (isClosed() ? undefined : store.get(key)),
    list: async (prefix) => (isClosed() ? [] : store.list(prefix)),
    write: async (records, remove) => (isClosed() ? undefined : store.write(records, remove)),
    forget: (owner) => store.forget(owner),
  }
}
