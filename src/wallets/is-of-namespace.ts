import type { ConnectedAccount } from './account.ts'
import { getNamespace } from '../core/chains/caip.ts'
import type { Network } from '../core/chains/networks.ts'

/** Whether the account belongs to the network's namespace, so that its wallet can switch to the network. */
export function isOfNamespace({ caipNetworkId }: ConnectedAccount, { chainNamespace }: Network): boolean {
  return getNamespace(caipNetworkId) === chainNamespace
}
