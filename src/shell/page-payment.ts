/** The page's payment request (`pay()`), as the view Pay sees it. */
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
  /** Whether the promise of `pay()` has settled. */
  readonly isOver: Readable<boolean>
  /**
   * Whether the wallet may have sent the payment: the wallet was asked and has not declined. Such a payment must not be
   * repeated.
   */
  readonly mayBeSent: Readable<boolean>
  /** Loads the `Payments` for this request: they also report the outcome to the page. @throws code_missing */
  payments(): Promise<Payments>
  /**
   * The review for the paying account. Once the payment may have been sent, the review stays the same, even if another account
   * is connected.
   * @param account undefined: no connected account can pay now
   */
  getTransfer(account: CaipAddress | undefined, create: () => Transfer): Transfer | undefined
  /** The transfer that `getTransfer` returned last. */
  readonly transfer: Transfer | undefined
}
