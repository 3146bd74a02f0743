/**
 * What goes to the wallet, read anew, against what was shown. On Solana the worker has read the bytes that it made; here
 * they are only seen to be the same.
 */
import { BillfoldError } from '../core/errors.ts'
import type { EvmTransaction, Transaction } from '../wallet-calls/namespace-calls.ts'
import type { PaymentIntent } from './payments.ts'

/** Of `transfer(address,uint256)` and `approve(address,uint256)`. @see https://eips.ethereum.org/EIPS/eip-20 */
const selectors = { send: '0xa9059cbb', approve: '0x095ea7b3' }

/** @throws payment_changed */
export function assertSamePayment(intent: PaymentIntent, transaction: Transaction): void {
  const isSame =
    transaction.namespace === 'solana'
      ? isSameBytes(intent.transaction, transaction.transaction)
      : isSameCall(intent, transaction)
  if (isSame) return
  throw new BillfoldError(
    'payment_changed',
    'What would be signed is not what was shown: nothing was sent. Check it once more, and reload the page if it comes back.',
  )
}

function isSameCall({ kind, to, out, transaction: shown }: PaymentIntent, given: EvmTransaction): boolean {
  if (shown.namespace === 'solana') return false
  const units = BigInt(out.units)
  const value = given.value ?? 0n
  const data = (given.data ?? '0x').toLowerCase()
  const isPlain =
    isSameText(given.to, shown.to) &&
    value === (shown.value ?? 0n) &&
    data === (shown.data ?? '0x').toLowerCase()
  if (!isPlain) return false
  const coins = out.token ? 0n : units
  if (kind === 'swap') return isSameText(given.to, to) && value === coins
  if (value !== (kind === 'send' ? coins : 0n)) return false
  if (!out.token) return kind === 'send' && isSameText(given.to, to) && data === '0x'
  const call = selectors[kind] + word(BigInt(to)) + word(units)
  return isSameText(given.to, out.token.slice(out.token.lastIndexOf(':') + 1)) && data === call
}

function isSameBytes(shown: Transaction, given: Uint8Array): boolean {
  if (shown.namespace !== 'solana' || shown.transaction.length !== given.length) return false
  return shown.transaction.every((byte, at) => byte === given[at])
}

/** Hexadecimal digits are blind to case. */
function isSameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
