/** A swap as it was shown, and each limit before it, on their way to the wallet. */
import { formatFull } from '../core/amount.ts'
import { type CaipAddress, parseCaipAddress } from '../core/caip.ts'
import { BillfoldError } from '../core/errors.ts'
import { nativeToken } from '../core/prices.ts'
import type { SentAmount } from '../core/sent.ts'
import { type PreparedSwap, QUOTE_LIFE, type SwapToken } from '../core/swap.ts'
import type { PaymentIntent } from './payments.ts'

/**
 * `step`: which of the limits, and after the last of them the swap. `now`: milliseconds since 1970.
 * @throws payment_changed: the price no longer counts
 */
export function toSwapIntent(prepared: PreparedSwap, step: number, now: number): PaymentIntent {
  const { draft, limits, router, minimum, transaction, preparedAt } = prepared
  if (now - preparedAt > QUOTE_LIFE || now < preparedAt)
    throw new BillfoldError('payment_changed', 'This price no longer holds. Check the new one.')
  const { account, from, to } = draft
  const limit = limits[step]
  return Object.freeze({
    account,
    kind: limit ? 'approve' : 'swap',
    to: router,
    out: toAmount(from, limit ? limit.amount : draft.amount),
    ...(limit ? {} : { in: toAmount(to, minimum) }),
    transaction: Object.freeze({ ...(limit?.transaction ?? transaction) }),
  })
}

function toAmount({ token, symbol, decimals }: SwapToken, units: bigint): SentAmount {
  const isNative = token === nativeToken(parseCaipAddress(token).caipNetworkId)
  return Object.freeze({
    symbol,
    text: formatFull(units, decimals),
    units: String(units),
    ...(isNative ? {} : { token: token as CaipAddress }),
  })
}
