/** Networks on which tokens can be swapped. */
import type { CaipNetworkId } from './caip.ts'

/** EIP-155 chain ids. */
const ids = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]

/** CAIP-2. */
export const swapNetworks: readonly CaipNetworkId[] = ids.map((id): CaipNetworkId => `eip155:${id}`)

/** The page's networks, reduced to the fields that swaps need. */
export type SwapForks = readonly { caipNetworkId: CaipNetworkId; forkOf?: CaipNetworkId | undefined }[]

/**
 * The swap network whose contracts and tokens a network uses: the network itself, or the network named by its `forkOf`.
 * Undefined if the network has no swaps.
 */
export function findSwapNetwork(caipNetworkId: string, networks: SwapForks): CaipNetworkId | undefined {
  const own = swapNetworks.find((id) => id === caipNetworkId)
  return own ?? networks.find((network) => network.caipNetworkId === caipNetworkId)?.forkOf
}
