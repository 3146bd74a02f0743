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
  /** Returns the same connector until `stop` is called. */
  toConnector(page: AuthPage): Connector
  stop(): void
}

export interface AuthPage {
  projectId: string
  /** Version of this package. */
  version: string
  metadata: Metadata
  networks: readonly Network[]
  storage: Storage | undefined
  themeMode: Readable<'dark' | 'light'>
  /** Which of a person's accounts is preferred, by namespace. Default: their smart account. */
  accountTypes?: Readable<AccountTypes>
  /** Namespaces that the page has an adapter for. Default: eip155. */
  served?: readonly Namespace[]
  /** Sends commands to the worker, which reads signed Solana transactions. Absent: no accounts on Solana. */
  call?: AdapterContext['call']
  /** Available once the web page has set up Billfold. */
  getPlace(): FramePlace
}

/** Where the sign-in site's frame is shown: the modal. */
export interface FramePlace {
  /** The parent element of the frame, already in the document. */
  getHost(): HTMLElement
  /**
   * Shows the frame in the approval view. Resolves when the view is drawn, with the function that ends the approval.
   * @param onLeave called when the view is no longer shown: the person or the web page has closed it
   * @throws code_missing, stopped
   */
  show(approval: Approval, onLeave: () => void): Promise<(outcome: Outcome) => void>
}

/** The request that the user approves in the frame. */
export interface Approval {
  /** Method of the EIP-1193 request. */
  method: string
  /** Host of the sign-in site. */
  host: string
}
