import type { ConnectedAccount } from './account.ts'
import { isSmartAccount } from '../base/smart-accounts.ts'
import type { Network } from '../core/chains/networks.ts'
import { isOfNamespace } from './is-of-namespace.ts'

/**
 * Networks of the page on which the address belongs to the account, the current one first. A smart account is a contract and may
 * not exist on another network; nor is it known for a wallet that names its networks and shares none.
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
