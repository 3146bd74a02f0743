/** Converts a balance to the shape of the provider's API. */
import { formatUnits } from 'viem'
import type { ApiBalance } from './api-types.ts'
import { assetUrl } from './to-api-transaction.ts'

export interface Held {
  /** `address` is spelled as on its network; absent for the native token. */
  token: { name: string; symbol: string; decimals: number; price: number; address?: string }
  /** In base units. */
  amount: bigint
  caipNetworkId: string
  /** Base URL of the pictures. */
  assetsUrl: string
}

export function toApiBalance({ token, amount, caipNetworkId, assetsUrl }: Held): ApiBalance {
  const { name, symbol, decimals, price, address } = token
  const numeric = formatUnits(amount, decimals)
  return {
    name,
    symbol,
    chainId: caipNetworkId,
    ...(address ? { address: `${caipNetworkId}:${address}` } : {}),
    value: Number(numeric) * price,
    price,
    quantity: { decimals: `${decimals}`, numeric },
    iconUrl: assetUrl({ assetsUrl }, 'token', symbol),
  }
}
