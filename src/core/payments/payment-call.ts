/**
 * Computes the EVM call that a payment must make from the reviewed amounts. The page has no viem, so it encodes the
 * calls of `transfer` and `approve` by hand. The result is compared with the worker's call, as an independent check.
 */
import { parseCaipAddress } from '../chains/caip.ts'
import type { Payment, SentAmount } from './sent.ts'

export interface PaymentCall {
  /** 0x and 40 hexadecimal digits, in upper or lower case. */
  to: string
  /** Wei. */
  value: bigint
  /** 0x and hexadecimal digits, in upper or lower case. */
  data: string
}

/**
 * Function selectors of `transfer(address,uint256)` and `approve(address,uint256)`. @see
 * https://eips.ethereum.org/EIPS/eip-20
 */
const selectors = { send: '0xa9059cbb', approve: '0x095ea7b3' }

/** The call that the payment must make. Undefined for a swap, whose call comes from the provider. */
export function toPaymentCall({
  kind,
  to,
  out,
}: Pick<Payment, 'kind' | 'to'> & { out: Pick<SentAmount, 'units' | 'token'> }): PaymentCall | undefined {
  const units = BigInt(out.units)
  if (kind === 'swap') return undefined
  if (!out.token) return kind === 'send' ? { to, value: units, data: '0x' } : undefined
  return { to: parseCaipAddress(out.token).address, value: 0n, data: encodeTokenCall(kind, to, units) }
}

function encodeTokenCall(kind: keyof typeof selectors, to: string, units: bigint): string {
  return selectors[kind] + word(BigInt(to)) + word(units)
}

/** Whether two calls are equal. The case of hexadecimal digits does not matter. */
export function isSameCall(one: PaymentCall, other: PaymentCall): boolean {
  const isSameText = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()
  return isSameText(one.to, other.to) && one.value === other.value && isSameText(one.data, other.data)
}

function word(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
