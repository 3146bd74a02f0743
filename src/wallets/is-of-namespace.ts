import type { ConnectedAccount } from './account.ts'
import { getNamespace } from '../core/chains/caip.ts'
import type { Network } from '../core/chains/networks.ts'

/** Whether an account is of the network's namespace: its wallet can go there. */
export function isOfNamespace({ caipNetworkId }: ConnectedAccount, { chainNamespace }: Network): boolean {
  return getNamespace(caipNetworkId) === chainNamespace
}
