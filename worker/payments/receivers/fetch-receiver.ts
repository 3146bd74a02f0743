import * as v from 'valibot'
import { parseOrNone } from '../../../src/core/contract/schemas.ts'
import { quantity, type Rpc } from '../../http/rpc.ts'
import { readTransaction } from '../../activity/transaction/read-transaction.ts'
import { decodeTokenCall, MAX_INPUT } from '../../activity/transaction/token-call.ts'

const moved = v.object({ value: quantity })

/**
 * The address, in lower case, that a transaction of this account paid in tokens or in the native token. Empty if the
 * transaction paid nobody. Null if the node does not know the transaction. Undefined if the node's answer does not show
 * the receiver.
 * @param mustBeNative whether only a payment in the native token is accepted
 * @throws the node's error
 */
export async function fetchReceiver(
  rpc: Rpc,
  { hash, mustBeNative }: { hash: string; mustBeNative?: boolean },
  address: string,
): Promise<string | null | undefined> {
  const found = await rpc('eth_getTransactionByHash', [hash])
  if (found === null) return null
  const transaction = readTransaction(found, hash, address)
  if (!transaction) return undefined
  const { input, from, to = '' } = transaction
  if (mustBeNative || input === '0x') {
    const { value } = parseOrNone(moved, found) ?? {}
    return value === undefined ? undefined : value > 0n ? to : ''
  }
  if (input.length > MAX_INPUT) return undefined
  const call = decodeTokenCall(input, from)
  return call?.kind === 'transfer' && call.from === from ? call.to : ''
}
