/** What goes to the wallet, read anew at the last moment, against what was shown. */
import { BillfoldError } from '../core/base/errors.ts'
import { isSameCall, type PaymentCall, toPaymentCall } from '../core/payments/payment-call.ts'
import { isSameBytes } from '../core/base/same-bytes.ts'
import type { SolanaReading } from '../core/payments/transaction-step.ts'
import type { EvmTransaction, Transaction } from '../wallets/namespace-calls.ts'
import type { PaymentIntent } from './payments.ts'

/**
 * @param reading of Solana: what the worker has read from these bytes and says to be this payment
 * @throws payment_changed
 */
export function assertSamePayment(
  intent: PaymentIntent,
  transaction: Transaction,
  reading?: SolanaReading,
): void {
  const isSame =
    transaction.namespace === 'solana'
      ? isSameSolana(intent, transaction.transaction, reading)
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

function isSameSolana(
  { transaction: shown }: PaymentIntent,
  given: Uint8Array,
  reading: SolanaReading | undefined,
): boolean {
  return (
    shown.namespace === 'solana' &&
    reading?.isPayment === true &&
    isSameBytes(shown.transaction, given) &&
    isSameBytes(reading.transaction, given)
  )
}
