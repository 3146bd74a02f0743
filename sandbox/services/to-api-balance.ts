/** An amount of one coin or token as the provider's API tells it. */
import { formatUnits } from 'viem'
import type { ApiBalance } from './api-types.ts'
import { assetUrl } from './to-api-transaction.ts'

export interface Held {
  /** `address` as its network writes it; absent: the network's own coin. */
  token: { name: string; symbol: string; decimals: number; price: number; address?: string }
  /** In base units. */
  amount: bigint
  caipNetworkId: string
  /** Where the pictures are. */
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
