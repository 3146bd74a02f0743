/**
 * The shell as views see it: the state and actions that exist before the modal opens. Views use `src` only through this
 * interface.
 */
import type { Signal } from '@preact/signals-core'
import type { CaipAddress, Namespace } from '../core/chains/caip.ts'
import type { Network } from '../core/chains/networks.ts'
import type { AccountState, Attempt, ConnectedAccount, NetworkSwitch } from '../wallets/account.ts'
import type { Remembered } from '../connections/connections.ts'
import type { PendingDisconnect } from '../connections/pending-disconnects.ts'
import type { Connector } from '../wallets/connector.ts'
import type { RegistrationState } from './registration-state.ts'
import type { AccountType } from '../wallets/account-types.ts'
import type { Wallet } from '../core/assets/wallet.ts'
import type { Payments } from '../payments/payments.ts'
import type { Metadata } from '../base/metadata.ts'
import type { Features, ThemeMode } from './options.ts'
import type { Readable } from '../base/readable.ts'
import type { PagePayment } from './page-payment.ts'
import type { Router } from './router.ts'
import type { PageWalletCalls } from '../wallets/wallet-calls.ts'
import type { LazySignIn } from '../siwx/sign-in.ts'
import type { Viewer } from './viewer.ts'

export interface Shell extends Viewer {
  readonly metadata: Metadata
  readonly termsConditionsUrl: string | undefined
  readonly privacyPolicyUrl: string | undefined
  /** Whether the modal is open. Only the shell and the modal's card write this signal. */
  readonly open: Signal<boolean>
  readonly router: Router
  readonly themeMode: Readable<ThemeMode>
  /** The enabled features: the page's, overridden by the project's dashboard. */
  readonly features: Readable<Features>
  /** Whether a wallet is opened by its https address, if it has one, instead of its own scheme. */
  readonly preferUniversalLinks: boolean | undefined
  /** Directory wallets (by id) that are listed first, in this order. */
  readonly featuredWalletIds: readonly string[]
  /** Wallets that the page adds and the directory does not know. */
  readonly customWallets: readonly Wallet[]
  /** Whether the page lists the directory wallet with this id. */
  readonly isListed: (id: string) => boolean
  /** Whether a wallet can be chosen: the terms were accepted, or need no acceptance. */
  readonly accepted: Signal<boolean>
  /** The networks of the page that an adapter or WalletConnect serves. */
  readonly networks: readonly Network[]
  /** The account of the active namespace. */
  readonly account: Readable<AccountState>
  /** All connected accounts, one for each namespace. */
  readonly accounts: Readable<readonly ConnectedAccount[]>
  /** The wallets of this page, in listing order. */
  readonly connectors: Readable<readonly Connector[]>
  /** Connection attempts that are running or have failed: at most one for each namespace. */
  readonly attempts: Readable<readonly Attempt[]>
  /** The network switch that is running or has failed. */
  readonly switching: Readable<NetworkSwitch | undefined>
  /**
   * Stored sessions whose wallet is not connected: the wallet was removed, is locked, or has revoked its permission. While
   * disconnected, the modal offers `forget` for each.
   */
  readonly remembered: Readable<readonly Remembered[]>
  /** The last disconnect. Its wallets may not have answered yet. */
  readonly pendingDisconnect: Readable<PendingDisconnect | undefined>
  /** `current` is undefined on a page without sign-in, and until the sign-in code is loaded. */
  readonly signIn: LazySignIn
  readonly payments: () => Promise<Payments>
  /** The latest payment request of the page. */
  readonly pagePayment: Readable<PagePayment | undefined>
  /** The progress of a name registration. The views of names write this signal, and analytics reads it. */
  readonly registration: Signal<RegistrationState>
  /** The calls of the connected wallet. Resolves when stored sessions are restored. */
  wallet(): Promise<PageWalletCalls>
  /**
   * Asks the wallet for its accounts. Never rejects: the outcome is in `attempts` and `account`.
   * @param network the requested network, for a wallet that has no current network of its own
   */
  connect(connector: Connector, network?: Network): Promise<void>
  /** Cancels the attempt. A later answer of the wallet is ignored. */
  cancelAttempt(namespace: Namespace): void
  /** Makes a connected namespace the active one. */
  setActive(namespace: Namespace): void
  /** Uses another of the accounts that the wallet has shared, until the wallet itself switches accounts. */
  chooseAccount(caipAddress: CaipAddress): void
  /** Chooses which type of account is used in a namespace. The choice is stored. */
  chooseType(namespace: Namespace, type: AccountType): Promise<void>
  /**
   * Asks the wallet of the network's namespace to switch to the network. @throws the errors of
   * `Connections.switchNetwork`
   */
  switchNetwork(network: Network): Promise<void>
  cancelSwitch(): void
  /**
   * Disconnects one namespace, or all, and removes the stored data. Closes the modal, and opens it again if a wallet refused.
   */
  disconnect(namespace?: Namespace): Promise<void>
  /** Ends a session, connected or only stored, and removes its data. The modal stays as it is. */
  forget(namespace: Namespace): Promise<void>
  close(): void
}
