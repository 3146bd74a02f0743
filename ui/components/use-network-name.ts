import type { CaipNetworkId } from '../../src/core/chains/caip.ts'
import { useViewer } from '../base/shell-context.ts'
import { nameNetwork } from './name-network.ts'

/** Names any network: as the page calls it, if it is one of the page's. */
export function useNetworkName(): (caipNetworkId: CaipNetworkId) => string {
  const { networks } = useViewer()
  return (id) => networks.find(({ caipNetworkId }) => caipNetworkId === id)?.name ?? nameNetwork(id)
}
