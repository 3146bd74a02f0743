/** Reads the text that adds an account: an address of EVM or Solana, or a name. */
import { BillfoldError } from '../core/base/errors.ts'
import { formatCaipAddress } from '../core/chains/caip.ts'
import type { Network } from '../core/chains/networks.ts'
import { findNamesNetwork } from '../core/names/names-network.ts'
import { readReceiver, type Receiver } from '../core/payments/receiver.ts'
import type { TopicSignals } from '../worker-link/topics.ts'
import { servedNamespaces } from './account.ts'
import type { TypedAccount } from './typed-accounts.ts'

/** The worker needs an account to look up a name. No account exists yet, so the zero address stands in. */
const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000'

/**
 * Resolves to the account of an address or a name.
 * @throws bad_account (context: reason, the code of a `ReceiverFault`, or `nobody` if the name has no address), and the
 * errors of looking up a name: name_invalid, name_unresolved, names_unavailable, name_elsewhere
 */
export async function readTyped(
  typed: string,
  networks: readonly Network[],
  call: TopicSignals['call'],
  signal?: AbortSignal,
): Promise<TypedAccount> {
  const text = String(typed).trim()
  const served = servedNamespaces.filter((namespace) =>
    networks.some(({ chainNamespace }) => chainNamespace === namespace),
  )
  const read = served.map((namespace) => ({ namespace, receiver: readReceiver(text, namespace) }))
  const found = read.find(({ receiver }) => receiver.status === 'address')
  if (found?.receiver.status === 'address') return toTyped(found.namespace, found.receiver.address)
  const named = read.find(({ receiver }) => receiver.status === 'name')
  if (named?.receiver.status === 'name') return resolve(named.receiver.name, networks, call, signal)
  throw createFault(read.map(({ receiver }) => receiver))
}

/**
 * The error for the most specific fault. A wrong checksum comes first: only EVM addresses have a checksum, so the
 * namespace is certain.
 */
function createFault(receivers: readonly Receiver[]): BillfoldError {
  const faults = receivers.flatMap((receiver) => (receiver.status === 'wrong' ? [receiver.fault] : []))
  const rank = ['checksum', 'incomplete', 'too_long', 'family']
  const [fault] = faults.sort((a, b) => ((rank.indexOf(a.code) + 9) % 9) - ((rank.indexOf(b.code) + 9) % 9))
  return createTypedError(fault?.code ?? 'empty', fault?.code === 'family' ? fault.family : undefined)
}

async function resolve(
  name: string,
  networks: readonly Network[],
  call: TopicSignals['call'],
  signal: AbortSignal | undefined,
): Promise<TypedAccount> {
  const [first] = networks.filter(({ chainNamespace }) => chainNamespace === 'eip155')
  const network = findNamesNetwork(networks, first?.caipNetworkId) ?? first
  if (!network) throw createTypedError('name')
  const account = formatCaipAddress(network.caipNetworkId, ZERO_ADDRESS)
  const found = await call('findReceiver', { account, name }, signal ? { signal } : {})
  if (!found) throw createTypedError('nobody')
  return { ...toTyped('eip155', found.address), name: found.name }
}

function toTyped(namespace: TypedAccount['namespace'], address: string): TypedAccount {
  return { namespace, address: namespace === 'eip155' ? address.toLowerCase() : address }
}

function createTypedError(reason: string, family?: string): BillfoldError {
  return new BillfoldError('bad_account', 'This is not a valid address or name on these networks.', {
    context: { reason, ...(family !== undefined && { family }) },
  })
}
