import type { PaymentEvent, PaymentMessage } from '../base/snacks.ts'
import { isRevocation, type Payment } from '../core/payments/sent.ts'

/**
 * The message about a payment. Undefined for an approval of a swap that is pending or confirmed: the view of the swap
 * shows these states.
 */
export function createPaymentMessage(
  { kind, out }: Payment,
  event: PaymentEvent,
): PaymentMessage | undefined {
  const what = `${out.text} ${out.symbol}`
  if (isRevocation({ kind, out })) {
    if (event === 'confirmed') return { code: 'revocation_confirmed', what: out.symbol }
    return { code: `payment_${event}`, what: out.symbol, isRevocation: true }
  }
  if (kind !== 'approve')
    return { code: kind === 'swap' && event === 'confirmed' ? 'swap_confirmed' : `payment_${event}`, what }
  return event === 'pending' || event === 'confirmed' ? undefined : { code: `approval_${event}`, what }
}
