/**
 * The shell: what a page loads before the modal opens, as the views see it. Views read its signals and call its
 * methods; nothing else of `src` reaches them.
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
  /** Written by what holds the card alone. */
  readonly open: Signal<boolean>
  readonly router: Router
  readonly themeMode: Readable<ThemeMode>
  /** The enabled features of the page; the project's dashboard may override them. */
  readonly features: Readable<Features>
  /** Whether a wallet is opened by its https address where it has one. */
  readonly preferUniversalLinks: boolean | undefined
  /** Wallets of the directory that stand before others, in this order. */
  readonly featuredWalletIds: readonly string[]
  /** Of the page's own. */
  readonly customWallets: readonly Wallet[]
  /** Whether the page wants a wallet of the directory, by its id. */
  readonly isListed: (id: string) => boolean
  /** A wallet may be chosen: the terms were accepted, or need not be. */
  readonly accepted: Signal<boolean>
  /** The networks of the page that have an adapter. */
  readonly networks: readonly Network[]
  /** Of the namespace on top. */
  readonly account: Readable<AccountState>
  /** All that are connected, one for each namespace. */
  readonly accounts: Readable<readonly ConnectedAccount[]>
  /** In the order in which they are listed. */
  readonly connectors: Readable<readonly Connector[]>
  /** Connections that are being made, or that ended without one: at most one for each namespace. */
  readonly attempts: Readable<readonly Attempt[]>
  /** The change of network that is being made, or that ended without one. */
  readonly switching: Readable<NetworkSwitch | undefined>
  /**
   * Stored sessions whose wallet is not connected: it is gone, locked, or has revoked its permission. While disconnected, the
   * modal offers `forget` for each.
   */
  readonly remembered: Readable<readonly Remembered[]>
  /** The disconnect of which there is news: it has begun, or its wallets have been told. */
  readonly pendingDisconnect: Readable<PendingDisconnect | undefined>
  /** Undefined where the page has no sign-in, and until its code is there. */
  readonly signIn: LazySignIn
  readonly payments: () => Promise<Payments>
  /** The latest payment request of the page. */
  readonly pagePayment: Readable<PagePayment | undefined>
  /** How far the registration of a name is: written by the views of names, and followed by reports. */
  readonly registration: Signal<RegistrationState>
  /** The calls of the connected wallet. Resolves when restoring has ended. */
  wallet(): Promise<PageWalletCalls>
  /**
   * Asks the wallet for its accounts. Never rejects: the outcome stands in `attempts` and `account`.
   * @param network where the account shall be, of a wallet that is on none itself
   */
  connect(connector: Connector, network?: Network): Promise<void>
  /** Gives the attempt up. What the wallet answers later is ignored. */
  cancelAttempt(namespace: Namespace): void
  /** Puts a connected namespace on top. */
  setActive(namespace: Namespace): void
  /** Uses another one of the accounts that a wallet shares, until the wallet goes to another one itself. */
  chooseAccount(caipAddress: CaipAddress): void
  /** Which kind of its accounts a wallet is used with; kept. */
  chooseType(namespace: Namespace, type: AccountType): Promise<void>
  /** Asks the wallet of its namespace to go to a network. @throws as `Connections.switchNetwork` */
  switchNetwork(network: Network): Promise<void>
  cancelSwitch(): void
  /**
   * Ends the connection of one namespace, or of all, and removes its stored data. Closes the modal, and opens it again if a
   * wallet refused.
   */
  disconnect(namespace?: Namespace): Promise<void>
  /** The same of a session, whether it is connected or only remembered. The modal stays as it is. */
  forget(namespace: Namespace): Promise<void>
  close(): void
}
