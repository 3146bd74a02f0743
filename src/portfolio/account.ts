/** An account of the portfolio: one address, on all networks of its namespace that the page names. */
import type { CaipAddress, CaipNetworkId, Namespace } from '../core/chains/caip.ts'
import { getNamespace } from '../core/chains/caip.ts'
import type { Network } from '../core/chains/networks.ts'

/** Namespaces whose balances can be read. */
export const servedNamespaces = ['eip155', 'solana'] as const satisfies readonly Namespace[]
export type ServedNamespace = (typeof servedNamespaces)[number]

/** page: named by the page. wallet: of the connected wallet. typed: added by a person. */
export type AccountSource = 'page' | 'wallet' | 'typed'

/** One address of a namespace, shown on each of the page's networks of that namespace. */
export interface PortfolioAccount {
  namespace: ServedNamespace
  /** EVM addresses in lower case. */
  address: string
  /** Where the account comes from. The account disappears when it has no source left. */
  sources: readonly AccountSource[]
  /** The name under which a person added the account; absent for an account that was added by address. */
  name?: string
}

/** A unique key of an account, for example `eip155:0xab…`. */
export function getAccountKey({
  namespace,
  address,
}: Pick<PortfolioAccount, 'namespace' | 'address'>): string {
  return `${namespace}:${address}`
}

/** The CAIP-10 ids of an account, one for each of the page's networks in the account's namespace. */
export function listOnNetworks(
  { namespace, address }: Pick<PortfolioAccount, 'namespace' | 'address'>,
  networks: readonly Pick<Network, 'caipNetworkId' | 'chainNamespace'>[],
): CaipAddress[] {
  return networks.flatMap(({ caipNetworkId, chainNamespace }) =>
    chainNamespace === namespace ? [`${caipNetworkId}:${address}` as CaipAddress] : [],
  )
}

/** The account of a CAIP-10 id; undefined for a namespace whose balances cannot be read. */
export function toPortfolioAccount(
  caipAddress: CaipAddress,
): Pick<PortfolioAccount, 'namespace' | 'address'> | undefined {
  const namespace = getNamespace(caipAddress)
  if (namespace !== 'eip155' && namespace !== 'solana') return undefined
  const address = caipAddress.slice(caipAddress.lastIndexOf(':') + 1)
  return { namespace, address: namespace === 'eip155' ? toLowerHex(address) : address }
}

function toLowerHex(address: string): string {
  return `0x${address.toLowerCase().replace(/^0x/, '')}`
}

/** The network (CAIP-2) of an account (CAIP-10). */
export function getNetworkId(caipAddress: CaipAddress): CaipNetworkId {
  return caipAddress.slice(0, caipAddress.lastIndexOf(':')) as CaipNetworkId
}
