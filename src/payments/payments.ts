/** The one road on which a transaction of Billfold's own goes to a wallet. */
import type { CaipAddress } from '../core/caip.ts'
import type { SentTransaction } from '../core/sent.ts'
import type { Transaction } from '../wallet-calls/namespace-calls.ts'

/**
 * What a person has seen and wants: made once, frozen, and compared with what goes to the wallet at the last moment (F27,
 * F36).
 */
export interface PaymentIntent extends Pick<
  SentTransaction,
  'kind' | 'to' | 'out' | 'in' | 'lastValidBlockHeight'
> {
  /** Who pays, on which network: it must be connected by the same wallet when it is sent. */
  readonly account: CaipAddress
  readonly transaction: Transaction
}

export interface Payments {
  /**
   * Asks the wallet, once. Resolves as soon as it has a hash, which is kept before anything else happens.
   * @throws wallet_declined, wallet_failed, account_changed, payment_changed (what would be signed is not what was shown),
   * payment_pending (the same is on its way), outcome_unknown (the wallet may have sent it: look before you send again)
   */
  pay(intent: PaymentIntent): Promise<SentTransaction>
}
