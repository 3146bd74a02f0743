/** The payment that a page asks for, as its view sees it. */
import type { CaipAddress } from '../core/chains/caip.ts'
import type { Network } from '../core/chains/networks.ts'
import type { PayRequest } from '../core/payments/pay-request.ts'
import type { Metadata } from '../base/metadata.ts'
import type { ConnectStartView } from './routes.ts'
import type { Readable } from '../base/readable.ts'
import type { Transfer } from '../payments/create-transfer.ts'
import type { Payments } from '../payments/payments.ts'

export interface PagePayment {
  readonly request: Readonly<PayRequest>
  /** The network of the payment. */
  readonly network: Network
  /** The page's metadata at the time of the request. */
  readonly metadata: Metadata
  /** The view in which a wallet is connected. */
  readonly start: ConnectStartView
  /** The page has been told the outcome. */
  readonly isOver: Readable<boolean>
  /** The wallet was asked for the payment, and no answer says that it was not sent: it must not be paid again. */
  readonly mayBeSent: Readable<boolean>
  /** Sends to the wallet and tracks the payment for the page. @throws code_missing */
  payments(): Promise<Payments>
  /**
   * Its review for a payer. Once something may be on its way, the same review stays, although another account may be connected.
   * @param account undefined: no connected account can pay now
   */
  getTransfer(account: CaipAddress | undefined, create: () => Transfer): Transfer | undefined
  /** The last transfer. */
  readonly transfer: Transfer | undefined
}
