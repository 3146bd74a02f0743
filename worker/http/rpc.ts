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

/** @throws what the node's call meets, bad_envelope for what is no number */
export async function fetchQuantity(rpc: Rpc, method: string, params: readonly unknown[]): Promise<bigint> {
  const quantity = readQuantity(await rpc(method, params))
  if (quantity === undefined) throw unusable(method)
  return quantity
}

/** A number as nodes write it, of at most 256 bits. */
export function readQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined
}

export function unusable(method: string): BillfoldError {
  return new BillfoldError('bad_envelope', `The network's node did not answer ${method} as documented.`, {
    category: 'DATA_PARSING_ERROR',
    context: { rpcMethod: method },
  })
}
