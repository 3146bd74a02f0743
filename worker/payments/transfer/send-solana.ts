/** Sends a transaction that a wallet has signed but not sent. @see https://solana.com/docs/rpc/http/sendtransaction */
import { base64 } from '@scure/base'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { CommandInput } from '../../../src/core/contract/protocol.ts'
import { plainText } from '../../../src/core/text/text.ts'
import type { CommandContext } from '../../base/context.ts'
import { openRpc } from '../../http/rpc.ts'

/** Error codes: the simulation failed; the signature is invalid. The node has not forwarded such a transaction. */
const REFUSED: readonly unknown[] = [-32002, -32003]
/**
 * Reasons of a rejection that leave it possible that the transaction was sent: the node has it already, or is behind
 * other nodes at the same URL.
 */
const MAYBE = /already|blockhash not found/i
const MAX_REASON = 200

export async function sendSolana(
  { caipNetworkId, transaction }: CommandInput<'sendSolana'>,
  context: CommandContext,
): Promise<undefined> {
  const rpc = openRpc(context, caipNetworkId, context.signal)
  if (!rpc) throw new BillfoldError('call_unsupported', `This page has no RPC URL for ${caipNetworkId}.`)
  const options = { encoding: 'base64', preflightCommitment: 'confirmed' }
  try {
    await rpc('sendTransaction', [base64.encode(transaction), options])
  } catch (error) {
    const { rpcCode, description = '' } = (error as Partial<BillfoldError>).context ?? {}
    const reason = plainText(String(description), MAX_REASON)
    const network = context.config.networks.find((one) => one.caipNetworkId === caipNetworkId)
    // With several nodes, one may have forwarded the transaction before the next one refused it.
    const isRefused = REFUSED.includes(rpcCode) && network?.rpcUrls.length === 1 && !MAYBE.test(reason)
    if (!isRefused) throw error
    throw new BillfoldError('transaction_bad', `The network's node rejected this transaction: ${reason}`, {
      context: { said: reason },
      cause: error,
    })
  }
  return undefined
}
