/** Finds the network on which names (ENS) are looked up. */
import type { CaipNetworkId } from '../chains/caip.ts'
import type { Network } from '../chains/networks.ts'

const ETHEREUM = 'eip155:1'

/**
 * The account's own network if it has names, else Ethereum if the page has it. Other networks are not used: on Sepolia,
 * for example, anybody can register a name that belongs to somebody else on Ethereum.
 * @param current undefined while disconnected
 */
export function findNamesNetwork(
  networks: readonly Network[],
  current: CaipNetworkId | undefined,
): Network | undefined {
  const find = (id: CaipNetworkId | undefined) =>
    networks.find(
      ({ caipNetworkId, ensUniversalResolver }) => caipNetworkId === id && ensUniversalResolver !== undefined,
    )
  return find(current) ?? find(ETHEREUM)
}
