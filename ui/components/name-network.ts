/** Names of well-known networks, for networks that the page does not name. */
import type { CaipNetworkId } from '../../src/core/chains/caip.ts'

/** The name of a network; its CAIP-2 id if the network is unknown. */
export function nameNetwork(caipNetworkId: CaipNetworkId): string {
  return names.get(caipNetworkId) ?? caipNetworkId
}

/** Names by CAIP-2 id. @see https://chainlist.org https://namespaces.chainagnostic.org */
const names: ReadonlyMap<string, string> = new Map([
  ['eip155:1', 'Ethereum'],
  ['eip155:10', 'OP Mainnet'],
  ['eip155:25', 'Cronos'],
  ['eip155:56', 'BNB Smart Chain'],
  ['eip155:100', 'Gnosis'],
  ['eip155:130', 'Unichain'],
  ['eip155:137', 'Polygon'],
  ['eip155:146', 'Sonic'],
  ['eip155:204', 'opBNB'],
  ['eip155:250', 'Fantom'],
  ['eip155:324', 'ZKsync Era'],
  ['eip155:480', 'World Chain'],
  ['eip155:1101', 'Polygon zkEVM'],
  ['eip155:1284', 'Moonbeam'],
  ['eip155:5000', 'Mantle'],
  ['eip155:8217', 'Kaia'],
  ['eip155:8453', 'Base'],
  ['eip155:17000', 'Holesky'],
  ['eip155:42161', 'Arbitrum One'],
  ['eip155:42170', 'Arbitrum Nova'],
  ['eip155:42220', 'Celo'],
  ['eip155:43114', 'Avalanche'],
  ['eip155:59144', 'Linea'],
  ['eip155:80094', 'Berachain'],
  ['eip155:81457', 'Blast'],
  ['eip155:84532', 'Base Sepolia'],
  ['eip155:421614', 'Arbitrum Sepolia'],
  ['eip155:534352', 'Scroll'],
  ['eip155:560048', 'Hoodi'],
  ['eip155:7777777', 'Zora'],
  ['eip155:11155111', 'Sepolia'],
  ['eip155:11155420', 'OP Sepolia'],
  ['eip155:1313161554', 'Aurora'],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana'],
  ['bip122:000000000019d6689c085ae165831e93', 'Bitcoin'],
])
