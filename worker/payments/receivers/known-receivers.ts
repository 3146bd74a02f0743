/**
 * Lists addresses that a person has paid, and addresses that may imitate them. Reads them from payments that Billfold has
 * sent and from the stored history, never from incoming transfers.
 */
import * as v from 'valibot'
import { type CaipAddress, parseCaipAddress, toCaipKey } from '../../../src/core/chains/caip.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { Network } from '../../../src/core/chains/networks.ts'
import { orAbsent, parseOrNone, recordOf } from '../../../src/core/contract/schemas.ts'
import { ownerOf, type Store, type WorkerContext } from '../../base/context.ts'
import { isOpenEnd } from '../../activity/gaps.ts'
import type { ActivityItem } from '../../activity/item.ts'
import { readItems, readLedgerHead } from '../../activity/ledger.ts'
import { readAllUnverified } from '../../activity/unverified.ts'
import { withTimeout } from '../../../src/core/base/wait.ts'
import { isCancel } from '../../../src/core/payments/replacement.ts'
import { getSentRecords } from '../sent/sent-records.ts'
import { type HistoryPayment, learnPaidReceivers, type NodeContext } from './paid-receivers.ts'

export interface KnownReceivers {
  /** The paid receivers, by `toAddressKey` of their address. */
  paid: ReadonlyMap<string, PaidReceiver>
  /**
   * Addresses that were paid according to the history only. They are not trusted: the payment may have been made in a
   * worthless token with the native token's name. An address that imitates one of them is still reported.
   */
  claimed: readonly string[]
  /**
   * Addresses from transfers that came unasked or are nearly worthless, by `toAddressKey`. The person has paid none of
   * them.
   */
  baits: ReadonlySet<string>
  /** Whether the list may be incomplete: the history is loading, or failed to load. */
  isPartial: boolean
}

export interface PaidReceiver {
  address: string
  name?: string
  /** Time of the last payment: milliseconds since 1970. */
  sentAt?: number
}

/**
 * A history older than this may lack recent receivers. While a person enters a payment, the history is fetched every 30 s.
 * Milliseconds.
 */
const RECENT = 120_000
/** How long to wait for the list of supported networks. Milliseconds. */
const PATIENCE = 2_000

/** Payments below this value do not make an address known, since an attacker can send them cheaply. US dollars. */
const DUST = 1

/**
 * Known receivers on all networks of the namespace, since an address belongs to the same person on each of them.
 * @throws store_unavailable
 */
export async function readKnownReceivers(
  context: NodeContext & Pick<WorkerContext, 'durable' | 'tabs'>,
  account: CaipAddress,
): Promise<KnownReceivers> {
  const { config, store } = context
  const { namespace, address } = parseCaipAddress(account)
  const networks = config.networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  const histories = await Promise.all(networks.map((network) => readHistory(context, network, address)))
  const names = await readNames(store, account)
  const sent = await readSent(context, account).catch((error: unknown) => {
    // Without a disk, no payment was ever stored, so none is missing.
    if (store.kind === 'memory') return []
    throw error
  })
  const paid = new Map<string, PaidReceiver>()
  for (const one of [...histories.flatMap(({ paid }) => paid), ...sent]) {
    const key = toAddressKey(one.address)
    const name = names[key]
    const sentAt = Math.max(one.sentAt ?? 0, paid.get(key)?.sentAt ?? 0)
    paid.set(key, {
      address: one.address,
      ...(name === undefined ? {} : { name }),
      ...(sentAt > 0 ? { sentAt } : {}),
    })
  }
  const baits = histories.flatMap(({ baits }) => baits).filter((key) => !paid.has(key))
  const claimed = histories.flatMap(({ claimed }) => claimed)
  const isPartial = histories.some((one) => one.isPartial) || !(await isRead(context, account))
  return { paid, claimed, baits: new Set(baits), isPartial }
}

/**
 * Whether the stored history is recent and has no gap. Also true on a network that the API does not serve, since no
 * history exists there.
 */
async function isRead(context: NodeContext, account: CaipAddress): Promise<boolean> {
  const { clock, store, isSupported, signal } = context
  const { namespace, caipNetworkId } = parseCaipAddress(account)
  if (namespace !== 'eip155') return true
  const head = await readLedgerHead(store, `activity/${account}`)
  const isWhole = head?.gaps.every(isOpenEnd)
  if (head && isWhole && Math.abs(clock.now() - head.fetchedAt) < RECENT) return true
  const late = () => new BillfoldError('networks_unknown', 'The supported networks are not known yet.')
  const supported = withTimeout(clock, PATIENCE, isSupported(caipNetworkId, signal), late)
  return !(await supported.catch(() => true))
}

/** An address in the form for comparison: hex is case-insensitive, base58 is case-sensitive. */
export function toAddressKey(address: string): string {
  return address.startsWith('0x') ? address.toLowerCase() : address
}

interface ReadHistory {
  /** Version of the stored history. It changes with each change of rows. */
  version: number | undefined
  /** Newest first. */
  payments: readonly HistoryPayment[]
  baits: ReadonlySet<string>
}

/** Payments by history key. Cached, so that a long history is read only once for each version. */
const read = new WeakMap<Store, Map<string, ReadHistory>>()

async function readHistory(context: NodeContext, network: Network, address: string): Promise<KnownOf> {
  const { store } = context
  const account: CaipAddress = `${network.caipNetworkId}:${address}`
  const key = `activity/${account}`
  const known = read.get(store) ?? new Map<string, ReadHistory>()
  read.set(store, known)
  const version = (await readLedgerHead(store, key))?.version
  let found = known.get(key)
  if (!found || found.version !== version || version === undefined) {
    found = { version, ...(await readRows(store, key, network, address)) }
    known.set(key, found)
  }
  const unverified = await readAllUnverified(store, account)
  const others = unverified.flatMap(({ from, to }) => [from, to])
  const baits = others.filter((one) => one !== undefined).map(toAddressKey)
  const learned = await learnPaidReceivers(context, account, found.payments)
  return {
    paid: learned.paid,
    claimed: learned.claimed,
    baits: [...found.baits, ...baits],
    isPartial: learned.isPartial,
  }
}

interface KnownOf {
  paid: readonly PaidReceiver[]
  claimed: readonly string[]
  baits: readonly string[]
  isPartial: boolean
}

async function readRows(
  store: Store,
  key: string,
  { nativeCurrency }: Network,
  address: string,
): Promise<Omit<ReadHistory, 'version'>> {
  const payments: HistoryPayment[] = []
  const baits = new Set<string>()
  for await (const items of readItems(store, key)) {
    for (const item of items) {
      if (isPayment(item, address)) {
        const { to, minedAt = 0, hash = '' } = item
        const isPriced = item.amounts.every(({ value }) => value !== undefined)
        const isNative = item.amounts.every(({ name }) => name === nativeCurrency.symbol)
        if (!/^0x[0-9a-f]{64}$/i.test(hash)) continue
        payments.push({
          hash: hash.toLowerCase(),
          sentAt: minedAt,
          ...((isNative || !isPriced) && { mustBeNative: true }),
          ...(isNative && isPriced && to && { claimed: to }),
        })
      } else for (const bait of listBaits(item)) baits.add(toAddressKey(bait))
    }
  }
  return { payments, baits }
}

/**
 * Whether the account signed the transaction and sent something of value. Anybody can make transfers of zero, or of a
 * worthless token, in the account's name.
 */
function isPayment({ kind, status, from, amounts }: ActivityItem, address: string): boolean {
  return (
    kind === 'sent' &&
    status === 'confirmed' &&
    toAddressKey(from ?? '') === toAddressKey(address) &&
    amounts.some(
      ({ direction, numeric, value = DUST }) => direction === 'out' && /[1-9]/.test(numeric) && value >= DUST,
    )
  )
}

/** Addresses that a transfer of zero or of dust may have planted (address poisoning). */
function listBaits({ from, to, amounts }: ActivityItem): string[] {
  const isNothing = amounts.length > 0 && amounts.every(({ numeric }) => !/[1-9]/.test(numeric))
  const isDust = amounts.every(({ direction, value }) => direction === 'in' && (value ?? 0) < DUST)
  return [...(isNothing || isDust ? [from] : []), ...(isNothing ? [to] : [])].filter(
    (one) => one !== undefined,
  )
}

/**
 * Receivers of payments made with Billfold, on every network. Only payments that were confirmed as reviewed are
 * included: a payment with another outcome may have paid nobody, or somebody else.
 * @throws store_unavailable
 */
async function readSent(
  context: Pick<WorkerContext, 'durable' | 'tabs'>,
  account: CaipAddress,
): Promise<readonly PaidReceiver[]> {
  const { sent, isRead } = await getSentRecords(context).list()
  if (!isRead)
    throw new BillfoldError(
      'store_unavailable',
      'Payments sent from this browser could not be loaded. Try again.',
    )
  const owner = toCaipKey(ownerOf(account))
  return sent.flatMap(({ account: sender, row, sentAt }): PaidReceiver[] =>
    sender &&
    toCaipKey(ownerOf(sender)) === owner &&
    row?.kind === 'send' &&
    row.status === 'confirmed' &&
    !isCancel(row)
      ? [{ address: row.to, sentAt }]
      : [],
  )
}

/** Resolved names by `toAddressKey` of their address. Shown beside the address after a payment. */
type Names = Readonly<Record<string, string>>

/** Upper limit of stored names; the oldest are dropped. */
const MAX_NAMES = 100

async function readNames(store: Store, account: CaipAddress): Promise<Names> {
  return toNames((await store.get(toKey(account)).catch(() => undefined))?.value)
}

/**
 * Stores a name for the address that it resolves to, and removes the name from any other address.
 * @param address undefined if the name has no address
 */
export async function keepName(
  store: Store,
  account: CaipAddress,
  { name, address }: { name: string; address: string | undefined },
): Promise<void> {
  const key = toKey(account)
  const own = address === undefined ? undefined : toAddressKey(address)
  await store.update(key, (stored) => {
    const names = Object.entries(toNames(stored?.value))
    const others = names.filter(([other, its]) => its !== name && other !== own)
    const kept: [string, string][] =
      own === undefined ? others : [...others.slice(1 - MAX_NAMES), [own, name]]
    if (own === undefined && others.length === names.length) return undefined
    const value = Object.fromEntries(kept)
    return { put: [{ key, owner: ownerOf(account), value, bytes: JSON.stringify(value).length }] }
  })
}

function toKey(account: CaipAddress): string {
  return `receivers/${ownerOf(account)}`
}

function toNames(value: unknown): Names {
  const names = Object.entries(parseOrNone(recordOf(orAbsent(v.string())), value) ?? {})
  return Object.fromEntries(names.filter((entry): entry is [string, string] => entry[1] !== undefined))
}
