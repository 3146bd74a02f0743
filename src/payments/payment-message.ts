import type { PaymentEvent, PaymentMessage } from '../base/snacks.ts'
import { isRevocation, type Payment } from '../core/payments/sent.ts'

/** The message about a payment. Undefined for a successful or pending approval of a swap, which its view shows. */
export function createPaymentMessage(
  { kind, out }: Payment,
  event: PaymentEvent,
): PaymentMessage | undefined {
  const what = `${out.text} ${out.symbol}`
  if (isRevocation({ kind, out })) {
    const code = event === 'confirmed' ? 'revocation_confirmed' : (`payment_${event}` as const)
    return { code, what: out.symbol, isRevocation: true }
  }
  if (kind !== 'approve')
    return { code: kind === 'swap' && event === 'confirmed' ? 'swap_confirmed' : `payment_${event}`, what }
  return event === 'pending' || event === 'confirmed' ? undefined : { code: `approval_${event}`, what }
}
