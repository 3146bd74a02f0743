/** The interface by which every payment of Billfold goes to a wallet. */
import type { PendingRequest, Payment, SentTransaction } from '../core/payments/sent.ts'
import type { Transaction } from '../wallets/namespace-calls.ts'

/**
 * The payment that a person has reviewed and confirmed. It is frozen, and compared with the transaction right before
 * the transaction goes to the wallet (F27, F36). At that moment, the `account` must be connected, on its network.
 */
export interface PaymentIntent extends Readonly<Payment> {
  readonly transaction: Transaction
}

export interface Payments {
  /**
   * Asks the wallet once. Resolves when there is a hash, which is stored before anything else happens.
   * @param isLookedFor whether the person has looked in the wallet for an earlier request with an unknown outcome, and
   * did not find it
   * @param isWanted called until the wallet is asked; false once the person has cancelled. If it returns false or
   * throws, the wallet is not asked
   * @throws account_missing, account_changed, payment_changed (the transaction differs from what was shown),
   * payment_pending (the same payment is on its way, or may be), outcome_unknown (the wallet may have sent it: the
   * person must look there first), wallet_declined, wallet_busy, wallet_failed, call_unsupported, code_missing
   */
  pay(intent: PaymentIntent, isLookedFor?: boolean, isWanted?: () => boolean): Promise<SentTransaction>
  /** Deletes a request with an unknown outcome, after the person has looked in the wallet. */
  dismiss(asked: Pick<PendingRequest, 'account' | 'id'>): void
}
