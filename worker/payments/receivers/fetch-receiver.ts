import type { Rpc } from '../../http/rpc.ts'
import { readTransaction } from '../../activity/transaction/read-transaction.ts'
import { decodeTokenCall, MOST_INPUT } from '../../activity/transaction/token-call.ts'

/**
 * Who received tokens by a transaction of this account. Address in lower case; empty if the call was no transfer, undefined
 * if the node does not say.
 * @throws what the node's call meets
 */
export async function fetchReceiver(rpc: Rpc, hash: string, address: string): Promise<string | undefined> {
  const said = await rpc('eth_getTransactionByHash', [hash])
  const transaction = readTransaction(said, hash, address)
  if (!transaction) return undefined
  const { input, from, to } = transaction
  if (input === '0x') return to ?? ''
  if (input.length > MOST_INPUT) return undefined
  const call = decodeTokenCall(input, from)
  return call?.kind === 'transfer' && call.from === from ? call.to : ''
}
