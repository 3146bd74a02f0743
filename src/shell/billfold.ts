/** The instance that a page gets: its state, its modal and its methods. */
import type { AccountState, ConnectedAccount } from '../wallets/account.ts'
import type { ProvidersOf } from '../wallets/providers.ts'
import type { CaipNetworkId, Namespace } from '../core/chains/caip.ts'
import type { Network } from '../core/chains/networks.ts'
import type { PayRequest, PayResult } from '../core/payments/pay-request.ts'
import type {
  AccountParams,
  ListName,
  Snapshot,
  TopicData,
  TopicName,
  TopicParams,
} from '../core/contract/protocol.ts'
import type { WalletCalls } from '../wallets/wallet-calls.ts'
import type { Rows } from '../worker-link/rows.ts'
import type { Headless } from './headless.ts'
import type { ThemeMode } from './options.ts'
import type { Prefetch } from './prefetch.ts'
import type { Readable } from '../base/readable.ts'
import type { OpenableView } from './routes.ts'

/** `Served`: the namespaces that the page named adapters for. */
export interface Billfold<Served extends Namespace = Namespace> {
  readonly account: Readable<AccountState>
  /** The modal is open. */
  readonly isOpen: Readable<boolean>
  readonly themeMode: Readable<ThemeMode>
  /** Networks that the page named. */
  readonly networks: readonly Network[]
  /**
   * Resolves when the view is drawn. Without a view: Account when connected, else Connect; Connect as well in place of
   * a view that has nothing to show now. Above Connect stands the wallet that is being asked just now.
   * @throws view_unknown, stopped, code_missing
   */
  open(options?: { view?: OpenableView }): Promise<void>
  close(): void
  /** Fetches the modal's code ahead of time and prepares it, whatever the option `prefetch` says. */
  preload(): void
  /** The option, or its default. */
  readonly prefetch: Prefetch
  /**
   * Opens the modal to choose a wallet, and resolves when one is connected: at once if one is already, and
   * without the modal while a stored session is being restored.
   * @param namespace default: any
   * @throws connect_cancelled if the modal was closed without a connection
   */
  connect(namespace?: Namespace): Promise<ConnectedAccount>
  /**
   * The connected account once restoring has ended; undefined without one. Asks no wallet.
   * @throws adapter_missing, code_missing, stopped
   */
  awaitRestored(namespace: Namespace): Promise<ConnectedAccount | undefined>
  /**
   * Asks the connected wallet to go to another network that the page named; a person may have to agree there.
   * @param caipNetworkId CAIP-2, for example `eip155:10`
   * @throws options_invalid for a network that the page did not name, wallet_declined, wallet_busy, wallet_failed
   */
  switchNetwork(caipNetworkId: CaipNetworkId): Promise<void>
  /**
   * Asks a person to pay: the modal says who asks, how much of what goes to whom, and leads over connecting and the right
   * network to the review and the wallet. Needs `features.pay`. The request is read once, at once.
   *
   * Resolves as `confirmed` when a block is deep enough; as `failed` only when the network says so; as `submitted` when the
   * modal is closed before that, also while the wallet has not answered (there is no hash then); as `cancelled` when nothing
   * was sent. Trust no page alone with it: a server that delivers goods looks for the payment on the chain.
   * @throws feature_off, options_invalid (context: field), pay_busy while another one is open, code_missing, stopped
   * @example
   * const { status, hash } = await billfold.pay({
   *   caipNetworkId: 'eip155:1',
   *   asset: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', // USDC
   *   amount: 5_000_000n,
   *   recipient: shopAddress,
   *   memo: 'Order 1042',
   * })
   */
  pay(request: PayRequest): Promise<PayResult>
  /**
   * Ends the connection of one namespace, or of all, and removes what is kept of the account, in every tab.
   * @throws disconnect_failed, with what the wallets answered; locally the connection has ended all the same
   */
  disconnect(namespace?: Namespace): Promise<void>
  setThemeMode(mode: ThemeMode | 'auto'): void
  /**
   * The wallet: for `eip155` an EIP-1193 provider. One object from the start that survives changes of wallet and
   * account; undefined for a namespace without an adapter.
   */
  getProvider<N extends Namespace>(namespace: N): ProvidersOf<Served>[N]
  /**
   * For a page that draws wallets, accounts and networks itself: all of it as data. Once it draws on the
   * wallets the modal neither opens nor loads by itself, until it is opened; where there is a `<billfold-button>` it
   * goes on as before.
   * @example
   * const { connectors, connect } = await billfold.headless()
   * const account = await connect(connectors.value[0], { signal: AbortSignal.timeout(60_000) })
   */
  headless(): Promise<Headless>
  /**
   * What the connected wallet is asked for, in one way for all wallets. The code for it is loaded with the first call.
   * @example
   * const wallet = await billfold.wallet()
   * const signature = await wallet.signMessage({ message: 'Hello' })
   */
  wallet(): Promise<WalletCalls>
  /**
   * Data of an account as a signal. It is kept up to date while somebody subscribes to it or reads it in an effect. The
   * same topic and params give the same signal, so that it can be asked for in a render.
   */
  topic<T extends TopicName>(topic: T, params: TopicParams<T>): Readable<Snapshot<TopicData<T>>>
  /**
   * Rows [from, to) of a list as a signal, as many of them as there are and at most 2,000: for the first ten `0, 10`,
   * for a list that is scrolled whatever is in view. The topic of the same name says how many there are. A row that did not change stays
   * the same object; one that is not there yet is undefined.
   * @example
   * billfold.rows('activity', { account }, 0, 10).subscribe(({ data }) => data?.map((row) => row?.kind))
   */
  rows<N extends ListName>(list: N, params: TopicParams<N>, from: number, to: number): Readable<Rows<N>>
  /** Asks the network now, whatever the age of the data. Resolves when the topic's snapshot is settled. */
  refresh<T extends TopicName>(topic: T, params: TopicParams<T>): Promise<void>
  /** Fetches older activity. Resolves when it is there or could not be fetched: the topic says which. */
  loadMore(params: AccountParams): Promise<void>
  /** Calls with the selected part of the state at once and after each change of it. Returns a stop function. */
  subscribe<T>(selector: (state: BillfoldState) => T, listener: (selected: T) => void): () => void
  /** Stops everything. The last of several owners of the same instance ends it. */
  destroy(): void
}

export interface BillfoldState {
  readonly account: AccountState
  readonly isOpen: boolean
  readonly themeMode: ThemeMode
}
