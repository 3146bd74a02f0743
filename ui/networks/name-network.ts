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
  [130, 'Unichain'],
  [137, 'Polygon'],
  [324, 'ZKsync Era'],
  [5000, 'Mantle'],
  [8453, 'Base'],
  [42161, 'Arbitrum One'],
  [42220, 'Celo'],
  [43114, 'Avalanche'],
  [59144, 'Linea'],
  [81457, 'Blast'],
  [534352, 'Scroll'],
  [11155111, 'Sepolia'],
])
