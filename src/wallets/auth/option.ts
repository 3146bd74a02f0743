/** The page's option `auth`: email and social login, for people without a wallet. */
import type { Network } from '../../core/chains/networks.ts'
import type { Metadata } from '../../base/metadata.ts'
import type { Readable } from '../../base/readable.ts'
import type { Outcome } from '../../base/transaction.ts'
import type { Namespace } from '../../core/chains/caip.ts'
import type { AccountTypes } from '../account-types.ts'
import type { AdapterContext } from '../adapter.ts'
import type { Connector } from '../connector.ts'

export interface Auth {
  /** The same for as long as the page has it. */
  toConnector(page: AuthPage): Connector
  stop(): void
}

export interface AuthPage {
  projectId: string
  /** Of this package. */
  version: string
  metadata: Metadata
  networks: readonly Network[]
  storage: Storage | undefined
  themeMode: Readable<'dark' | 'light'>
  /** Which of a person's accounts is preferred. Default: their smart account. */
  accountTypes?: Readable<AccountTypes>
  /** Namespaces that the page has an adapter for. Default: eip155. */
  served?: readonly Namespace[]
  /** Commands of the worker, which reads signed transactions of Solana. Without them the person has no account there. */
  call?: AdapterContext['call']
  /** There once the page is set up. */
  getPlace(): FramePlace
}

/** The modal, as the place of the sign-in site's frame. */
export interface FramePlace {
  /** What the frame becomes a child of, in the page by now. */
  getHost(): HTMLElement
  /**
   * Shows the frame in its view. Resolves when it is drawn, with the function that ends it.
   * @param onLeave the view is not shown any more: a person has closed it, or the page has
   * @throws code_missing, stopped
   */
  show(approval: Approval, onLeave: () => void): Promise<(outcome: Outcome) => void>
}

/** The request that the user approves in the frame. */
export interface Approval {
  /** Of EIP-1193. */
  method: string
  /** Of the sign-in site. */
  host: string
}
