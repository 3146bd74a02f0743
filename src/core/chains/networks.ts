/** Networks: the form in which a page passes them, and the record that both threads use. */
import type { CaipNetworkId, Namespace } from './caip.ts'
import { BillfoldError } from '../base/errors.ts'
import { swapNetworks } from './swap-networks.ts'

/**
 * A network as the page passes it. A viem chain can be passed unchanged. A network of a namespace other than eip155
 * needs `chainNamespace`, and `caipNetworkId` if `id` is not its CAIP-2 reference.
 */
export interface NetworkInput {
  /** The chain's own id: a number for eip155 (EIP-155), a text for other namespaces. */
  id: number | string
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  rpcUrls: { default: { http: readonly string[] } }
  blockExplorers?: { default: { name: string; url: string } } | undefined
  /** Default: eip155. */
  chainNamespace?: Namespace | undefined
  /** CAIP-2. Default: `chainNamespace:id`. */
  caipNetworkId?: CaipNetworkId | undefined
  assets?: { imageUrl?: string; imageId?: string } | undefined
  testnet?: boolean | undefined
  /** `ensUniversalResolver`: viem's key for the contract that resolves names. */
  contracts?: { ensUniversalResolver?: { address: string } | undefined; [name: string]: unknown } | undefined
  /**
   * CAIP-2 of the swap network that this network is a fork of, such as `eip155:1` for a local copy of Ethereum. Swaps
   * use that network's contracts and tokens, which exist on both networks. Needs an `apiUrl` whose API quotes for this
   * network.
   */
  forkOf?: CaipNetworkId | undefined
}

export interface Network {
  id: number | string
  /** CAIP-2. */
  caipNetworkId: CaipNetworkId
  chainNamespace: Namespace
  name: string
  nativeCurrency: { name: string; symbol: string; decimals: number }
  /** JSON-RPC over HTTP, the preferred URL first. */
  rpcUrls: readonly string[]
  /** Base URL without a trailing slash; absent if the network has no explorer. */
  explorerUrl?: string | undefined
  /** The picture as the page passed it. `imageId`: id of a picture that the wallet directory serves. */
  assets?: NetworkInput['assets']
  /** The network's picture: the page's own, or the one that the directory serves for `imageId`. */
  imageUrl?: string | undefined
  /** Contract of the token whose amount is shown as the balance. Absent: the native token's amount is shown. */
  balanceToken?: string
  /** The contract that resolves names; absent on networks without names. @see https://docs.ens.domains/resolvers/universal */
  ensUniversalResolver?: string | undefined
  /** The swap network that this network is a fork of, according to the page. Absent: not a fork. */
  forkOf?: CaipNetworkId | undefined
}

/** CAIP-2. */
export function toCaipNetworkId({
  id,
  chainNamespace = 'eip155',
  caipNetworkId,
}: NetworkInput): CaipNetworkId {
  return caipNetworkId ?? `${chainNamespace}:${id}`
}

/**
 * Converts a network that the page passed to a record.
 * @throws options_invalid if a field that payments depend on is missing or wrong.
 */
export function toNetwork(input: NetworkInput): Network {
  const { id, name, nativeCurrency } = input
  const decimals = nativeCurrency?.decimals
  if (!['number', 'string'].includes(typeof id) || !name || !Number.isInteger(decimals)) {
    throw new BillfoldError(
      'options_invalid',
      `Network "${name ?? id}" needs id, name and nativeCurrency.decimals.`,
    )
  }
  const chainNamespace = input.chainNamespace ?? 'eip155'
  const caipNetworkId = toCaipNetworkId(input)
  const { forkOf } = input
  const canFork = chainNamespace === 'eip155' && !swapNetworks.includes(caipNetworkId)
  if (forkOf && !(canFork && swapNetworks.includes(forkOf))) {
    throw new BillfoldError(
      'options_invalid',
      `Network "${name}" has forkOf "${forkOf}": it must name a network that supports swaps, such as eip155:1`,
    )
  }
  return {
    id,
    caipNetworkId,
    chainNamespace,
    name,
    nativeCurrency,
    rpcUrls: input.rpcUrls?.default?.http ?? [],
    explorerUrl: input.blockExplorers?.default.url.replace(/\/+$/, ''),
    assets: input.assets,
    imageUrl: input.assets?.imageUrl,
    ensUniversalResolver: input.contracts?.ensUniversalResolver?.address,
    ...(forkOf && { forkOf }),
  }
}
