import type { ConnectedAccount } from './account.ts'
import { isSmartAccount } from '../base/smart-accounts.ts'
import type { Network } from '../core/chains/networks.ts'
import { isOfNamespace } from './is-of-namespace.ts'

/**
 * The page's networks on which the address belongs to the same account, the current one first. For a smart account only
 * the current one: it is a contract, which may not exist on another network.
 */
export function listCompatible(account: ConnectedAccount, networks: readonly Network[]): readonly Network[] {
  const { caipNetworkId, network } = account
  const current = network ? [network] : []
  if (isSmartAccount(account)) return current
  const others = networks.filter(
    (one) =>
      one.caipNetworkId !== caipNetworkId &&
      isOfNamespace(account, one) &&
      (account.approved?.includes(one.caipNetworkId) ?? true),
  )
  return [...current, ...others]
}
