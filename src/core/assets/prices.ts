/** What one of a token is worth. Source: POST /v1/fungible/price. */
import type { CaipAddress, CaipNetworkId, Namespace } from '../chains/caip.ts'

export interface PricesInput {
  /** CAIP-10; a network's own coin by its address of `nativeToken`. */
  tokens: readonly CaipAddress[]
}

export interface TokenPrice {
  /** CAIP-10 in the one form that serves as a key: eip155 addresses in lower case. */
  token: CaipAddress
  /** US dollars for one. */
  price: number
}

/** Addresses that stand for native tokens. @see https://eips.ethereum.org/EIPS/eip-7528 */
const native: Partial<Readonly<Record<Namespace, string>>> = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
}

/** CAIP-10 of a network's own coin; undefined where the API has no name for it. */
export function nativeToken(caipNetworkId: CaipNetworkId): CaipAddress | undefined {
  const address = native[caipNetworkId.slice(0, caipNetworkId.indexOf(':')) as Namespace]
  return address === undefined ? undefined : `${caipNetworkId}:${address}`
}
