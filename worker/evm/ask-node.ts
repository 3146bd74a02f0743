/** Sends a page's request to a network's node. A remote wallet would only pass such a request on to a node. */
import { BillfoldError } from '../../src/core/base/errors.ts'
import { isNodeRead } from '../../src/core/chains/node-methods.ts'
import type { NodeQuestion } from '../../src/core/contract/protocol.ts'
import type { CommandContext } from '../base/context.ts'
import { openRpc } from '../http/rpc.ts'

/**
 * Refuses methods that sign or send.
 * @throws call_unsupported, and errors of the call: bad_envelope with the node's own rpcCode, description and rpcData
 */
export async function askNode(
  { caipNetworkId, method, params }: NodeQuestion,
  context: Pick<CommandContext, 'config' | 'http' | 'signal'>,
): Promise<unknown> {
  const rpc = openRpc(context, caipNetworkId, context.signal)
  if (!rpc) throw new BillfoldError('call_unsupported', `This page has no RPC URL for ${caipNetworkId}.`)
  if (!isNodeRead(method))
    throw new BillfoldError('call_unsupported', `${method} is not a method for a node.`)
  return rpc(method, params)
}
