/**
 * How many blocks, the payment's own included, stand for "confirmed". This is what people are told; the record stays open
 * until the block is final, so that a reorganisation is noticed until then.
 */
import type { CaipNetworkId } from '../../../src/core/chains/caip.ts'
import type { Network } from '../../../src/core/chains/networks.ts'
import { isOnThisMachine } from '../../../src/core/text/url.ts'

/** Ethereum and its test networks replace a single block now and then, hardly ever two. Also for unknown networks. */
const USUAL = 2
/** By EIP-155 chain id. */
const depths: Readonly<Record<number, number>> = {
  // One sequencer orders the transactions: what it has put into a block stays, unless the network as a whole fails.
  ...each(1, [10, 130, 252, 288, 324, 480, 1088, 1101, 1135, 1868, 2741, 5000, 7777777, 8453]),
  ...each(1, [13371, 34443, 42161, 42170, 42220, 57073, 59144, 60808, 81457, 534352, 660279]),
  ...each(1, [300, 84532, 421614, 11155420, 59141, 534351, 168587773]),
  // A block is final as soon as it is there.
  ...each(1, [146, 250, 8217, 43113, 43114, 1313161554, 80094]),
  // Forks of several blocks were frequent, one of 157 blocks in February 2023.
  ...each(32, [137, 80002]),
  // Blocks of less than a second; the network's documentation asks for 15 where a block is not final yet.
  ...each(15, [56, 97, 204]),
  // Proof of work with little behind it was reorganised by more than 3,000 blocks in 2020.
  ...each(120, [61]),
}

function each(depth: number, ids: readonly number[]): Record<number, number> {
  return Object.fromEntries(ids.map((id) => [id, depth]))
}

/**
 * Whether a network is a developer's own: all its nodes are on this machine. Such a node replaces no block by itself, and
 * makes none until somebody pays.
 */
export function isLocal(network: Pick<Network, 'rpcUrls'> | undefined): boolean {
  const urls = network?.rpcUrls ?? []
  return urls.length > 0 && urls.every(isOnThisMachine)
}

/** @param local see `isLocal` */
export function getDepth(caipNetworkId: CaipNetworkId, local = false): number {
  if (local) return 1
  return depths[Number(caipNetworkId.slice('eip155:'.length))] ?? USUAL
}
