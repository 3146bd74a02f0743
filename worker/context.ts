/**
 * What every domain of the worker is given. Outside facts (clock, network, storage, other tabs) are arguments, so
 * that tests and the bench can run them fast, broken or faked. A lazily loaded domain imports nothing of the worker's
 * running state: it gets this.
 */
import type { AccountId, ChainId } from '../src/core/caip.ts'
import type { LazyDomain, ListRow, TopicData, TopicName, WorkerConfig } from '../src/core/protocol.ts'
import type { Page } from '../src/core/list.ts'

export interface WorkerContext {
  /** Read it each time: it may be replaced by a later hello. */
  readonly config: WorkerConfig
  readonly clock: Clock
  readonly http: Http
  readonly store: Store
  readonly tabs: Tabs
  /** Loads a heavy domain once; the result is its module. */
  load<M>(domain: LazyDomain): Promise<M>
  /**
   * Whether the API serves a network.
   * @throws networks_unknown while `supported-chains` has not answered: that is neither yes nor no (F9).
   */
  isSupported(chainId: ChainId, signal: AbortSignal): Promise<boolean>
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls once after `ms` milliseconds of this clock; returns its own stop. */
  after(ms: number, run: () => void): () => void
}

/** The one way to the API. */
export interface Http {
  /**
   * GET of `path` (each variable segment already encoded) below the API's base URL, with `st`, `sv`, `projectId` and
   * `clientId` added. Retried where that is safe; never longer than 10 s a try.
   * @returns the parsed JSON.
   * @throws http_status, http_timeout, http_network, http_html, http_type, http_empty, http_json, http_size, aborted
   */
  get(path: string, query: Query, options: { signal: AbortSignal; retry?: boolean }): Promise<unknown>
  /** One JSON-RPC request to a network's own node. Not retried. Same errors, and `bad_envelope` for an RPC error. */
  rpc(
    url: string,
    method: string,
    params: readonly unknown[],
    options: { signal: AbortSignal },
  ): Promise<unknown>
  /**
   * GET of a stranger's https address, such as an NFT's description: nothing is added, nobody's cookies go along. Not
   * retried. Same errors.
   */
  document(url: string, options: { signal: AbortSignal }): Promise<unknown>
}

/** Absent values are left out. */
export type Query = Readonly<Record<string, string | undefined>>

/** A cache that can be thrown away at any time: IndexedDB where that works, memory elsewhere. */
export interface Store {
  readonly kind: 'indexeddb' | 'memory'
  get(key: string): Promise<StoreRecord | undefined>
  /** All records whose key starts with the prefix, in the order of their keys. */
  list(prefix: string): Promise<StoreRecord[]>
  /**
   * Removes, then writes, in one transaction; what is removed goes with its parts. Resolves when the data would survive
   * a reload (memory: at once).
   */
  write(records: readonly StoreRecord[], remove?: readonly string[]): Promise<void>
  /**
   * Removes every record of an owner: at once for whoever reads here, and resolves when the disk has done it too.
   * @throws what the disk answered; the records may come back with the next start.
   */
  forget(owner: string): Promise<void>
}

export interface StoreRecord {
  /** `topic/account`; with a slash and a name behind it, what goes when that record goes. */
  key: string
  /** `namespace:address` in the form of `ownerOf`; empty for what belongs to nobody. Forgetting works by owner. */
  owner: string
  /** Anything that survives a structured clone. Long lists are JSON text: cloning one text is cheap. */
  value: unknown
  /**
   * Approximate size of `value` and of all parts; counts against the cap. Undefined for a part: it is written with its
   * record (`<key>/<name>`), counted, used and forgotten with it, and costs less to write.
   */
  bytes?: number | undefined
}

/** Other tabs of the same page, which share the store. */
export interface Tabs {
  /**
   * Runs alone among all tabs (a Web Lock). The tab that holds the lock of a topic is its leader for this one
   * request; the others find its result in the store when their turn comes.
   */
  exclusive<T>(key: string, run: () => Promise<T>): Promise<T>
  /** Tells the other tabs. */
  announce(message: TabMessage): void
  onMessage(listener: (message: TabMessage) => void): () => void
}

/** `at`: when the account was disconnected, milliseconds since 1970. */
export type TabMessage = { kind: 'changed'; key: string } | { kind: 'forgotten'; owner: string; at: number }

/** Data with the time at which it came from the network (milliseconds since 1970). */
export interface Known<Data> {
  data: Data
  fetchedAt: number
}

/**
 * One topic for one set of params, alive while it is watched. The engine (`worker/topics.ts`) decides when to load
 * and fetch, turns results into snapshots and keeps other tabs in step; a source knows one call and its storage.
 */
export interface Source<Data> {
  /** Unique among topics and params; also the lock's name and the prefix of the store keys. */
  readonly key: string
  /** Whose data it is (see StoreRecord.owner). */
  readonly owner: string
  /** How long data counts as fresh, and the pause between polls while somebody watches. Milliseconds. */
  readonly lifetime: number
  /** No request before this long after a failure, unless it succeeds in between. Milliseconds; 0: no such rule. */
  readonly pauseAfterFailure: number
  /** The stored data; drops what is held in memory first, since another tab may have written. */
  load(): Promise<Known<Data> | undefined>
  /**
   * Asks the network, persists, and only then answers. Runs inside the topic's lock. `force`: a person asked, or an
   * own transaction went through.
   */
  fetch(options: { signal: AbortSignal; force: boolean }): Promise<Known<Data>>
  /** The data to show beside an error, where that differs from the last known. */
  afterFailure?(data: Data | undefined): Data | undefined
}

export interface ListSource<Data> extends Source<Data> {
  page(index: number): Promise<Page<ListRow>>
  /** The next older page; same rules as `fetch`. */
  more?(options: { signal: AbortSignal }): Promise<Known<Data>>
}

/** A domain: makes the source of a topic for an account. Loaded lazily where its code is heavy. */
export type CreateSource<T extends TopicName> = (
  context: WorkerContext,
  account: AccountId,
) => Source<TopicData<T>> | ListSource<TopicData<T>>

/** `eip155:0xab…`: an account without its network. One person's data on all networks goes together. */
export function ownerOf(account: AccountId): string {
  const [namespace, , address = ''] = account.split(':')
  return `${namespace}:${address}`
}
