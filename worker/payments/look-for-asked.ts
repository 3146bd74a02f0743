/**
 * Whether a payment that a wallet was asked for has been sent after all: a transaction of this account, younger than the
 * question, that does exactly this. That there is none proves nothing: a person may still say yes in the wallet.
 */
import { parseCaipAddress } from '../../src/core/caip.ts'
import { isSameCall, toPaymentCall } from '../../src/core/payment-call.ts'
import type { Rpc } from '../http/rpc.ts'
import { fetchCount, findByNonce } from './find-by-nonce.ts'
import type { AskedRecord } from './sent-records.ts'

/** Of an account that sends a lot, so many are looked at in one go. */
const MOST_AT_ONCE = 10

export interface AskedSighting {
  /** Of the transaction that does it. */
  hash?: string
  /** Number of the first transaction that it may still be. */
  nonce?: number
}

/**
 * @param known hashes of what is known to be something else
 * @throws what the node meets: then nothing is known.
 */
export async function lookForAsked(
  { payment, nonce }: AskedRecord,
  rpc: Rpc,
  known: ReadonlySet<string>,
): Promise<AskedSighting> {
  const call = toPaymentCall(payment)
  if (!call) return {}
  const { address } = parseCaipAddress(payment.account)
  const count = await fetchCount(rpc, address)
  // Looked up while the wallet still asks its person.
  if (nonce === undefined) return { nonce: count }
  const end = Math.min(count, nonce + MOST_AT_ONCE)
  for (let at = nonce; at < end; at += 1) {
    const found = await findByNonce(rpc, address, at)
    // Blocks may have changed meanwhile: once more with the next look.
    if (!found) return { nonce: at }
    if (!known.has(found.hash.toLowerCase()) && isSameCall(call, found)) return { hash: found.hash }
  }
  return { nonce: Math.max(nonce, end) }
}
