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
   * Asks the wallet, once. Resolves as soon as it has a hash, which is kept before anything else happens.
   * @param isLookedFor a person has looked in the wallet for one of which nobody knows, and it is not there
   * @param isWanted whether nobody has given it up: whoever has before the wallet is asked is asked for nothing
   * @throws account_missing, account_changed, payment_changed (what would be signed is not what was shown),
   * payment_pending (the same is on its way, or may be), outcome_unknown (the wallet may have sent it: look there before
   * it is sent again), wallet_declined, wallet_busy, wallet_failed, call_unsupported, code_missing
   */
  pay(intent: PaymentIntent, isLookedFor?: boolean, isWanted?: () => boolean): Promise<SentTransaction>
  /** A person has looked in the wallet for what nobody knows of: it was not sent, or is none of Billfold's business. */
  dismiss(asked: Pick<PendingRequest, 'account' | 'id'>): void
}
