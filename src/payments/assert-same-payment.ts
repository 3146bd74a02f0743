/** What goes to the wallet, read anew at the last moment, against what was shown. */
import { BillfoldError } from '../core/errors.ts'
import { isSameCall, type PaymentCall, toPaymentCall } from '../core/payment-call.ts'
import { isSolanaPayment } from '../core/solana-payment.ts'
import type { EvmTransaction, Transaction } from '../wallet-calls/namespace-calls.ts'
import type { PaymentIntent } from './payments.ts'

/** @throws payment_changed */
export function assertSamePayment(intent: PaymentIntent, transaction: Transaction): void {
  const isSame =
    transaction.namespace === 'solana'
      ? isSameBytes(intent.transaction, transaction.transaction) &&
        isSolanaPayment(intent, transaction.transaction)
      : isSameEvm(intent, transaction)
  if (isSame) return
  throw new BillfoldError(
    'payment_changed',
    'What would be signed is not what was shown: nothing was sent. Check it once more, and reload the page if it comes back.',
  )
}

function isSameEvm(intent: PaymentIntent, transaction: EvmTransaction): boolean {
  if (intent.transaction.namespace === 'solana') return false
  const given = toCall(transaction)
  const wanted = toPaymentCall(intent) ?? toSwapCall(intent, given)
  return isSameCall(given, toCall(intent.transaction)) && wanted !== undefined && isSameCall(given, wanted)
}

/** The router is paid what leaves; what it is called with was read when it was shown. */
function toSwapCall({ kind, to, out }: PaymentIntent, { data }: PaymentCall): PaymentCall | undefined {
  return kind === 'swap' ? { to, value: out.token ? 0n : BigInt(out.units), data } : undefined
}

function toCall({ to, value = 0n, data = '0x' }: EvmTransaction): PaymentCall {
  return { to, value, data }
}

function isSameBytes(shown: Transaction, given: Uint8Array): boolean {
  if (shown.namespace !== 'solana' || shown.transaction.length !== given.length) return false
  return shown.transaction.every((byte, at) => byte === given[at])
}
