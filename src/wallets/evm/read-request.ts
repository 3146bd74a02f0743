import type { RequestArguments } from './eip1193.ts'
import { rpcError } from './rpc-error.ts'

/**
 * Validates the shape of a request from any value, and removes unknown fields.
 * @see https://eips.ethereum.org/EIPS/eip-1193#request
 * @throws -32600
 */
export function readRequest(args: RequestArguments | undefined): RequestArguments {
  const { method, params } = args ?? ({} as Partial<RequestArguments>)
  const isWhole = params === undefined || (typeof params === 'object' && params !== null)
  if (typeof method === 'string' && method && isWhole)
    return params === undefined ? { method } : { method, params }
  throw rpcError(
    -32600,
    'A request is { method, params? }, with `method` a string and `params` an array or an object.',
  )
}
