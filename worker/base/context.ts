/**
 * The dependencies of every domain of the worker. Clock, network, storage and other tabs are passed in, so that tests and
 * the bench can replace them. Lazily loaded code gets this context, since it cannot import the state of the running worker.
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
  /** Read this property each time: a later hello may replace the configuration. */
  readonly config: WorkerConfig
  readonly clock: Clock
  readonly http: Http
  readonly store: Store
  readonly durable: DurableStore
  readonly tabs: Tabs
  readonly jobs: Jobs
  /** Loads the file of a lazy domain once, and resolves with its export `domain`. @throws code_missing */
  load<M>(domain: LazyDomain): Promise<M>
  /**
   * Whether the API serves a network.
   * @throws networks_unknown if the list of networks has not been fetched: then the answer is unknown (F9)
   */
  isSupported(caipNetworkId: CaipNetworkId, signal: AbortSignal): Promise<boolean>
  /**
   * The account's assets according to the connected wallet, unvalidated; undefined if the wallet does not report them.
   * Rejects if the page rejects the question.
   */
  askWalletAssets(account: CaipAddress): Promise<unknown>
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Calls `run` once after `ms` milliseconds of this clock; returns a stop function. */
  after(ms: number, run: () => void): () => void
}

export interface Http {
  /**
   * Sets the client id that requests to the API contain: the id of WalletConnect's client, or undefined after that
   * client has ended.
   */
  setClientId(id: string | undefined): void
  /** A client for one of the hosts whose base URLs the page gave. */
  client(host: HostName): HttpClient
  /**
   * One JSON-RPC request to a network's own node. Not retried. Same errors as HttpClient, and `bad_envelope` for an RPC
   * error.
   */
  rpc(
    url: string,
    method: string,
    params: readonly unknown[],
    options: { signal: AbortSignal },
  ): Promise<unknown>
  /**
   * GET of an untrusted https URL, such as an NFT's metadata: without parameters and cookies. Not retried. Same errors as
   * HttpClient.
   */
  document(url: string, options: { signal: AbortSignal }): Promise<unknown>
}

/**
 * Requests to one host. `path` is relative to the host's base URL; its variable segments are already encoded. Adds the
 * parameters `st`, `sv`, `projectId` and `clientId`. Does not follow redirects. Each method resolves with the parsed JSON.
 * @throws http_status, http_timeout, http_network, http_html, http_type, http_empty, http_json, http_size, redirected,
 * aborted
 */
export interface HttpClient {
  /** Repeats the request after temporary errors, unless `retry` is false. Each attempt takes at most 10 s. */
  get(path: string, query: Query, options: RequestOptions & { retry?: boolean }): Promise<unknown>
  /**
   * Sends the request only once: the server may have acted on a request whose answer was lost. Resolves with undefined
   * for an empty answer.
   */
  post(path: string, body: unknown, options: RequestOptions): Promise<unknown>
  delete(path: string, options: RequestOptions): Promise<unknown>
}

export interface RequestOptions {
  signal: AbortSignal
  /** Sends the host's cookies; only for the page's own server. Default: none. */
  credentials?: 'include'
  /** Called with the headers of each answer, whatever its status. */
  onHeaders?(headers: Headers): void
}

/** Query parameters. Undefined values are left out. */
export type Query = Readonly<Record<string, string | undefined>>

/** A cache that may be deleted at any time: IndexedDB if available, else memory. */
export interface Store {
  /** `memory` if something written here may not survive a reload; `opening` while callers wait for the disk. */
  readonly kind: 'indexeddb' | 'memory' | 'opening'
  /**
   * Resolves with undefined if there is no such record.
   * @throws store_unavailable if the disk cannot be read now and memory does not hold the record: it is then unknown
   *   whether the record exists
   */
  get(key: string): Promise<StoreRecord | undefined>
  /**
   * All records whose key starts with the prefix, in the order of their keys.
   * @throws store_unavailable if the disk cannot be read now
   */
  list(prefix: string): Promise<StoreRecord[]>
  /**
   * Compare and set: reads the record, calls `decide` and writes the result in one transaction, so that no other tab writes
   * in between. The change may contain only this record and its parts; to change a part, put the record too. `decide` must
   * be synchronous, and may be called again.
   * Does not fail without a disk: then `decide` gets the record in memory, and the change is made there. It is written to
   * the disk later, unless the disk has another record by then (see `onReturn`).
   * @returns false, and writes nothing, if `decide` returns undefined.
   */
  update(key: string, decide: (stored: StoreRecord | undefined) => Change | undefined): Promise<boolean>
  /** Approximate size of all records of an owner. @throws store_unavailable if the disk cannot be read now */
  getSize(owner: string): Promise<number>
  /**
   * Removes every record of an owner. Readers in this worker stop seeing them at once. Resolves when the disk has removed
   * them.
   * @throws store_unavailable if the disk could not remove them; the records may come back with the next start
   */
  forget(owner: string): Promise<void>
  /**
   * Calls the listener when stored data may differ from earlier reads: the disk is available again, or was reopened after a
   * loss. Returns a stop function.
   */
  onReturn(listener: () => void): () => void
}

/** The changes of one transaction, `remove` before `put`. Removing a record also removes its parts. */
export interface Change {
  put?: readonly StoreRecord[]
  remove?: readonly string[]
}

export interface StoreRecord {
  /**
   * `<topic>/<account>`. A record whose key adds a slash and a name is a part of this record, and is removed with it.
   */
  key: string
  /**
   * `namespace:address` in the form of `ownerOf`; empty if the record belongs to no account. `forget` removes the records
   * of an owner.
   */
  owner: string
  /** Any value that structured clone supports. Store long lists as JSON text, since a text is cheap to clone. */
  value: unknown
  /**
   * Approximate size of `value` and all parts of the record, in bytes. This size counts towards the limit of the store.
   * Undefined for a part, which is counted with its record.
   */
  bytes?: number | undefined
}

/**
 * Records that must not be lost; see `store/durable.ts`. Each method throws store_unavailable if the disk failed. A
 * write that throws may still have succeeded.
 */
export interface DurableStore {
  get(key: string): Promise<DurableRecord | undefined>
  /** All records whose key starts with the prefix, in the order of their keys. */
  list(prefix: string): Promise<DurableRecord[]>
  /**
   * Compare and set, like `Store.update`, but for one record without parts. `decide` may be called again.
   * @returns false, and writes nothing, if `decide` returns undefined
   */
  update(
    key: string,
    decide: (stored: DurableRecord | undefined) => Omit<DurableRecord, 'key'> | undefined,
  ): Promise<boolean>
  remove(key: string): Promise<void>
  /** Removes every record of an owner. A record with `remains` keeps only that value. */
  forget(owner: string): Promise<void>
}

export interface DurableRecord {
  key: string
  /** `namespace:address` in the form of `ownerOf`; empty if the record belongs to no account. */
  owner: string
  /** Any value that structured clone supports. Readers must validate it. */
  value: unknown
  /**
   * The value that stays when the owner is forgotten, such as `{ chain, hash }` of a pending payment (F33). The record
   * then belongs to no account. Its key stays, so the key must not contain the account. Absent: the whole record is
   * removed.
   */
  remains?: unknown
}

/** Other tabs of the same page, which share the store. */
export interface Tabs {
  /**
   * Runs `run` in only one tab at a time (a Web Lock). A tab that had to wait finds the other tab's result in the store.
   * The lock only saves work: without Web Locks, or if a tab is suspended, several tabs may call `run` at once, so every
   * write first compares with what is stored. The signal ends only the wait: `run` is then called at once.
   */
  withLock<T>(key: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Runs `run` for only one caller in this tab at a time. */
  withLocalLock<T>(key: string, run: () => Promise<T>): Promise<T>
  /** Whether another tab waits for the lock of this key. False if that is unknown. */
  isAwaited(key: string): Promise<boolean>
  /**
   * Waits until this tab is the leading tab for this key. The tab then leads until the signal is aborted or the tab is
   * closed. Two tabs never lead at once. `begin` is called when this tab starts to lead, and returns the function that
   * answers requests. Resolves when the tab no longer leads.
   * @throws leader_missing without Web Locks, since a tab then cannot know whether it leads alone
   */
  lead(key: string, signal: AbortSignal, begin: () => Answer): Promise<void>
  /**
   * Sends a request to the leading tab of this key, which may be this tab.
   * @throws leader_missing if no tab leads, leader_gone if the leading tab was closed meanwhile, aborted, and the leader's
   * errors
   */
  request(key: string, message: unknown, signal: AbortSignal): Promise<unknown>
  announce(message: TabMessage): void
  onMessage(listener: (message: TabMessage) => void): () => void
}

/** Answers a request of a tab. Structured clone must support the message and the answer. */
export type Answer = (message: unknown) => Promise<unknown>

/** `at`: when the owner was forgotten. Milliseconds since 1970. */
export type TabMessage = { kind: 'changed'; key: string } | { kind: 'forgotten'; owner: string; at: number }

/** Jobs that run without watchers, one for each key. A job ends by itself, by `stop`, or when its owner is forgotten. */
export interface Jobs {
  /** Starts the job, unless a job with this key is running. Resolves when the job has ended, for any reason. */
  run(key: string, owner: string, work: (signal: AbortSignal) => Promise<void>): Promise<void>
  stop(key: string): void
}

/** Data, and when it came from the network (milliseconds since 1970). */
export interface Cached<Data> {
  data: Data
  fetchedAt: number
  /** Set if the source has more to fetch: `fetch` is then called again at once. */
  unfinished?: boolean
}

/**
 * The source of one topic with one set of params: makes the request and stores its data. `worker/topics` decides when
 * to load and fetch, makes snapshots, and informs other tabs.
 */
export interface Source<Data> {
  /** Lifetime of fetched data, and the polling interval while the topic is watched. Milliseconds. */
  readonly staleTime: number
  /** Pause after a failure, also before forced requests. Milliseconds. Absent: the pause of `getRetryPause`. */
  readonly failurePause?: number
  /** Reads the stored data. Drops the copy in memory first, since another tab may have written. */
  load(): Promise<Cached<Data> | undefined>
  /**
   * Fetches data, stores it, and then returns it. Runs inside the topic's lock. `force`: the user has requested fresh data,
   * or one of the user's transactions was confirmed.
   */
  fetch(options: { signal: AbortSignal; force: boolean }): Promise<Cached<Data>>
  /**
   * While the topic is watched: follows a source that is faster than the API, such as the network's node, and calls
   * `onTouched` when something has happened to the account. Ends with the signal.
   */
  follow?(onTouched: () => void, signal: AbortSignal): Promise<void>
  /** The data to show together with an error. Without this method: the last known data. */
  afterFailure?(data: Data | undefined): Data | undefined
}

export interface ListSource<Data> extends Source<Data> {
  page(index: number): Promise<Page<ListRow>>
  /** Fetches the next older page. Same rules as for `fetch`. */
  more?(options: { signal: AbortSignal }): Promise<Cached<Data>>
}

/** A source that receives data without requests, for example from a socket. It is never polled. */
export interface PushSource<Data, Event> {
  load(): Promise<Cached<Data> | undefined>
  /**
   * Called with the first watcher. Emits until the signal is aborted, which happens when the last watcher leaves. If
   * the returned promise rejects, the topic has failed, and the source is started again after a pause.
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
  /** Sent to all current watchers, in order; events are not merged. */
  event(event: Event): void
}

export type AnySource<T extends TopicName> =
  | Source<TopicData<T>>
  | ListSource<TopicData<T>>
  | PushSource<TopicData<T>, TopicEvent<T>>

export type CreateSource<T extends TopicName> = (
  context: WorkerContext,
  account: CaipAddress,
) => Source<TopicData<T>> | ListSource<TopicData<T>>

/** How `worker/topics` handles a topic: its params, key and owner, and how to create its source. */
export interface TopicDefinition<T extends TopicName> {
  /** The params in their canonical form. @throws bad_account, or another error for invalid params. */
  readParams(params: unknown): TopicParams<T>
  /**
   * A text that differs for different params; empty if the topic has no params. The lock and the records of a topic are
   * named `<topic>/<key>`.
   */
  getKey(params: TopicParams<T>): string
  /**
   * Owner of the data (see StoreRecord.owner): when the owner is forgotten, the data is removed. Empty: owned by no
   * account.
   */
  getOwner(params: TopicParams<T>): string
  /** Whether data and failures outlive the worker. */
  isKept: boolean
  /** `tabs`: all tabs of the page take turns to fetch and share the results. `tab`: each tab has its own data. */
  scope: 'tabs' | 'tab'
  createSource(context: WorkerContext, params: TopicParams<T>): AnySource<T>
}

export type TopicTable = { readonly [T in TopicName]: TopicDefinition<T> }

export interface CommandContext extends WorkerContext {
  /** Aborted when the command is cancelled or takes too long, or the worker is stopped. */
  readonly signal: AbortSignal
  /** Asks the page a question as part of this command. @throws aborted, and the page's error */
  ask<A extends AskName>(question: A, input: AskInput<A>): Promise<AskOutput<A>>
}

export type CommandHandler<C extends CommandName> = (
  input: CommandInput<C>,
  context: CommandContext,
) => Promise<CommandOutput<C>>

export type CommandTable = { readonly [C in CommandName]: CommandHandler<C> }

/** The topics and commands of one folder of the worker. Commands load library code when they need it. */
export interface Domain {
  topics: Partial<TopicTable>
  commands: Partial<CommandTable>
}

/**
 * The owner of an account's data, such as `eip155:0xab…`: the account without its network. Data of all networks is removed
 * together.
 */
export function ownerOf(account: CaipAddress): string {
  const [namespace, , address = ''] = account.split(':')
  return `${namespace}:${address}`
}
