/** The one road on which a transaction of Billfold's own goes to a wallet. */
import type { PendingRequest, Payment, SentTransaction } from '../core/payments/sent.ts'
import type { Transaction } from '../wallets/namespace-calls.ts'

/**
 * What a person has seen and wants: made once, frozen, and compared with what goes to the wallet at the last moment (F27,
 * F36). `account` must be connected by then, on its network.
 */
export interface PaymentIntent extends Readonly<Payment> {
  readonly transaction: Transaction
}

export interface Payments {
  /**
   * Asks the wallet, once. Resolves as soon as there is a hash, which is stored before anything else happens.
   * @param isLookedFor the person has looked in the wallet for an earlier request with an unknown outcome and did not find it
   * @param isWanted asked until the wallet is: false once the person has given up. The wallet is not asked then, nor when
   * it throws
   * @throws account_missing, account_changed, payment_changed (what would be signed is not what was shown),
   * payment_pending (the same is on its way, or may be), outcome_unknown (the wallet may have sent it: look there before
   * it is sent again), wallet_declined, wallet_busy, wallet_failed, call_unsupported, code_missing
   */
  pay(intent: PaymentIntent, isLookedFor?: boolean, isWanted?: () => boolean): Promise<SentTransaction>
  /** Drops a request with an unknown outcome after the person has looked in the wallet. */
  dismiss(asked: Pick<PendingRequest, 'account' | 'id'>): void
}
