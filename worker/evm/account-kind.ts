/** What a connected account is, asked of the network's node once somebody has to know. */
import type { AccountKind } from '../../src/core/assets/account-kind.ts'
import { type CaipAddress, parseCaipAddress } from '../../src/core/chains/caip.ts'
import type { CommandContext } from '../base/context.ts'
import { Recent } from '../base/recent.ts'
import { openRpc } from '../http/rpc.ts'
import { fetchAccountKind } from './evm-receiver.ts'

/** More accounts than a person uses while the worker lives. */
const MOST_KNOWN = 100
/** How long an account counts as one without a contract: it may get one. Milliseconds. */
const PLAIN_LIFE = 30_000

const all = new WeakMap<CommandContext['http'], Recent<{ kind: AccountKind; at: number }>>()

/**
 * Undefined on other namespaces, and on a network without a node.
 * @throws what the node's call meets: that is neither yes nor no
 */
export async function readAccountKind(
  account: CaipAddress,
  context: CommandContext,
): Promise<AccountKind | undefined> {
  const { namespace, caipNetworkId, address } = parseCaipAddress(account)
  if (namespace !== 'eip155') return undefined
  const { clock, http } = context
  const known = all.get(http) ?? new Recent(MOST_KNOWN)
  all.set(http, known)
  const last = known.get(account)
  if (last?.kind === 'contract') return last.kind
  if (last && clock.now() - last.at < PLAIN_LIFE && clock.now() >= last.at) return last.kind
  const rpc = openRpc(context, caipNetworkId, context.signal)
  if (!rpc) return undefined
  const kind = await fetchAccountKind(rpc, address)
  known.set(account, { kind, at: clock.now() })
  return kind
}
