/**
 * The dependencies of every domain of the worker. Outside facts (clock, network, storage, other tabs) are arguments, so that
 * tests and the bench can run them fast, broken or faked. Lazily loaded code gets this context instead of importing the
 * worker's running state.
 */
import type { CaipAddress, CaipNetworkId } from '../../src/core/chains/caip.ts'
import type {
  AskInput,
  AskName,
  AskOutput,
  CommandInput,
  CommandName,
  CommandOutput,
  HostName,
  LazyDomain,
  ListRow,
  TopicData,
  TopicEvent,
  TopicName,
  TopicParams,
  WorkerConfig,
} from '../../src/core/contract/protocol.ts'
import type { Page } from '../../src/core/contract/list.ts'

export interface WorkerContext {
  /** Read it each time, because a later hello may replace it. */
  readonly config: WorkerConfig
  readonly clock: Clock
  readonly http: Http
  readonly store: Store
  readonly durable: DurableStore
  readonly tabs: Tabs
  readonly jobs: Jobs
  /** Loads the file of a large library once; the result is what it exports as `domain`. @throws code_missing */
  load<M>(domain: LazyDomain): Promise<M>
  /**
   * Whether the API serves a network.
   * @throws networks_unknown while `supported-chains` has not answered: that is neither yes nor no (F9).
   */
  isSupported(caipNetworkId: CaipNetworkId, signal: AbortSignal): Promise<boolean>
  /**
   * The connected wallet's own report of the account's assets, unchecked; undefined if it has none. Rejects if the page
   * does.
   */
  askWalletAssets(account: CaipAddress): Promise<unknown>
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls once after `ms` milliseconds of this clock; returns a stop function. */
  after(ms: number, run: () => void): () => void
}

/** The one way to the network. */
export interface Http {
  /**
   * Identifies the client to the API and WalletConnect's relay. It ends with WalletConnect's client; undefined without a client.
   */
  setClientId(id: string | undefined): void
  /** One of the hosts whose base URLs the page gave. */
  client(host: HostName): HttpClient
  /** One JSON-RPC request to a network's own node. Not retried. Same errors, and `bad_envelope` for an RPC error. */
  rpc(
    url: string,
    method: string,
    params: readonly unknown[],
    options: { signal: AbortSignal },
  ): Promise<unknown>
  /**
   * GET of an untrusted https URL, such as an NFT's metadata: without parameters and cookies. Not retried. Same errors.
   */
  document(url: string, options: { signal: AbortSignal }): Promise<unknown>
}

/**
 * Requests below a host's base URL: `path` has each variable segment encoded already. `st`, `sv`, `projectId` and
 * `clientId` are added. No request is followed to another address. Each resolves to the parsed JSON.
 * @throws http_status, http_timeout, http_network, http_html, http_type, http_empty, http_json, http_size, redirected,
 * aborted
 */
export interface HttpClient {
  /** Retried where that is safe; never longer than 10 s a try. */
  get(path: string, query: Query, options: RequestOptions & { retry?: boolean }): Promise<unknown>
  /** Sent once: the server may have acted on it before its answer was lost. Undefined for an empty answer. */
  post(path: string, body: unknown, options: RequestOptions): Promise<unknown>
  /** Sent once, like a POST. */
  delete(path: string, options: RequestOptions): Promise<unknown>
}

export interface RequestOptions {
  signal: AbortSignal
  /** Sends the host's cookies; only for the page's own server. Default: none. */
  credentials?: 'include'
  /** Called with the headers of each answer, whatever its status. */
  onHeaders?(headers: Headers): void
}

/** Absent values are left out. */
export type Query = Readonly<Record<string, string | undefined>>

/** A cache that may be deleted at any time: IndexedDB if available, else memory. */
export interface Store {
  /** `memory` if not everything written here survives a reload; `opening` while callers wait for the disk. */
  readonly kind: 'indexeddb' | 'memory' | 'opening'
  /**
   * Undefined when there is no such record.
   * @throws store_unavailable when the disk cannot be read now and memory does not hold the record: that is neither
   * "there" nor "not there".
   */
  get(key: string): Promise<StoreRecord | undefined>
  /**
   * All records whose key starts with the prefix, in the order of their keys.
   * @throws store_unavailable as `get` does.
   */
  list(prefix: string): Promise<StoreRecord[]>
  /**
   * Compare and set: reads `key`, calls `decide` and writes the result in one transaction, so that no other tab writes in
   * between. All records that are put or removed are this record or its parts; a change of a part writes the record, too.
   * `decide` must be synchronous and may be called again. Never fails for want of a disk: memory takes the change, `decide` sees
   * what memory holds, and the disk gets it later, unless it holds something else by then (see `onReturn`).
   * @returns false, and writes nothing, if `decide` returns undefined.
   */
  update(key: string, decide: (stored: StoreRecord | undefined) => Change | undefined): Promise<boolean>
  /** Approximate size of all records of an owner. @throws store_unavailable as `get` does. */
  getSize(owner: string): Promise<number>
  /**
   * Removes every record of an owner: at once for readers here; resolves when the disk has done it.
   * @throws store_unavailable if the disk could not; the records may come back with the next start.
   */
  forget(owner: string): Promise<void>
  /**
   * Calls when stored data may differ from earlier reads: the disk came back, or was reopened after a loss. Returns its
   * own stop.
   */
  onReturn(listener: () => void): () => void
}

/** The changes of one transaction: removes, then writes. Removing a record removes its parts. */
export interface Change {
  put?: readonly StoreRecord[]
  remove?: readonly string[]
}

export interface StoreRecord {
  /** `topic/account`; a key with a further slash and name is a part, which is removed with its record. */
  key: string
  /** `namespace:address` in the form of `ownerOf`; empty if it belongs to no account. Forgetting works by owner. */
  owner: string
  /** Anything that survives a structured clone. Long lists are JSON text: cloning one text is cheap. */
  value: unknown
  /**
   * Approximate size of `value` and of all parts; counts against the cap. Undefined for a part: it is written with its
   * record (`<key>/<name>`), counted, used and forgotten with it, and costs less to write.
   */
  bytes?: number | undefined
}

/**
 * Records that must not be lost, see `store/durable.ts`. Each method: @throws store_unavailable if the disk failed; a write
 * may have succeeded all the same.
 */
export interface DurableStore {
  get(key: string): Promise<DurableRecord | undefined>
  /** All records whose key starts with the prefix, in the order of their keys. */
  list(prefix: string): Promise<DurableRecord[]>
  /**
   * Compare and set, as `Store.update` does it for one record without parts. `decide` may be called again.
   * @returns false, and nothing is written, when `decide` gives undefined.
   */
  update(
    key: string,
    decide: (stored: DurableRecord | undefined) => Omit<DurableRecord, 'key'> | undefined,
  ): Promise<boolean>
  remove(key: string): Promise<void>
  /** Removes every record of an owner, except the value of `remains`. */
  forget(owner: string): Promise<void>
}

export interface DurableRecord {
  key: string
  /** `namespace:address` in the form of `ownerOf`; empty if it belongs to no account. */
  owner: string
  /** Any value that structured clone supports. Checked when it is read. */
  value: unknown
  /**
   * The value that stays when the owner is forgotten, such as `{ chain, hash }` of a pending payment (F33). It then belongs to
   * no account. The key stays, too, so it must not name the account. Absent: nothing stays.
   */
  remains?: unknown
}

/** Other tabs of the same page, which share the store. */
export interface Tabs {
  /**
   * Runs alone among all tabs (a Web Lock). The tab that holds a topic's lock leads for this one request; the others find its
   * result in the store when their turn comes. It only saves work: every write compares first, since without Web Locks, or
   * past a frozen tab, several run at once. The signal ends the wait for other tabs: `run` is called all the same, and has
   * nothing to do.
   */
  withLock<T>(key: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Runs alone among the callers in this tab. */
  withLocalLock<T>(key: string, run: () => Promise<T>): Promise<T>
  /** Whether another tab waits for its turn under this key. False if that is unknown. */
  isAwaited(key: string): Promise<boolean>
  /**
   * Waits to lead under this key, and leads until the signal is aborted or this tab ends. Never two at once. `begin` is called
   * when this tab begins to lead, and returns how it answers requests. Resolves when it no longer leads.
   * @throws leader_missing without Web Locks, where a tab cannot know whether it is alone.
   */
  lead(key: string, signal: AbortSignal, begin: () => Answer): Promise<void>
  /**
   * Asks the tab that leads under this key, which may be this one.
   * @throws leader_missing without a leader, leader_gone if it ended meanwhile, aborted, and what the leader throws.
   */
  request(key: string, message: unknown, signal: AbortSignal): Promise<unknown>
  /** Sends a message to the other tabs. */
  announce(message: TabMessage): void
  onMessage(listener: (message: TabMessage) => void): () => void
}

/** Message and answer survive a structured clone. */
export type Answer = (message: unknown) => Promise<unknown>

/** `at`: when the account was disconnected, milliseconds since 1970. */
export type TabMessage = { kind: 'changed'; key: string } | { kind: 'forgotten'; owner: string; at: number }

/** Work without watchers, one job per key; a job ends by itself, by `stop`, or when its owner is forgotten. */
export interface Jobs {
  /** Starts the job unless it is running. Resolves when it has ended, for any reason. */
  run(key: string, owner: string, work: (signal: AbortSignal) => Promise<void>): Promise<void>
  stop(key: string): void
}

/** Data with the time at which it came from the network (milliseconds since 1970). */
export interface Cached<Data> {
  data: Data
  fetchedAt: number
  /** The source has more to fetch by itself, one part per turn: it is asked again at once. */
  unfinished?: boolean
}

/**
 * One topic for one set of params, alive while it is watched. The engine decides when to load and fetch, turns results
 * into snapshots and keeps other tabs in step; a source knows one call and its storage.
 */
export interface Source<Data> {
  /** Lifetime of fresh data, and the polling interval while it is watched. Milliseconds. */
  readonly staleTime: number
  /** Pause after a failure, also for forced requests. Milliseconds. Absent: retried soon (`getRetryPause`). */
  readonly failurePause?: number
  /** The stored data; drops what is held in memory first, since another tab may have written. */
  load(): Promise<Cached<Data> | undefined>
  /**
   * Asks the network, persists, and only then answers. Runs inside the topic's lock. `force`: a person asked, or an
   * own transaction went through.
   */
  fetch(options: { signal: AbortSignal; force: boolean }): Promise<Cached<Data>>
  /**
   * While somebody looks: follows what is quicker than the call, such as the network's own node, and tells when
   * something has happened to the account. Ends with the signal.
   */
  follow?(onTouched: () => void, signal: AbortSignal): Promise<void>
  /** The data to show beside an error, if it differs from the last known. */
  afterFailure?(data: Data | undefined): Data | undefined
}

export interface ListSource<Data> extends Source<Data> {
  page(index: number): Promise<Page<ListRow>>
  /** The next older page; same rules as `fetch`. */
  more?(options: { signal: AbortSignal }): Promise<Cached<Data>>
}

/** A source that receives data by itself, such as a socket. It is never polled. */
export interface PushSource<Data, Event> {
  /** The data that is known before the start. */
  load(): Promise<Cached<Data> | undefined>
  /**
   * Called with the first watcher. Emits until the signal is aborted, which is when the last watcher leaves. When it
   * rejects the topic has failed, and it is started again after a pause.
   */
  start(emit: Emit<Data, Event>, signal: AbortSignal): Promise<void>
  /** Only for lists. */
  page?(index: number): Promise<Page<ListRow>>
  /** Called when stored data that the source reads may have changed. */
  onChanged?(): void
}

export interface Emit<Data, Event> {
  /** Replaces the whole value. */
  cached(cached: Cached<Data>): void
  /** Reaches all current watchers, in order and unmerged. */
  event(event: Event): void
}

export type AnySource<T extends TopicName> =
  | Source<TopicData<T>>
  | ListSource<TopicData<T>>
  | PushSource<TopicData<T>, TopicEvent<T>>

/** Makes the source of a topic for an account. */
export type CreateSource<T extends TopicName> = (
  context: WorkerContext,
  account: CaipAddress,
) => Source<TopicData<T>> | ListSource<TopicData<T>>

/** The engine's knowledge of a topic before it has a source. */
export interface TopicDefinition<T extends TopicName> {
  /** The params in their canonical form. @throws bad_account, or another error for invalid params. */
  readParams(params: unknown): TopicParams<T>
  /** Tells its params apart, and goes without an account where the topic has none: `topic/key` names lock and records. */
  getKey(params: TopicParams<T>): string
  /** Owner of the data (see StoreRecord.owner), whose removal deletes it. Empty: owned by no account. */
  getOwner(params: TopicParams<T>): string
  /** Whether data and failures outlive the worker. */
  isKept: boolean
  /** tabs: shared by all tabs of the page, which take turns and share results. tab: one per tab. */
  scope: 'tabs' | 'tab'
  createSource(context: WorkerContext, params: TopicParams<T>): AnySource<T>
}

export type TopicTable = { readonly [T in TopicName]: TopicDefinition<T> }

/** Dependencies of a command besides its input. */
export interface CommandContext extends WorkerContext {
  /** Aborted when the call was cancelled, is past its deadline, or the worker was stopped. */
  readonly signal: AbortSignal
  /** Asks the page on behalf of this call. @throws aborted, and the page's error. */
  ask<A extends AskName>(question: A, input: AskInput<A>): Promise<AskOutput<A>>
}

export type CommandHandler<C extends CommandName> = (
  input: CommandInput<C>,
  context: CommandContext,
) => Promise<CommandOutput<C>>

export type CommandTable = { readonly [C in CommandName]: CommandHandler<C> }

/** The topics and commands of a folder of the worker. Commands load library code when they need it. */
export interface Domain {
  topics: Partial<TopicTable>
  commands: Partial<CommandTable>
}

/** `eip155:0xab…`: an account without its network. Its data on all networks is removed together. */
export function ownerOf(account: CaipAddress): string {
  const [namespace, , address = ''] = account.split(':')
  return `${namespace}:${address}`
}
