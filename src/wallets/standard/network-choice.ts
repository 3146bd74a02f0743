import type { Connector } from '../connector.ts'
import type { CaipNetworkId, Namespace } from '../../core/chains/caip.ts'
import type { Network } from '../../core/chains/networks.ts'
import { walletOf } from './standard-wallet.ts'

/** Which network Billfold shows of each wallet of a namespace that is on none by itself. */
export interface NetworkChoice {
  /** Those of the page, first choice first. */
  getNetworkIds(): readonly CaipNetworkId[]
  /** Undefined changes nothing. */
  choose(connector: Connector, caipNetworkId: CaipNetworkId | undefined): void
  /** In the order in which a network that an account serves is looked for: the chosen one first, if the page has it. */
  getOrder(connector: Connector): readonly CaipNetworkId[]
}

/** @param fallback for a page that names none of this namespace */
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
