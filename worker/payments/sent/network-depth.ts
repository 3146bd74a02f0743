/**
 * How many blocks, including the payment's own, make a payment "confirmed". The user is informed at this depth; the record
 * stays open until the block is final, so that a later reorganisation is noticed.
 */
import type { CaipNetworkId } from '../../../src/core/chains/caip.ts'
import type { Network } from '../../../src/core/chains/networks.ts'
import { isOnThisMachine } from '../../../src/core/text/url.ts'

/** Depth for Ethereum, its test networks and unknown networks: sometimes one block is replaced, hardly ever two. */
const USUAL = 2
/** Depths of other networks, by EIP-155 chain id. */
const depths: Readonly<Record<number, number>> = {
  // One sequencer orders the transactions: a block stays, unless the network as a whole fails.
  ...each(1, [10, 130, 252, 288, 324, 480, 1088, 1101, 1135, 1868, 2741, 5000, 7777777, 8453]),
  ...each(1, [13371, 34443, 42161, 42170, 42220, 57073, 59144, 60808, 81457, 534352, 660279]),
  ...each(1, [300, 84532, 421614, 11155420, 59141, 534351, 168587773]),
  // A block is final as soon as it exists.
  ...each(1, [146, 250, 8217, 43113, 43114, 1313161554, 80094]),
  // Reorganisations of several blocks were frequent; one in February 2023 had 157 blocks.
  ...each(32, [137, 80002]),
  // Blocks take less than a second. The network's documentation recommends 15 blocks while a block is not final.
  ...each(15, [56, 97, 204]),
  // Proof of work with little computing power: more than 3,000 blocks were reorganised in 2020.
  ...each(120, [61]),
}

function each(depth: number, ids: readonly number[]): Record<number, number> {
  return Object.fromEntries(ids.map((id) => [id, depth]))
}

/**
 * Whether a network is a developer's own: all its nodes are on this machine. Such a node never replaces a block by itself,
 * and makes blocks only when somebody pays.
 */
export function isLocal(network: Pick<Network, 'rpcUrls'> | undefined): boolean {
  const urls = network?.rpcUrls ?? []
  return urls.length > 0 && urls.every(isOnThisMachine)
}

export function getDepth(caipNetworkId: CaipNetworkId, local = false): number {
  if (local) return 1
  return depths[Number(caipNetworkId.slice('eip155:'.length))] ?? USUAL
}
