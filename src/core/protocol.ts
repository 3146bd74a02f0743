/**
 * THE WORKER CONTRACT. Both threads implement it; nothing in it is derived from either.
 *
 * Two verbs: `watch(topic, params)` sends snapshots until it is stopped, `call(command, input)` answers once.
 *
 *   page ── hello ──▶ worker          page ── call ──▶ worker
 *   page ◀─ ready ─── worker          page ◀─ answer ─ worker
 *   page ── watch ──▶ worker          page ── ping ──▶ worker
 *   page ◀─ snapshot* worker          page ◀─ pong ─── worker
 *
 * A change here needs a new version and a line of history; `test/core/protocol-version.test.ts` asks for both.
 *
 * History
 * 1  networks, identity, portfolio, activity, nfts; page, more, refresh, forget, visible
 * 2  the rows of a page come as bytes
 */
import type { ActivityHead, ActivityRow } from './activity.ts'
import type { AccountId } from './caip.ts'
import type { ErrorRecord } from './errors.ts'
import type { Identity } from './identity.ts'
import type { PackedPage } from './list.ts'
import type { Network } from './networks.ts'
import type { NftRow, NftsHead } from './nfts.ts'
import type { PortfolioHead, TokenRow } from './portfolio.ts'

export const PROTOCOL_VERSION = 2

/** No message to the page is larger than this (bytes of its JSON form; of a page, its own bytes). */
export const MESSAGE_LIMIT = 100_000

/** Topic → [params, data]. */
export interface Topics {
  /** Networks that the API serves. */
  networks: [params: NoParams, data: SupportedNetworks]
  identity: [params: AccountParams, data: Identity]
  portfolio: [params: AccountParams, data: PortfolioHead]
  activity: [params: AccountParams, data: ActivityHead]
  nfts: [params: AccountParams, data: NftsHead]
}

/** Command → [input, output]. */
export interface Commands {
  /** Rows of a list that is known; never asks the network. */
  page: [input: PageInput, output: PackedPage]
  /** Fetches the next older page of activity; resolves when it is stored or has failed (see the topic). */
  more: [input: AccountParams, output: undefined]
  /** Asks the network now, whatever the age. Resolves when the topic's snapshot is settled. */
  refresh: [input: { topic: TopicName; params: NoParams | AccountParams }, output: undefined]
  /** Removes all that is kept of this account, on every network of its namespace, in every tab. */
  forget: [input: AccountParams, output: undefined]
  /** Whether a person can see the page. Nothing is polled for a page that nobody sees. */
  visible: [input: { visible: boolean }, output: undefined]
}

export type TopicName = keyof Topics
export type CommandName = keyof Commands
export type TopicParams<T extends TopicName> = Topics[T][0]
export type TopicData<T extends TopicName> = Topics[T][1]
export type CommandInput<C extends CommandName> = Commands[C][0]
export type CommandOutput<C extends CommandName> = Commands[C][1]

export type NoParams = Readonly<Record<string, never>>
export interface AccountParams {
  /** CAIP-10; eip155 addresses in lower case. */
  account: AccountId
}

/** Topics whose data is the head of a list, and the rows of each. */
export interface ListRows {
  portfolio: TokenRow
  activity: ActivityRow
  nfts: NftRow
}
export type ListName = keyof ListRows
export type ListRow = ListRows[ListName]
export interface PageInput extends AccountParams {
  list: ListName
  /** Page number, from 0. */
  index: number
}

export interface SupportedNetworks {
  /** CAIP-2, served over HTTP. */
  http: readonly string[]
  /** CAIP-2, served over WebSocket. */
  ws: readonly string[]
}

/** The whole value of a topic at one moment. */
export interface Snapshot<T> {
  /** Absent while nothing is known. */
  data: T | undefined
  /** When `data` came from the network: milliseconds since 1970. Absent with `data`. */
  fetchedAt: number | undefined
  status: SnapshotStatus
  /** Why the last attempt failed; only with `failed`. */
  error?: ErrorRecord
}

/**
 * loading: nothing known yet, being fetched. cached: from the store, not checked again yet. fresh: within its
 * lifetime. stale: past its lifetime. failed: the last attempt failed; data that was known stays.
 */
export type SnapshotStatus = 'loading' | 'cached' | 'fresh' | 'stale' | 'failed'

/**
 * How long a command may take, and what happens to it when the worker is lost in between: a command that only
 * reads or may be repeated is sent again; one that a wallet may have acted on ends as `outcome_unknown`.
 */
export interface CommandRule {
  /** Milliseconds; undefined for commands that wait for a person. */
  deadline: number | undefined
  onLoss: 'replay' | 'outcome_unknown'
}

export const commandRules: Readonly<Record<CommandName, CommandRule>> = {
  page: { deadline: 5_000, onLoss: 'replay' },
  more: { deadline: 15_000, onLoss: 'replay' },
  refresh: { deadline: 15_000, onLoss: 'replay' },
  forget: { deadline: 10_000, onLoss: 'replay' },
  visible: { deadline: 5_000, onLoss: 'replay' },
}

/** How the worker was started. */
export type WorkerMode = 'caller' | 'module' | 'blob' | 'in-thread'

/** The domains with heavy code, which the worker loads when they are first needed. */
export type LazyDomain = 'nfts' | 'ens'

/** The first message: all that the worker must know of the page. */
export interface Hello {
  version: number
  mode: WorkerMode
  config: WorkerConfig
}

export interface WorkerConfig {
  projectId: string
  /** `st`: what kind of SDK asks. */
  sdkType: string
  /** `sv`: `framework-adapters-version`. The balance call answers empty without it. */
  sdkVersion: string
  /** Set when a WalletConnect client is known. */
  clientId?: string
  /** Base URL of the blockchain API, without a trailing slash. */
  apiUrl: string
  networks: readonly Network[]
  /** BCP 47, for figures and dates. */
  locale: string
  /** IANA name, for dates and months. Absent: the device's own. */
  timeZone?: string
}

export interface Ready {
  version: number
  /** `memory`: IndexedDB cannot be used here, nothing survives a reload. */
  storage: 'indexeddb' | 'memory'
}

/** What the worker offers; exposed over comlink. */
export interface WorkerApi {
  hello(hello: Hello, host: Host): Promise<Ready>
  /** `id` is chosen by the page and unique for the life of this worker. */
  watch<T extends TopicName>(id: number, topic: T, params: TopicParams<T>): Promise<void>
  unwatch(id: number): Promise<void>
  call<C extends CommandName>(command: C, input: CommandInput<C>): Promise<CommandOutput<C>>
  ping(): Promise<void>
}

/** What the page offers to the worker; passed as a comlink proxy with `hello`. */
export interface Host {
  snapshot(id: number, snapshot: Snapshot<TopicData<TopicName>>): void
  /** Blob mode only: the domain's code as a module URL that the worker may import. */
  domainUrl(domain: LazyDomain): Promise<string>
}
