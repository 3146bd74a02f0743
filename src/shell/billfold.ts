/** The API that `createBillfold` returns. */
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

/** The page's Billfold: its state, its modal and its actions. `Served`: the namespaces of the page's adapters. */
export interface Billfold<Served extends Namespace = Namespace> {
  /** The account of the active namespace, which is the namespace that was used last. */
  readonly account: Readable<AccountState>
  /** Whether the modal is open. */
  readonly isOpen: Readable<boolean>
  /** The shown theme. */
  readonly themeMode: Readable<ThemeMode>
  /** The networks of the option `networks`. */
  readonly networks: readonly Network[]
  /**
   * Opens the modal; resolves when the view is drawn. The default view is Account when connected, else Connect. The
   * default also replaces a view that has nothing to show now. If a wallet is being asked for its accounts, the modal
   * shows that wallet.
   * @throws view_unknown, stopped, code_missing
   */
  open(options?: { view?: OpenableView }): Promise<void>
  close(): void
  /** Loads the modal's code and inserts the closed modal, whatever the option `prefetch` says. @throws stopped */
  preload(): void
  /** The option `prefetch`, or its default. */
  readonly prefetch: Prefetch
  /**
   * Opens the modal and resolves when a wallet is connected. If an account is connected already, or a stored session can be
   * restored, resolves without opening the modal.
   * @param namespace default: any
   * @throws connect_cancelled if the modal was closed without a connection; adapter_missing; code_missing; stopped
   */
  connect(namespace?: Namespace): Promise<ConnectedAccount>
  /**
   * Resolves to the connected account once restoring has ended; undefined without an account. Opens nothing.
   * @throws adapter_missing, code_missing, stopped
   */
  awaitRestored(namespace: Namespace): Promise<ConnectedAccount | undefined>
  /**
   * Asks the connected wallet to switch to another of the page's networks. A person may have to approve the switch in
   * the wallet.
   * @param caipNetworkId CAIP-2, for example `eip155:10`
   * @throws options_invalid for a network that the page did not name; wallet_declined; wallet_busy; wallet_failed
   */
  switchNetwork(caipNetworkId: CaipNetworkId): Promise<void>
  /**
   * Asks a person to pay. The modal shows the site, the amount and the receiver; then the person connects, switches to the
   * network, reviews the payment and approves it in the wallet. Needs `features.pay`. The request is read once, during the
   * call.
   *
   * Resolves with one of these `status` values:
   * - `confirmed`: the block with the payment is deep enough.
   * - `failed`: the network reports a failure.
   * - `submitted`: the modal was closed before the outcome was known (without `hash` if the wallet had not answered).
   * - `cancelled`: nothing was sent.
   *
   * A server that delivers goods must verify the payment on the chain and not trust the page.
   * @throws feature_off, options_invalid (context: field), pay_busy (another payment is open), code_missing, stopped
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
   * Disconnects one namespace, or all, and removes the account's stored data, in every tab.
   * @throws disconnect_failed with the wallets' answers. Even then, the connection has ended in Billfold.
   */
  disconnect(namespace?: Namespace): Promise<void>
  setThemeMode(mode: ThemeMode | 'auto'): void
  /**
   * The wallet provider of a namespace; for `eip155` an EIP-1193 provider. The same object for as long as this Billfold
   * exists, whichever wallet is connected. Undefined for a namespace without an adapter.
   * @see https://eips.ethereum.org/EIPS/eip-1193
   */
  getProvider<N extends Namespace>(namespace: N): ProvidersOf<Served>[N]
  /**
   * The API for pages that draw wallets, accounts and networks themselves. If the page reads `connectors` or calls
   * `connect`, and has no `<billfold-button>`, the modal does not open by itself, and its code is loaded only when the
   * page opens it.
   * @throws code_missing, stopped
   * @example
   * const { connectors, connect } = await billfold.headless()
   * const account = await connect(connectors.value[0], { signal: AbortSignal.timeout(60_000) })
   */
  headless(): Promise<Headless>
  /**
   * Wallet calls that work the same with every connected wallet. Their code is loaded with the first call.
   * @throws client_missing on a page without adapters, code_missing, stopped
   * @example
   * const wallet = await billfold.wallet()
   * const signature = await wallet.signMessage({ message: 'Hello' })
   */
  wallet(): Promise<WalletCalls>
  /**
   * Data of an account as a signal. The signal is kept up to date while it has a subscriber or an effect reads it. The
   * same topic and params return the same signal, so that `topic` can be called in a render.
   */
  topic<T extends TopicName>(topic: T, params: TopicParams<T>): Readable<Snapshot<TopicData<T>>>
  /**
   * Rows [from, to) of a list as a signal, at most 2,000 rows. For example, `0, 10` for the first ten rows, or the rows
   * in view of a scrolled list. The topic of the same name has the number of rows. Unchanged rows keep their object. A
   * row that is not loaded yet is undefined.
   * @example
   * billfold.rows('activity', { account }, 0, 10).subscribe(({ data }) => data?.map((row) => row?.kind))
   */
  rows<N extends ListName>(list: N, params: TopicParams<N>, from: number, to: number): Readable<Rows<N>>
  /** Fetches a topic now, whatever the age of its data. Resolves when the snapshot is `fresh` or `failed`. */
  refresh<T extends TopicName>(topic: T, params: TopicParams<T>): Promise<void>
  /**
   * Fetches older activity. Resolves when this activity is loaded or the fetch has failed: the topic `activity` says
   * which.
   */
  loadMore(params: AccountParams): Promise<void>
  /** Calls the listener at once and after each change of the selected value. Returns a stop function. @throws stopped */
  subscribe<T>(selector: (state: BillfoldState) => T, listener: (selected: T) => void): () => void
  /** Releases this Billfold, which ends once every caller of `createBillfold` has released it. */
  destroy(): void
}

/** The state that `Billfold.subscribe` selects from. */
export interface BillfoldState {
  readonly account: AccountState
  readonly isOpen: boolean
  readonly themeMode: ThemeMode
}
