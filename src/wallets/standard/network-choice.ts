import type { Connector } from '../connector.ts'
import type { CaipNetworkId, Namespace } from '../../core/chains/caip.ts'
import type { Network } from '../../core/chains/networks.ts'
import { walletOf } from './standard-wallet.ts'

/** Which network Billfold shows for each wallet of a namespace whose wallets have no current network. */
export interface NetworkChoice {
  /** The page's networks in its order, or the fallback. */
  getNetworkIds(): readonly CaipNetworkId[]
  /** Sets the wallet's network. Does nothing for undefined. */
  choose(connector: Connector, caipNetworkId: CaipNetworkId | undefined): void
  /** The order in which to try the page's networks for an account: the chosen network first, if the page has it. */
  getOrder(connector: Connector): readonly CaipNetworkId[]
}

/** @param fallback the network if the page has none of this namespace */
export function createNetworkChoice(
  namespace: Namespace,
  networks: readonly Network[],
  fallback: CaipNetworkId,
): NetworkChoice {
  const chosen = new WeakMap<object, CaipNetworkId>()

  function getNetworkIds(): readonly CaipNetworkId[] {
    const named = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
    const ids = named.map(({ caipNetworkId }) => caipNetworkId)
    return ids.length > 0 ? ids : [fallback]
  }

  return {
    getNetworkIds,
    choose(connector, caipNetworkId) {
      if (caipNetworkId) chosen.set(walletOf(connector), caipNetworkId)
    },
    getOrder(connector) {
      const ids = getNetworkIds()
      const wanted = chosen.get(walletOf(connector))
      return wanted && ids.includes(wanted) ? [wanted, ...ids] : ids
    },
  }
}
