/** JSON-RPC requests to the networks' nodes, whose URLs the page gives. */
import * as v from 'valibot'
import type { CaipNetworkId } from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import { parseOrNone } from '../../src/core/contract/schemas.ts'
import type { WorkerContext } from '../base/context.ts'

/**
 * Sends a JSON-RPC request to a network's node. If a node is unavailable, the next one is asked. So use it only for
 * requests that may be repeated, such as reads and signed transactions.
 */
export type Rpc = (method: string, params: readonly unknown[]) => Promise<unknown>

/**
 * Number of skipped nodes, by a network's list of URLs. This number modulo the number of nodes is the index of the node
 * to ask next.
 */
const passed = new WeakMap<readonly string[], number>()

/** Undefined if the page names no node for the network. */
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
        // Not an HTTP error: the next node would reject the request, too.
        if (!code?.startsWith('http_')) throw error
        // Never lower the number: a concurrent request may have skipped more nodes.
        passed.set(urls, Math.max(at + 1, passed.get(urls) ?? 0))
        if (at + 1 === begin + urls.length) throw error
      }
    }
  }
}

/** @throws the node's error, or bad_envelope for an invalid number */
export async function fetchQuantity(rpc: Rpc, method: string, params: readonly unknown[]): Promise<bigint> {
  return readAnswer(quantity, await rpc(method, params), method)
}

/** A number of at most 256 bits, as nodes encode it: hexadecimal. */
export const quantity = v.pipe(
  v.string(),
  v.regex(/^0x[0-9a-f]{1,64}$/i),
  v.transform((hex) => BigInt(hex)),
)

/** A quantity that fits a safe integer: a count of blocks or transactions. */
export const countQuantity = v.pipe(quantity, v.transform(Number), v.safeInteger())

/** @throws bad_envelope for an answer that does not match the shape */
export function readAnswer<const Shape extends v.GenericSchema>(
  shape: Shape,
  answer: unknown,
  method: string,
): v.InferOutput<Shape> {
  const read = parseOrNone(v.object({ answer: shape }), { answer })
  if (!read) throw unusable(method)
  return read.answer as v.InferOutput<Shape>
}

export function unusable(method: string): BillfoldError {
  return new BillfoldError('bad_envelope', `The network's node did not answer ${method} as documented.`, {
    category: 'DATA_PARSING_ERROR',
    context: { rpcMethod: method },
  })
}
