/**
 * Which transaction of an account has a number. Nodes do not say that when they are asked for it in one call: how many
 * there were at a block tells by halves which block holds it.
 * @see https://ethereum.github.io/execution-apis/
 */
import * as v from 'valibot'
import { type Hex, isHex, numberToHex } from 'viem'
import type { PaymentCall } from '../../../src/core/payments/payment-call.ts'
import { orAbsent, parseOrNone } from '../../../src/core/contract/schemas.ts'
import { countQuantity, quantity, readAnswer, type Rpc } from '../../http/rpc.ts'

export interface FoundTransaction extends PaymentCall {
  hash: string
  /** Number of the one that holds it. */
  block: number
  /** How many blocks the chain had behind the one that holds it. */
  depth: number
  /** When that block was made, where the node says so. Milliseconds since 1970. */
  minedAt?: number
}

/**
 * @returns undefined where no block holds it, and where it is not among those of the block that should
 * @throws what the node meets, also where it has forgotten how many there were that long ago
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
  // Nodes may know of young blocks alone: from the newest back, in growing steps.
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
  /** Of the chain. */
  height: number
}

/** @throws what the node meets */
export async function findInBlock(
  rpc: Rpc,
  { address, nonce, block, height }: BlockSearch,
): Promise<FoundTransaction | undefined> {
  const answer = await rpc('eth_getBlockByNumber', [numberToHex(block), true])
  const found = findInside(answer, address, nonce)
  return found && { ...found, block, depth: height - block }
}

/** How many transactions the account has in blocks, up to this one. @throws what the node meets */
export function fetchCount(rpc: Rpc, address: string, block = 'latest'): Promise<number> {
  return fetchNumber(rpc, 'eth_getTransactionCount', [address, block])
}

/** @throws what the node meets */
export async function fetchNumber(rpc: Rpc, method: string, params: readonly unknown[]): Promise<number> {
  return readAnswer(countQuantity, await rpc(method, params), method)
}

const hex = v.custom<Hex>((value) => isHex(value))
const blockShape = v.object({ transactions: v.array(v.unknown()), timestamp: orAbsent(countQuantity) })
const author = v.object({ from: v.string(), nonce: countQuantity })
const mined = v.object({
  hash: v.pipe(hex, v.length(66)),
  // What makes a contract has no receiver.
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
