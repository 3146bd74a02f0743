import type { CaipNetworkId } from '../core/chains/caip.ts'
import { toCaipKey } from '../core/chains/caip.ts'
import type { SIWXSession } from './siwx.ts'

/** Whether a session belongs to exactly this network and address. */
export function isOfAccount({ data }: SIWXSession, chainId: CaipNetworkId, address: string): boolean {
  return toCaipKey(`${data.chainId}:${data.accountAddress}`) === toCaipKey(`${chainId}:${address}`)
}
