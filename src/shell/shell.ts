/**
 * The shell: what a page loads before the modal opens, as the views see it. Views read its signals and call its
 * methods; nothing else of `src` reaches them.
 */
import type { Namespace } from '../core/caip.ts'
import type { Network } from '../core/networks.ts'
import type { AccountState, Attempt, NetworkSwitch } from '../connections/account.ts'
import type { Remembered } from '../connections/connections.ts'
import type { Connector } from '../connections/connector.ts'
import type { TopicSignals } from '../worker-link/topics.ts'
import type { Metadata } from './metadata.ts'
import type { ThemeMode } from './options.ts'
import type { Readable } from './readable.ts'
import type { Router } from './router.ts'
import type { Snacks } from './snacks.ts'

export interface Shell {
  readonly metadata: Metadata
  readonly termsConditionsUrl: string | undefined
  readonly privacyPolicyUrl: string | undefined
  /** BCP 47, for figures. Undefined: the browser's. */
  readonly locale: string | undefined
  readonly open: Readable<boolean>
  readonly router: Router
  readonly themeMode: Readable<ThemeMode>
  /** The browser's word that there is a network. */
  readonly online: Readable<boolean>
  /** Whether going to another network is offered. */
  readonly enableNetworkSwitch: boolean
  /** Networks that the page named. */
  readonly networks: readonly Network[]
  readonly account: Readable<AccountState>
  /** In the order in which they are listed. */
  readonly connectors: Readable<readonly Connector[]>
  /** Connections that are being made, or that ended without one: at most one for each namespace. */
  readonly attempts: Readable<readonly Attempt[]>
  /** The change of network that is being made, or that ended without one. */
  readonly switching: Readable<NetworkSwitch | undefined>
  /**
   * Sessions that are stored although nobody is connected by them: the wallet is gone, is locked, or has taken its
   * permission back. Where nobody is connected, `forget` is offered for each.
   */
  readonly remembered: Readable<readonly Remembered[]>
  readonly snacks: Snacks
  /** The signal of a topic; the worker is asked only while somebody reads it. The same params give the same signal. */
  readonly topic: TopicSignals['get']
  /** One command of the worker. */
  readonly call: TopicSignals['call']
  /** Asks the wallet for its accounts. Never rejects: the outcome stands in `attempts` and `account`. */
  connect(connector: Connector): Promise<void>
  /** Gives the attempt up. What the wallet answers later is ignored. */
  cancelAttempt(namespace: Namespace): void
  /** Asks the wallet to go to a network. Never rejects: the outcome stands in `switching` and `account`. */
  switchNetwork(network: Network): Promise<void>
  cancelSwitch(): void
  /** Ends the connection and removes what is kept of the account. */
  disconnect(): Promise<void>
  /** Removes a session that is remembered, and what is kept of its accounts. The modal stays as it is. */
  forget(namespace: Namespace): Promise<void>
  close(): void
}
