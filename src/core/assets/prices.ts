/** Prices of tokens. Source: POST /v1/fungible/price. */
import type { CaipAddress, CaipNetworkId, Namespace } from '../chains/caip.ts'

export interface PricesInput {
  /** CAIP-10. The native token of a network is given by its address from `nativeToken`. */
  tokens: readonly CaipAddress[]
}

export interface TokenPrice {
  /** CAIP-10 in canonical form, for use as a key: eip155 addresses are in lower case. */
  token: CaipAddress
  /** US dollars for one token. */
  price: number
}

/** Addresses that stand for native tokens. @see https://eips.ethereum.org/EIPS/eip-7528 */
const native: Partial<Readonly<Record<Namespace, string>>> = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
}

/** CAIP-10 that stands for the native token of a network; undefined if the API has none for the network's namespace. */
export function nativeToken(caipNetworkId: CaipNetworkId): CaipAddress | undefined {
  const address = native[caipNetworkId.slice(0, caipNetworkId.indexOf(':')) as Namespace]
  return address === undefined ? undefined : `${caipNetworkId}:${address}`
}
