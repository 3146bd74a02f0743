/**
 * Finds the transaction of an account with a given nonce. Nodes have no method for that, so a binary search over the
 * account's transaction count finds the block.
 * @see https://ethereum.github.io/execution-apis/
 */
import * as v from 'valibot'
import { type Hex, isHex, numberToHex } from 'viem'
import type { PaymentCall } from '../../../src/core/payments/payment-call.ts'
import { orAbsent, parseOrNone } from '../../../src/core/contract/schemas.ts'
import { countQuantity, quantity, readAnswer, type Rpc } from '../../http/rpc.ts'

export interface FoundTransaction extends PaymentCall {
  hash: string
  /** Number of the transaction's block. */
  block: number
  /** Number of blocks after the transaction's block. */
  depth: number
  /** Time of the transaction's block: milliseconds since 1970; absent if the node omits it. */
  minedAt?: number
}

/**
 * @returns undefined if no block contains the transaction, or if it is missing in the block where the count changed
 * @throws the node's error. A node without the transaction counts of old blocks returns an error, too.
 */
export async function findByNonce(
  rpc: Rpc,
  address: string,
  nonce: number,
): Promise<FoundTransaction | undefined> {
  const isUsed = async (block: number) => (await fetchCount(rpc, address, numberToHex(block))) > nonce
  const height = await fetchNumber(rpc, 'eth_blockNumber', [])
  let used = height
  if (!(await isUsed(used))) return undefined
  let unused = used - 1
  // Go back from the newest block in growing steps, since nodes may have only recent state.
  for (let step = 2; unused > 0 && (await isUsed(unused)); step *= 2) {
    used = unused
    unused = Math.max(0, unused - step)
  }
  if (unused < 0 || (await isUsed(unused))) return undefined
  while (used - unused > 1) {
    const middle = Math.floor((used + unused) / 2)
    if (await isUsed(middle)) used = middle
    else unused = middle
  }
  return findInBlock(rpc, { address, nonce, block: used, height })
}

export interface BlockSearch {
  address: string
  nonce: number
  block: number
  /** Number of the newest block. */
  height: number
}

/** @throws the node's error */
export async function findInBlock(
  rpc: Rpc,
  { address, nonce, block, height }: BlockSearch,
): Promise<FoundTransaction | undefined> {
  const answer = await rpc('eth_getBlockByNumber', [numberToHex(block), true])
  const found = findInside(answer, address, nonce)
  return found && { ...found, block, depth: height - block }
}

/** The number of the account's transactions up to this block. @throws the node's error */
export function fetchCount(rpc: Rpc, address: string, block = 'latest'): Promise<number> {
  return fetchNumber(rpc, 'eth_getTransactionCount', [address, block])
}

/** @throws the node's error */
export async function fetchNumber(rpc: Rpc, method: string, params: readonly unknown[]): Promise<number> {
  return readAnswer(countQuantity, await rpc(method, params), method)
}

const hex = v.custom<Hex>((value) => isHex(value))
const blockShape = v.object({ transactions: v.array(v.unknown()), timestamp: orAbsent(countQuantity) })
const author = v.object({ from: v.string(), nonce: countQuantity })
const mined = v.object({
  hash: v.pipe(hex, v.length(66)),
  // A contract creation has no receiver.
  to: v.fallback(v.string(), ''),
  value: quantity,
  input: hex,
})

function findInside(block: unknown, address: string, nonce: number) {
  const method = 'eth_getBlockByNumber'
  const { transactions, timestamp } = readAnswer(blockShape, block, method)
  const found = transactions.find((one) => {
    const read = parseOrNone(author, one)
    return read?.from.toLowerCase() === address.toLowerCase() && read.nonce === nonce
  })
  if (found === undefined) return undefined
  const { hash, to, value, input } = readAnswer(mined, found, method)
  const minedAt = timestamp === undefined ? {} : { minedAt: timestamp * 1_000 }
  return { hash, to, value, data: input, ...minedAt }
}
