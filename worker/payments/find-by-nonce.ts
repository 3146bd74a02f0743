/**
 * Which transaction of an account has a number. Nodes do not say that when they are asked for it in one call: how many
 * there were at a block tells by halves which block holds it.
 * @see https://ethereum.github.io/execution-apis/
 */
import { type Hex, isHex, numberToHex } from 'viem'
import type { PaymentCall } from '../../src/core/payment-call.ts'
import { isRecord } from '../../src/core/shapes.ts'
import { fetchQuantity, readQuantity, type Rpc, unusable } from '../http/rpc.ts'

export interface FoundTransaction extends PaymentCall {
  hash: string
  /** Number of the one that holds it. */
  block: number
  /** How many blocks the chain had behind the one that holds it. */
  depth: number
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
  const found = findInBlock(await rpc('eth_getBlockByNumber', [numberToHex(used), true]), address, nonce)
  return found && { ...found, block: used, depth: height - used }
}

/** How many transactions the account has in blocks, up to this one. @throws what the node meets */
export function fetchCount(rpc: Rpc, address: string, block = 'latest'): Promise<number> {
  return fetchNumber(rpc, 'eth_getTransactionCount', [address, block])
}

/** @throws what the node meets */
export async function fetchNumber(rpc: Rpc, method: string, params: readonly unknown[]): Promise<number> {
  return toNumber(await fetchQuantity(rpc, method, params)) ?? raise(method)
}

/** Undefined for what a number does not hold exactly. */
export function toNumber(quantity: bigint | undefined): number | undefined {
  const number = Number(quantity)
  return Number.isSafeInteger(number) ? number : undefined
}

function findInBlock(block: unknown, address: string, nonce: number) {
  const transactions = isRecord(block) ? block['transactions'] : undefined
  if (!Array.isArray(transactions)) raise('eth_getBlockByNumber')
  for (const one of transactions as unknown[]) {
    if (!isRecord(one)) continue
    const { from, nonce: number, hash, to, value, input } = one
    const isIt =
      typeof from === 'string' &&
      from.toLowerCase() === address.toLowerCase() &&
      toNumber(readQuantity(number)) === nonce
    if (!isIt) continue
    const wei = readQuantity(value)
    if (!isHash(hash) || wei === undefined || !isHex(input)) raise('eth_getBlockByNumber')
    // What makes a contract has no receiver.
    return { hash, to: typeof to === 'string' ? to : '', value: wei, data: input }
  }
  return undefined
}

function isHash(value: unknown): value is Hex {
  return isHex(value) && value.length === 66
}

function raise(method: string): never {
  throw unusable(method)
}
