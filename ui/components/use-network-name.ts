import type { CaipNetworkId } from '../../src/core/chains/caip.ts'
import { useViewer } from '../base/shell-context.ts'
import { nameNetwork } from './name-network.ts'

/** Returns a function that names any network. A name that the page gives comes first. */
export function useNetworkName(): (caipNetworkId: CaipNetworkId) => string {
  const { networks } = useViewer()
  return (id) => networks.find(({ caipNetworkId }) => caipNetworkId === id)?.name ?? nameNetwork(id)
}
