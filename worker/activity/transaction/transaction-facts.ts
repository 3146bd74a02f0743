/**
 * Facts of a transaction that the history API does not return: receivers of tokens, allowances, the fee. Reads them from
 * the network's node, and stores the facts of mined transactions.
 */
import type { TransactionFacts } from '../../../src/core/assets/activity.ts'
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import type { TransactionInput } from '../../../src/core/contract/protocol.ts'
import type { CommandContext } from '../../base/context.ts'
import { openRpc } from '../../http/rpc.ts'
import { readAccountParams } from '../../base/account-topic.ts'
import { createKeptFacts } from './kept-facts.ts'
import type * as Node from './fetch-facts.ts'

/** A block of this age is final: no reorganisation replaces it. Milliseconds. */
const FINAL = 900_000
/** How far a block's time may be ahead of this device's clock. Milliseconds. */
const AHEAD = 600_000

/** Never throws because of the node: facts that it does not return are absent. @throws bad_account, aborted */
export async function fetchTransactionFacts(
  input: TransactionInput,
  context: Pick<CommandContext, 'config' | 'clock' | 'http' | 'load' | 'store' | 'signal'>,
): Promise<TransactionFacts> {
  const { clock, signal } = context
  const { account } = readAccountParams(input)
  const { hash, from } = input
  const { namespace, caipNetworkId } = parseCaipAddress(account)
  if (namespace !== 'eip155' || !/^0x[0-9a-f]{64}$/i.test(hash)) return { isWhole: false }
  const kept = createKeptFacts(context.store, account)
  const known = await kept.get(hash)
  if (known?.minedAt !== undefined && clock.now() - known.minedAt > FINAL) return known
  const rpc = openRpc(context, caipNetworkId, signal)
  if (!rpc) return known ?? { isWhole: false }
  const code = await context.load<typeof Node>('evm').catch(() => undefined)
  const facts = await code?.fetchFacts(rpc, { hash, from, latest: clock.now() + AHEAD }, signal)
  if (!facts?.isWhole) return known ?? facts ?? { isWhole: false }
  await kept.put(hash, facts)
  return facts
}
