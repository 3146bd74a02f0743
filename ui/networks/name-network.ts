/** Names of networks that a page may well not have named. */
import type { CaipNetworkId } from '../../src/core/caip.ts'

/** By its EIP-155 id; what is not known by name keeps its CAIP-2 id. */
export function nameNetwork(caipNetworkId: CaipNetworkId): string {
  const [namespace, id] = caipNetworkId.split(':')
  return (namespace === 'eip155' && names.get(Number(id))) || caipNetworkId
}

/** @see https://chainlist.org */
const names = new Map([
  [1, 'Ethereum'],
  [10, 'OP Mainnet'],
  [56, 'BNB Smart Chain'],
  [100, 'Gnosis'],
  [137, 'Polygon'],
  [8453, 'Base'],
  [42161, 'Arbitrum One'],
  [43114, 'Avalanche'],
  [11155111, 'Sepolia'],
])
