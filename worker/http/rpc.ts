/** The networks' own nodes, as the page names them. */
import type { CaipNetworkId } from '../../src/core/caip.ts'
import { BillfoldError } from '../../src/core/errors.ts'
import type { WorkerContext } from '../context.ts'

/** One JSON-RPC request to a network's node. Nothing but reads: where one node cannot be had, the next is asked. */
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/** Of a network's nodes, how many have been passed over: where the next request begins. */
const passed = new WeakMap<readonly string[], number>()

/** Undefined for a network that names no node. */
export function openRpc(
  { config, http }: Pick<WorkerContext, 'config' | 'http'>,
  caipNetworkId: CaipNetworkId,
  signal: AbortSignal,
): Rpc | undefined {
  const urls = config.networks.find((one) => one.caipNetworkId === caipNetworkId)?.rpcUrls ?? []
  if (urls.length === 0) return undefined
  return async (method, params) => {
    const begin = passed.get(urls) ?? 0
    for (let at = begin; ; at++) {
      try {
        return await http.rpc(urls[at % urls.length]!, method, params, { signal })
      } catch (error) {
        const { code } = error as Partial<BillfoldError>
        // What a node says of the question, the next would say too.
        if (!code?.startsWith('http_')) throw error
        // Others who ask meanwhile may have come further.
        passed.set(urls, Math.max(at + 1, passed.get(urls) ?? 0))
        if (at + 1 === begin + urls.length) throw error
      }
    }
  }
}

/** Topic of `Transfer(address,address,uint256)`, of tokens and NFTs. @see https://eips.ethereum.org/EIPS/eip-20 */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export function toHex(value: number | bigint): string {
  return `0x${value.toString(16)}`
}

/** As contracts are given a number or an address, without 0x: 32 bytes. */
export function toWord(value: number | bigint): string {
  return value.toString(16).padStart(64, '0')
}

export function unusable(method: string): BillfoldError {
  return new BillfoldError('bad_envelope', `The network's node did not answer ${method} as documented.`, {
    category: 'DATA_PARSING_ERROR',
    context: { rpcMethod: method },
  })
}
