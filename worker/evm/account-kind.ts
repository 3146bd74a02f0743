/**
 * Reads the kind of an account from the network's node. Uses no EVM library, so that a page that needs only the kind of
 * an account loads no library.
 */
import * as v from 'valibot'
import type { AccountKind } from '../../src/core/assets/account-kind.ts'
import { type CaipAddress, parseCaipAddress } from '../../src/core/chains/caip.ts'
import type { CommandContext } from '../base/context.ts'
import { Recent } from '../base/recent.ts'
import { openRpc, readAnswer, type Rpc } from '../http/rpc.ts'

/** Upper limit of accounts in the cache: more than a person uses while the worker lives. */
const MAX_KNOWN = 100
/**
 * How long the kind of a plain or delegated account is cached. Short, since the account's code may change.
 * Milliseconds.
 */
const PLAIN_LIFE = 30_000

const all = new WeakMap<CommandContext['http'], Recent<{ kind: AccountKind; at: number }>>()

/**
 * The kind of an account. Undefined for other namespaces, and if the page names no node for the network.
 * @throws the node's error, since the kind is then unknown
 */
export async function readAccountKind(
  account: CaipAddress,
  context: CommandContext,
): Promise<AccountKind | undefined> {
  const { namespace, caipNetworkId, address } = parseCaipAddress(account)
  if (namespace !== 'eip155') return undefined
  const { clock, http } = context
  const known = all.get(http) ?? new Recent(MAX_KNOWN)
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

const code = v.pipe(v.string(), v.regex(/^0x(?:[0-9a-f]{2})*$/i))

/** Fetches the kind of an account, without the cache. @throws the node's error, or bad_envelope for an invalid answer */
export async function fetchAccountKind(rpc: Rpc, address: string): Promise<AccountKind> {
  const found = readAnswer(code, await rpc('eth_getCode', [address, 'latest']), 'eth_getCode')
  if (found === '0x') return 'plain'
  return /^0xef0100[0-9a-f]{40}$/i.test(found) ? 'delegated' : 'contract'
}
