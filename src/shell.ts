/**
 * The shell: what a page loads before the modal opens, as the views see it. Views read its signals and call its
 * methods; nothing else of `src` reaches them.
 */
import type { AccountId, ChainId } from './core/caip.ts'
import type { ErrorRecord } from './core/errors.ts'
import type { Network } from './core/networks.ts'
import type {
  CommandInput,
  CommandName,
  CommandOutput,
  Snapshot,
  TopicData,
  TopicName,
  TopicParams,
} from './core/protocol.ts'
import type { Connector } from './connector.ts'
import type { Metadata, ThemeMode } from './options.ts'
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
  readonly theme: Readable<ThemeMode>
  /** The browser's word that there is a network. */
  readonly online: Readable<boolean>
  readonly account: Readable<AccountState>
  /** In the order in which they are listed. */
  readonly connectors: Readable<readonly Connector[]>
  /** The connection that is being made, or that ended without one. */
  readonly attempt: Readable<Attempt | undefined>
  readonly snacks: Snacks
  /** The signal of a topic; the worker is asked only while somebody reads it. The same params give the same signal. */
  topic<T extends TopicName>(topic: T, params: TopicParams<T>): Readable<Snapshot<TopicData<T>>>
  call<C extends CommandName>(command: C, input: CommandInput<C>): Promise<CommandOutput<C>>
  /** Asks the wallet for its accounts. Never rejects: the outcome stands in `attempt` and `account`. */
  connect(connector: Connector): Promise<void>
  /** Gives the attempt up. What the wallet answers later is ignored. */
  cancelAttempt(): void
  /** Ends the connection and removes what is kept of the account. */
  disconnect(): Promise<void>
  close(): void
}

/** A signal that is only read. */
export interface Readable<T> {
  readonly value: T
  peek(): T
  /** Calls at once and after each change, until the returned function is called. */
  subscribe(listener: (value: T) => void): () => void
}

export type AccountState =
  | { status: 'disconnected' }
  | {
      status: 'connecting'
      /** A stored session is being restored; nobody asked for it just now. */ restoring: boolean
    }
  | {
      status: 'connected'
      connector: Connector
      /** CAIP-10, eip155 addresses in lower case: the key of all that is known of the account. */
      accountId: AccountId
      /** As the wallet gave it. */
      address: string
      /** CAIP-2 of the wallet's network. */
      chainId: ChainId
      /** Absent when the page did not name this network. */
      network: Network | undefined
      /** Every address that the wallet shared. */
      allAccounts: readonly string[]
    }

export interface Attempt {
  connector: Connector
  /** Milliseconds since 1970. */
  startedAt: number
  /** declined: the person said no. busy: a request is already open in the wallet. */
  status: 'waiting' | 'declined' | 'busy' | 'failed'
  error?: ErrorRecord
}
