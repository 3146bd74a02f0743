/** Creates the payment intents of a swap: for each approval before it, and for the swap itself. */
import { formatFull } from '../core/text/amount.ts'
import { BillfoldError } from '../core/base/errors.ts'
import type { SentAmount } from '../core/payments/sent.ts'
import {
  isNativeToken,
  isSameSwap,
  type PreparedSwap,
  type SwapDraft,
  type SwapToken,
} from '../core/payments/swap.ts'
import type { PaymentIntent } from './payments.ts'

/**
 * The next step: the first missing approval, otherwise the swap. The review decides whether the price is still valid.
 * @param current draft from the current form; a swap prepared from another draft is not signed
 * @throws payment_changed
 */
export function toSwapIntent(prepared: PreparedSwap, current: SwapDraft | undefined): PaymentIntent {
  const { draft, approvals, router, minimum, transaction } = prepared
  if (!isSameSwap(draft, current)) throw createChanged()
  const { account, from, to } = draft
  const [approval] = approvals
  if (approval && approval.amount !== 0n && approval.amount !== draft.amount)
    throw new BillfoldError('payment_changed', 'The approval was for a different amount. Nothing was sent.')
  return Object.freeze({
    account,
    kind: approval ? 'approve' : 'swap',
    to: router,
    out: toAmount(from, approval ? approval.amount : draft.amount),
    ...(approval ? {} : { in: toAmount(to, minimum) }),
    transaction: Object.freeze({ ...(approval?.transaction ?? transaction) }),
  })
}

export function createChanged(): BillfoldError {
  return new BillfoldError('payment_changed', 'This differs from what was shown. Review it again.')
}

function toAmount(asset: SwapToken, units: bigint): SentAmount {
  const { token, symbol, decimals } = asset
  return Object.freeze({
    symbol,
    text: formatFull(units, decimals),
    units: String(units),
    ...(isNativeToken(asset) ? {} : { token }),
  })
}
