/**
 * Types of the adapter of a namespace, which finds wallets and talks to them. A page bundles only the adapters that it
 * imports.
 */
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

/** The adapter that a page passes in: its namespace, its provider, and a loader for the rest of its code. */
export interface Adapter<N extends Namespace = Namespace> {
  readonly namespace: N
  /** The object that `getProvider` returns. It stays the same whichever account is connected. */
  readonly provider: ProviderByNamespace[N]
  /** Gives the provider access to the page, before other code is loaded. */
  attach(page: ProviderPage): void
  /** Loads the code that finds wallets and talks to them. */
  loadFinder(): Promise<WalletFinder>
}

export interface ProviderPage {
  networks: readonly Network[]
  /** The active account of any namespace. `disconnected` if no account is connected or being restored. */
  account: Readable<AccountState>
  /** Whether a session is stored, even if its wallet is locked or the session is not restored. Absent: unknown. */
  hasSession?(namespace: Namespace): boolean
  /** Loads the functions that a provider calls on the page. */
  load(): Promise<ProviderShell>
}

export interface ProviderShell {
  /** Opens the modal to connect. @throws connect_cancelled if no account was connected */
  connect(namespace: Namespace): Promise<unknown>
  /** Resolves when stored sessions are restored. Prompts no wallet. */
  awaitRestored(namespace: Namespace): Promise<unknown>
  /** @throws disconnect_failed */
  disconnect(namespace: Namespace): Promise<void>
  /** Connects the wallet in which the web page is embedded, without the modal. Rejects if the connection fails. */
  autoConnect?(id: string): Promise<void>
  /** Sends one command to the worker. */
  call<C extends CommandName>(command: C, input: CommandInput<C>): Promise<CommandOutput<C>>
}

/** The parts of the page that an adapter may use. */
export interface AdapterContext {
  /** The embedding app's name, URL and icons, for wallets to show. */
  metadata: Metadata
  networks: readonly Network[]
  /** BCP 47 tag of the page's language. */
  locale: string
  /** Sends one command to the worker, once the worker is ready. */
  call<C extends CommandName>(
    command: C,
    input: CommandInput<C>,
    options?: { signal?: AbortSignal },
  ): Promise<CommandOutput<C>>
  /** A topic of the worker. Its data is fetched while the signal has subscribers; `onEvent` receives its events. */
  topic<T extends TopicName>(
    topic: T,
    params: TopicParams<T>,
    onEvent?: (event: TopicEvent<T>) => void,
  ): Readable<Snapshot<TopicData<T>>>
  /** Set if the page has sign-in enabled. */
  signIn?: { load(): Promise<OneStep | undefined> }
}

export interface WalletFinder {
  /** Calls the listener at once and after each change, with all known wallets. Returns a stop function. */
  watch(listener: (connectors: readonly Connector[]) => void): () => void
  /** Looks for wallets again, before the user chooses one. */
  find(): void
  /** Whether a stored session cannot be restored because the page no longer has its connector. */
  isGone?(restoreKey: string): boolean
  /** Creates the adapter that talks to the found wallets. */
  createAdapter(context: AdapterContext): WalletAdapter
}

export interface WalletAdapter {
  readonly namespace: Namespace
  /**
   * Asks the wallet for its accounts. Has no time limit, since the person has to approve.
   * @throws wallet_declined, wallet_busy, wallet_bad_account, wallet_bad_network, wallet_failed
   */
  connect(connector: Connector, request: ConnectRequest): Promise<WalletAccounts[]>
  /**
   * Reports the shared accounts without a prompt, at once and after each change; an empty list while the wallet is
   * locked. Never throws. Returns a stop function.
   * @param caipNetworkId the last network used with this wallet, for wallets without a network of their own
   * @param onEnd called when the connection has ended, if the wallet can report that. `byPage`: the page ended it
   * @param caipAddress the last account used, for wallets that report the active account only when it changes
   */
  watchAccounts(
    connector: Connector,
    listener: (accounts: readonly WalletAccounts[]) => void,
    caipNetworkId?: CaipNetworkId,
    onEnd?: (byPage: boolean) => void,
    caipAddress?: CaipAddress,
  ): () => void
  /**
   * Asks the wallet to switch the network; the person may have to approve. Resolves with the wallet's network and the
   * accounts that the wallet shares after the switch.
   * @throws the errors of `connect`
   */
  switchNetwork(connector: Connector, network: Network, request: WalletRequest): Promise<WalletAccounts[]>
  /** Revokes the page's permission in the wallet, if the wallet supports that. @throws wallet_declined */
  disconnect(connector: Connector): Promise<void>
  /**
   * Loads the code for requests besides those above, such as signatures and payments. Called on the first such
   * request.
   */
  loadCalls?(): Promise<NamespaceCalls>
  /** Sets the account that `provider` represents. */
  setActive(account: ConnectedAccount | undefined): void
}
