/** What a namespace brings: finding wallets and talking to them. A page ships only the adapters that it names. */
import type { CaipAddress, CaipNetworkId, Namespace } from '../core/chains/caip.ts'
import type { Network } from '../core/chains/networks.ts'
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
import type { Metadata } from '../base/metadata.ts'
import type { Readable } from '../base/readable.ts'
import type { OneStep } from '../siwx/one-step.ts'
import type { NamespaceCalls } from './namespace-calls.ts'
import type { AccountState, ConnectedAccount } from './account.ts'
import type { Connector } from './connector.ts'
import type { ProviderByNamespace } from './providers.ts'
import type { ConnectRequest, WalletRequest } from './wallet-request.ts'
import type { WalletAccounts } from './wallet-accounts.ts'

/** What a page hands in: a name, the object that speaks to the page, and the way to the code. */
export interface Adapter<N extends Namespace = Namespace> {
  readonly namespace: N
  /** What `getProvider` returns: one object from the start, whichever account is connected. */
  readonly provider: ProviderByNamespace[N]
  /** Tells which page the provider serves, before anything is loaded. */
  attach(page: ProviderPage): void
  /** What finds wallets and speaks to them. */
  loadFinder(): Promise<WalletFinder>
}

export interface ProviderPage {
  networks: readonly Network[]
  /** Of whichever namespace is on top: disconnected while none is connected or being restored. */
  account: Readable<AccountState>
  /** Whether a connection is stored, also one that is not shown: of a locked wallet, or not restored. Absent: it may be. */
  hasSession?(namespace: Namespace): boolean
  /** What a provider asks of the page. */
  load(): Promise<ProviderShell>
}

export interface ProviderShell {
  /** Opens the modal to connect. @throws connect_cancelled if no account was connected */
  connect(namespace: Namespace): Promise<unknown>
  /** Resolves when restoring has ended; asks no wallet. */
  awaitRestored(namespace: Namespace): Promise<unknown>
  /** @throws disconnect_failed */
  disconnect(namespace: Namespace): Promise<void>
  /** Connects a wallet that the page runs inside of, without the modal. Rejects with why it did not connect. */
  autoConnect?(id: string): Promise<void>
  /** One command of the worker. */
  call<C extends CommandName>(command: C, input: CommandInput<C>): Promise<CommandOutput<C>>
}

/** What an adapter may know and ask of the page that loads it. */
export interface AdapterContext {
  /** Of the embedding app: what a wallet is told of who asks. */
  metadata: Metadata
  networks: readonly Network[]
  /** BCP 47. */
  locale: string
  /** One command of the worker; it waits until the worker can be asked. */
  call<C extends CommandName>(
    command: C,
    input: CommandInput<C>,
    options?: { signal?: AbortSignal },
  ): Promise<CommandOutput<C>>
  /** The worker is asked while somebody reads it; `onEvent` hears what happens meanwhile. */
  topic<T extends TopicName>(
    topic: T,
    params: TopicParams<T>,
    onEvent?: (event: TopicEvent<T>) => void,
  ): Readable<Snapshot<TopicData<T>>>
  /** Of a page that people sign in to. */
  signIn?: { load(): Promise<OneStep | undefined> }
}

export interface WalletFinder {
  /** Calls the listener with all wallets that are known, now and after each change. Returns its own stop. */
  watch(listener: (connectors: readonly Connector[]) => void): () => void
  /** Looks for wallets again: somebody is about to choose one. */
  find(): void
  /** Whether the wallet of a stored session cannot come back: the page does not bring its connector any more. */
  isGone?(restoreKey: string): boolean
  /** Creates what speaks to these wallets. */
  createAdapter(context: AdapterContext): WalletAdapter
}

export interface WalletAdapter {
  readonly namespace: Namespace
  /**
   * Asks the wallet for its accounts; a person answers, in their own time.
   * @throws wallet_declined, wallet_busy, wallet_bad_account, wallet_bad_network, wallet_failed
   */
  connect(connector: Connector, request: ConnectRequest): Promise<WalletAccounts[]>
  /**
   * Says what the wallet shares without asking anybody, at once and after each change: nothing while it is locked.
   * Never throws, whatever the wallet does. Returns its own stop.
   * @param caipNetworkId where the page was with this wallet last: for one that is on no network itself
   * @param onEnd hears that the connection has ended for good, where wallets can say that; `byPage`: not by the wallet
   * @param caipAddress which account the wallet used last: for one that says so only when that changes
   */
  watchAccounts(
    connector: Connector,
    listener: (accounts: readonly WalletAccounts[]) => void,
    caipNetworkId?: CaipNetworkId,
    onEnd?: (byPage: boolean) => void,
    caipAddress?: CaipAddress,
  ): () => void
  /**
   * Asks the wallet to go to another network; a person may have to answer. Gives what the wallet shares afterwards:
   * only that says where it is.
   * @throws as `connect` does
   */
  switchNetwork(connector: Connector, network: Network, request: WalletRequest): Promise<WalletAccounts[]>
  /** Takes the permission back where the wallet can do that. @throws wallet_declined */
  disconnect(connector: Connector): Promise<void>
  /** What else a page can ask of its wallets; absent: nothing. Fetched when a page first asks. */
  loadCalls?(): Promise<NamespaceCalls>
  /** The account that `provider` represents from now on. */
  setActive(account: ConnectedAccount | undefined): void
}
