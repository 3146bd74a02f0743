/** Creates the payment intent of a transfer. */
import { formatFull } from '../core/text/amount.ts'
import { BillfoldError } from '../core/base/errors.ts'
import {
  getMoved,
  getShown,
  isPreparedFrom,
  type PreparedTransfer,
  type TransferDraft,
} from '../core/payments/transfer.ts'
import type { PaymentIntent } from './payments.ts'

/**
 * Creates the intent that goes to the wallet.
 * @param draft draft from the current form; a transfer prepared from another draft is not sent
 * @throws payment_changed
 */
export function toTransferIntent(
  prepared: PreparedTransfer,
  draft: TransferDraft | undefined,
): PaymentIntent {
  const { token, account } = prepared.draft
  if (!token || !draft || !isPreparedFrom(prepared, draft))
    throw new BillfoldError('payment_changed', 'This differs from what was shown. Review it again.')
  const { amount, multiplied, receiver, transaction, lastValidBlockHeight } = prepared
  return Object.freeze({
    kind: 'send',
    account,
    to: receiver.address,
    out: Object.freeze({
      symbol: token.symbol,
      text: formatFull(getShown(prepared), token.decimals),
      units: String(getMoved(prepared)),
      ...(multiplied ? { multiplier: multiplied.by, entered: String(amount) } : {}),
      ...(token.kind === 'token' ? { token: token.id as PaymentIntent['account'] } : {}),
    }),
    transaction: Object.freeze({ ...transaction }),
    ...(lastValidBlockHeight === undefined ? {} : { lastValidBlockHeight }),
  })
}
