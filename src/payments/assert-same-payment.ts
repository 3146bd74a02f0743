/** Compares a transaction with the reviewed payment, right before it goes to the wallet. */
import { BillfoldError } from '../core/base/errors.ts'
import { isEmptyCancel } from '../core/payments/replacement.ts'
import { isSameCall, type PaymentCall, toPaymentCall } from '../core/payments/payment-call.ts'
import { isBytes, isSameBytes } from '../core/base/same-bytes.ts'
import type { SwapReading } from '../core/payments/swap.ts'
import type { SolanaReading } from '../core/payments/transaction-step.ts'
import type { EvmTransaction, Transaction } from '../wallets/namespace-calls.ts'
import type { PaymentIntent } from './payments.ts'

/** What the worker has decoded from the transaction, and whether that is the reviewed payment. */
export type PaymentReading = Pick<SolanaReading, 'transaction' | 'isPayment'> | SwapReading

/**
 * @param reading what the worker has decoded from `transaction`. Needed on Solana, for swaps and for approvals
 * @throws payment_changed
 */
export function assertSamePayment(
  intent: PaymentIntent,
  transaction: Transaction,
  reading?: PaymentReading,
): void {
  const isSame =
    transaction.namespace === 'solana'
      ? isSameSolana(intent, transaction.transaction, reading)
      : isSameEvm(intent, transaction, reading)
  if (isSame) return
  throw new BillfoldError(
    'payment_changed',
    'The transaction to sign differs from what was shown, so nothing was sent. Review it again, and reload the page if this repeats.',
  )
}

function isSameEvm(
  intent: PaymentIntent,
  transaction: EvmTransaction,
  reading: PaymentReading | undefined,
): boolean {
  if (intent.transaction.namespace === 'solana') return false
  const given = toCall(transaction)
  const wanted = toPaymentCall(intent) ?? toSwapCall(intent, given)
  return (
    isSameCall(given, toCall(intent.transaction)) &&
    isSameOrder(intent, transaction) &&
    wanted !== undefined &&
    isSameCall(given, wanted) &&
    // The calldata of a transfer is computed here. The routers and the calldata of swaps are known only to the worker.
    (intent.kind === 'send' || isRead(reading, given))
  )
}

const terms = ['nonce', 'gasPrice', 'maxFeePerGas', 'maxPriorityFeePerGas'] as const

/**
 * Compares the nonce and the fees, which only a replacement may set. A swap is never sped up, since its quote is old.
 */
function isSameOrder(intent: PaymentIntent, transaction: EvmTransaction): boolean {
  const { replaces, kind } = intent
  const shown = intent.transaction as EvmTransaction
  if (transaction.nonce !== replaces?.nonce) return false
  if (!terms.every((name) => transaction[name] === shown[name])) return false
  if (replaces === undefined) return terms.every((name) => transaction[name] === undefined)
  return replaces.how === 'cancel' ? isEmptyCancel(intent) : kind === 'send'
}

function isRead(reading: PaymentReading | undefined, given: PaymentCall): boolean {
  return reading?.isPayment === true && 'to' in reading.transaction && isSameCall(reading.transaction, given)
}

/** The call that a swap must make. The worker checks the calldata, so `data` is taken from the call to compare. */
function toSwapCall({ kind, to, out }: PaymentIntent, { data }: PaymentCall): PaymentCall | undefined {
  return kind === 'swap' ? { to, value: out.token ? 0n : BigInt(out.units), data } : undefined
}

function toCall({ to, value = 0n, data = '0x' }: EvmTransaction): PaymentCall {
  return { to, value, data }
}

function isSameSolana(
  { transaction: shown }: PaymentIntent,
  given: Uint8Array,
  reading: PaymentReading | undefined,
): boolean {
  return (
    shown.namespace === 'solana' &&
    reading?.isPayment === true &&
    isSameBytes(shown.transaction, given) &&
    isBytes(reading.transaction) &&
    isSameBytes(reading.transaction, given)
  )
}
