/** Networks: what a page hands in, and the record that both threads work with. */
import type { CaipNetworkId, Namespace } from './caip.ts'
import { BillfoldError } from '../base/errors.ts'
import { swapNetworks } from './swap-networks.ts'

/** A network as a page names it. A viem chain fits as it is; other namespaces give `caipNetworkId`. */
export interface NetworkInput {
  /** The chain's own id: a number for eip155 (EIP-155), text elsewhere. */
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
  /** The viem chain's contract that resolves names. */
  contracts?: { ensUniversalResolver?: { address: string } | undefined; [name: string]: unknown } | undefined
  /**
   * CAIP-2 of the swap network of which this one is a fork, such as `eip155:1` for a local copy of Ethereum: swaps go
   * through the contracts, and take the tokens, that are there on both. Needs an `apiUrl` that quotes for this network.
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
  /** JSON-RPC over HTTP, first choice first. */
  rpcUrls: readonly string[]
  /** Base URL without a trailing slash; absent when the network has no explorer. */
  explorerUrl?: string | undefined
  /** As the page gave them; `imageId` is an id of the wallet directory. */
  assets?: NetworkInput['assets']
  /** The network's picture: the page's own, or the directory's for `imageId`. */
  imageUrl?: string | undefined
  /** Contract of the token that counts as the balance; absent: the native token does. */
  balanceToken?: string
  /** The contract that resolves names; absent on networks without names. @see https://docs.ens.domains/resolvers/universal */
  ensUniversalResolver?: string | undefined
  /** The swap network that this network forks, as the page says. Absent: not a fork. */
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
 * The record of a network that a page named.
 * @throws options_invalid when a part that money depends on is missing.
 */
export function toNetwork(input: NetworkInput): Network {
  const { id, name, nativeCurrency } = input
  const decimals = nativeCurrency?.decimals
  if (!['number', 'string'].includes(typeof id) || !name || !Number.isInteger(decimals)) {
    throw new BillfoldError(
      'options_invalid',
      `Network "${name ?? id}" needs id, name and nativeCurrency.decimals`,
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
