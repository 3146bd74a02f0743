/** Where a name (ENS) is looked up. */
import type { CaipNetworkId } from '../chains/caip.ts'
import type { Network } from '../chains/networks.ts'

const ETHEREUM = 'eip155:1'

/**
 * The account's own network where it has names, else Ethereum where the page names it. Any other network's names are
 * others: on Sepolia anybody can have the name that somebody has on Ethereum.
 * @param current undefined: nobody is connected
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
