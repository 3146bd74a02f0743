/**
 * The older provider methods `send` and `sendAsync`, with JSON-RPC payloads and callbacks. Loaded when a page first
 * calls one of them.
 * @see https://eips.ethereum.org/EIPS/eip-1193#appendix-i-consumer-facing-api-documentation
 */
import type { JsonRpcPayload, JsonRpcResponse } from '../providers.ts'
import type { RequestArguments } from './eip1193.ts'
import type { RpcError } from './rpc-error.ts'

type Request = (args: RequestArguments) => Promise<unknown>
type Callback = (error: unknown, response: unknown) => void
export type SendParameters = [asked: string | JsonRpcPayload, second?: RequestArguments['params'] | Callback]
export type SendAsyncParameters = [asked: JsonRpcPayload | readonly JsonRpcPayload[], callback: Callback]

/**
 * With a method name as first argument, resolves with the whole response, as MetaMask does, and rejects if the response
 * would have an error.
 * @see https://docs.metamask.io/wallet/reference/provider-api/#legacy-methods
 */
export async function send(request: Request, ...[asked, second]: SendParameters): Promise<unknown> {
  if (typeof second === 'function') return sendAsync(request, asked as JsonRpcPayload, second as Callback)
  if (typeof asked !== 'string') return respond(request, asked)
  const payload = second === undefined ? { method: asked } : { method: asked, params: second }
  return respond(request, payload, (error) => {
    throw error
  })
}

export async function sendAsync(request: Request, ...[asked, callback]: SendAsyncParameters): Promise<void> {
  if (Array.isArray(asked)) {
    const payloads = asked as readonly JsonRpcPayload[]
    return callback(null, await Promise.all(payloads.map((payload) => respond(request, payload))))
  }
  let thrown: unknown = null
  const response = await respond(request, asked as JsonRpcPayload, (error) => (thrown = error))
  callback(thrown, response)
}

async function respond(
  request: Request,
  payload: JsonRpcPayload,
  onError?: (error: unknown) => void,
): Promise<JsonRpcResponse> {
  const base = { id: (payload as Partial<JsonRpcPayload> | null)?.id, jsonrpc: '2.0' } as const
  try {
    return { ...base, result: await request(payload as RequestArguments) }
  } catch (error) {
    onError?.(error)
    const { code, message, data } = error as RpcError
    // The response has a plain object as error, since pages write responses as JSON.
    return { ...base, error: data === undefined ? { code, message } : { code, message, data } }
  }
}
