/** Reads the wallet's current network and accounts from session events. */
import * as v from 'valibot'
import { type CaipNetworkId, getNamespace, type Namespace } from '../../core/chains/caip.ts'
import { listOf, parseOrNone } from '../../core/contract/schemas.ts'
import type { WalletConnectEvent, WalletConnectSession } from '../../core/contract/walletconnect.ts'

/** Addresses in use by namespace: in lower case, the active one first. The session may not share them yet. */
export type UsedAddresses = Partial<Record<Namespace, readonly string[]>>

/** Upper limit of addresses that are read from one event. */
const MAX_ADDRESSES = 100

const chain = v.union([v.string(), v.number(), v.pipe(v.bigint(), v.transform(Number))])
const movedTo = v.union([
  chain,
  v.pipe(
    v.object({ chainId: chain }),
    v.transform(({ chainId }) => chainId),
  ),
])

/** The network that `chainChanged` names, in any format. If it names none, the network for which the event was sent. */
export function readChain({ data, caipNetworkId }: WalletConnectEvent): CaipNetworkId {
  const namespace = getNamespace(caipNetworkId)
  const given = parseOrNone(movedTo, data)
  const text = typeof given === 'string' ? given : ''
  const isCaip = text.startsWith(`${namespace}:`)
  if (namespace !== 'eip155') return isCaip ? (text as CaipNetworkId) : caipNetworkId
  const id = Number(isCaip ? text.slice('eip155:'.length) : given)
  return Number.isSafeInteger(id) && id > 0 ? `eip155:${id}` : caipNetworkId
}

const named = v.union([
  v.string(),
  v.pipe(
    v.object({ address: v.string() }),
    v.transform(({ address }) => address),
  ),
])
const names = listOf(named)
const changed = v.union([
  names,
  v.pipe(
    named,
    v.transform((one) => [one]),
  ),
  v.pipe(
    v.object({ addresses: names }),
    v.transform(({ addresses }) => addresses),
  ),
  v.pipe(
    v.object({ accounts: names }),
    v.transform(({ accounts }) => accounts),
  ),
])

/**
 * The addresses that `accountsChanged` or `bip122_addressesChanged` names: as addresses, as CAIP-10 ids, or in objects.
 * The addresses that were in use before come last, in case the session shares none of the named ones.
 */
export function readUsed(used: UsedAddresses, { data, caipNetworkId }: WalletConnectEvent): UsedAddresses {
  const all = (parseOrNone(changed, data) ?? []).slice(0, MAX_ADDRESSES)
  const [first = ''] = all
  const parts = first.split(':')
  const namespace = parts.length === 3 ? (parts[0] as Namespace) : getNamespace(caipNetworkId)
  // A Bitcoin wallet uses several addresses at once: for payments and for ordinals.
  const now = (namespace === 'bip122' ? all : all.slice(0, 1)).map(toAddress)
  const before = (used[namespace] ?? []).filter((address) => !now.includes(address))
  return { ...used, [namespace]: [...now, ...before].slice(0, MAX_ADDRESSES) }
}

/** Sorts the session's accounts: those in use come first. */
export function putUsedFirst(session: WalletConnectSession, used: UsedAddresses): WalletConnectSession {
  const sorted = Object.entries(session.namespaces).map(([namespace, one]) => {
    const order = used[namespace as Namespace] ?? []
    const getRank = (account: string) => order.indexOf(toAddress(account)) + 1 || order.length + 1
    return [namespace, { ...one, accounts: [...one.accounts].sort((a, b) => getRank(a) - getRank(b)) }]
  })
  return { ...session, namespaces: Object.fromEntries(sorted) as WalletConnectSession['namespaces'] }
}

/** The address in a CAIP-10 id, or the given address; in lower case. */
export function toAddress(account: string): string {
  return account.slice(account.lastIndexOf(':') + 1).toLowerCase()
}
