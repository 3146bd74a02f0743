/** Makes rows for the views from stored items, page by page, in the current language and time zone. */
import type { ActivityAmount, ActivityMove, ActivityRow } from '../../src/core/assets/activity.ts'
import { shortAddress } from '../../src/core/chains/address.ts'
import { formatDecimal, formatFiat } from '../../src/core/text/amount.ts'
import { toChecksumAddress } from '../../src/core/chains/checksum-address.ts'
import { plainText } from '../../src/core/text/text.ts'
import { safeUrl } from '../../src/core/text/url.ts'
import { type CaipAddress, parseCaipAddress } from '../../src/core/chains/caip.ts'
import type { WorkerContext } from '../base/context.ts'
import { memoize } from '../base/recent.ts'
import type { Calendar } from './calendar.ts'
import type { ActivityItem, ItemAmount } from './item.ts'
import { isFuture } from './order.ts'

export interface RowFormat {
  /** BCP 47 language tag. */
  locale: string
  calendar: Calendar
  /** Milliseconds since 1970. */
  now: number
  /** Symbol of the native token; undefined for an unknown network. */
  nativeSymbol: string | undefined
  /** The account's address in lower case. */
  address: string
}

export function createFormat(
  { config, clock }: Pick<WorkerContext, 'config' | 'clock'>,
  calendar: Calendar,
  account: CaipAddress,
): RowFormat {
  const { caipNetworkId, address } = parseCaipAddress(account)
  const network = config.networks.find((one) => one.caipNetworkId === caipNetworkId)
  return {
    locale: config.locale,
    calendar,
    now: clock.now(),
    nativeSymbol: network?.nativeCurrency.symbol,
    address: address.toLowerCase(),
  }
}

/** Upper limit of a row as JSON, in bytes: 100 such rows and the fields around them fit into one message. */
export const ROW_LIMIT = 980

/**
 * The rows of one page of the list. Adds the checksum of addresses (EIP-55) only here, since hashing all addresses of a
 * history is slow. Measures the page as a whole, since nearly every page is far below the limit. Shortens the rows only of
 * a page above the limit.
 */
export function toRows(page: readonly ActivityItem[], format: RowFormat): ActivityRow[] {
  const items = page.map((item) => ({ ...item, from: checksum(item.from), to: checksum(item.to) }))
  const rows = items.map((item) => toRow(item, format))
  if (getSize(rows) <= items.length * ROW_LIMIT) return rows
  return items.map((item) => toSmallRow(item, format))
}

/**
 * Shortens a row that is too large: drops pictures and exact amounts. If that does not suffice, cuts fields that are
 * long only in an attack.
 */
function toSmallRow(item: ActivityItem, format: RowFormat): ActivityRow {
  const row = toRow(item, format)
  if (getSize(row) <= ROW_LIMIT || getSize(thin(row)) <= ROW_LIMIT) return row
  // Cut names to 8 characters, and drop hashes and addresses that are not ASCII. The loss is acceptable, since no
  // genuine row is this large.
  const short = thin(toRow(item, format, 8))
  delete short.moves
  for (const key of ['hash', 'from', 'contract', 'sentTo'] as const)
    if (!isPlain(short[key])) delete short[key]
  if (getSize(short) > ROW_LIMIT) delete short.sentTo
  return short
}

function thin(row: Draft): Draft {
  delete row.iconUrl
  row.nft = false
  for (const amount of row.amounts) delete amount.full
  for (const move of row.moves ?? []) delete move.icon
  return row
}

/** Cached, since the account's own address is in every row. */
const getChecksum = memoize(1_000, toChecksumAddress)

/** Anything but an EVM address is returned unchanged. */
function checksum(address: string | undefined): string | undefined {
  return address !== undefined && /^0x[0-9a-f]{40}$/i.test(address) ? getChecksum(address) : address
}

type Draft = ActivityRow & { amounts: ActivityAmount[]; moves?: ActivityMove[] }

/** @param maxLength upper limit of a name, in characters; default: 24 for a token */
export function toRow(item: ActivityItem, format: RowFormat, maxLength?: number): Draft {
  const { minedAt } = item
  const all = item.amounts.map((amount) => formatOne(amount, format.locale, maxLength))
  const amounts = all.filter(({ text }) => text !== '')
  const row: Draft = {
    id: item.id,
    kind: item.kind,
    status: item.status,
    future: isFuture(minedAt, format.now),
    amounts,
    nft: false,
  }
  if (minedAt !== undefined) {
    row.minedAt = minedAt
    row.date = format.calendar.dayText(minedAt, format.now)
  }
  const party = getParty(item, maxLength)
  if (party) row.party = party
  const iconUrl = item.icon === undefined ? undefined : safeUrl(item.icon)
  if (iconUrl !== undefined) {
    row.iconUrl = iconUrl
    row.nft = item.nft
  }
  if (item.hash !== undefined) row.hash = item.hash
  if (item.from !== undefined) row.from = item.from
  if (item.to !== undefined && isCalled(item, format)) row.contract = item.to
  if (item.to !== undefined) row.sentTo = item.to
  const moves = [...item.amounts, ...(item.others ?? [])].map((amount) => toMove(amount, row.iconUrl))
  if (moves.length > 0) row.moves = moves
  return row
}

/** Drops the icon of a flagged NFT: to load it would tell its sender that the account was viewed. */
function toMove(
  { direction, name, numeric, nft, icon, flagged }: ItemAmount,
  iconUrl?: string,
): ActivityMove {
  const move: ActivityMove = { direction, name: plainText(name, nft ? undefined : 24), numeric }
  const url = icon === undefined || flagged ? undefined : safeUrl(icon)
  if (url !== undefined) move.icon = url === iconUrl || url
  if (nft) move.nft = true
  if (flagged) move.flagged = true
  return move
}

function formatOne(amount: ItemAmount, locale: string, maxLength: number | undefined): ActivityAmount {
  const { direction, numeric, nft } = amount
  const name = plainText(amount.name, maxLength ?? (nft ? undefined : 24))
  // The amount is unknown, so show only the name.
  if (numeric === '' && !nft) return { direction, text: name }
  const value = amount.value === undefined ? undefined : formatFiat(amount.value, locale)
  if (nft) {
    const isOne = numeric === '1' || numeric === ''
    const text = isOne ? name : `${name} ×${formatDecimal(numeric, locale).replace(/\D000$/, '')}`
    return value === undefined ? { direction, text } : { direction, text, value }
  }
  const sign = direction === 'in' ? '+' : direction === 'out' ? '\u2212' : ''
  const text = sign + formatDecimal(numeric, locale) + (name && `\u00A0${name}`)
  const full = name ? `${numeric} ${name}` : numeric
  return value === undefined ? { direction, text, full } : { direction, text, full, value }
}

/**
 * The other party: the sender for received rows; otherwise the application or contract. None for sent rows: the API's
 * receiver may be the person or the token's contract, and the answer does not tell which. If the receiver were shown, a
 * fake ETH token could show a contract address that resembles a friend's.
 */
function getParty(item: ActivityItem, maxLength: number | undefined): ActivityRow['party'] {
  if (item.kind === 'received') return item.from ? { kind: 'from', name: shortAddress(item.from) } : undefined
  if (item.kind === 'sent') return undefined
  if (item.app) return { kind: 'on', name: plainText(item.app, maxLength) }
  return item.to ? { kind: 'on', name: shortAddress(item.to) } : undefined
}

/**
 * Whether the transaction's receiver is certainly a contract. False if the native token may have been sent, since its
 * receiver may be a person. True if the account received something although the transaction's receiver is another
 * address: then a contract sent it.
 */
function isCalled({ kind, to, amounts }: ActivityItem, { nativeSymbol, address }: RowFormat): boolean {
  if (kind === 'received') return to?.toLowerCase() !== address
  if (kind !== 'sent') return true
  return amounts.length > 0 && amounts.every(({ nft, name }) => nft || name !== nativeSymbol)
}

/** Whether the text is ASCII without characters that JSON escapes. */
function isPlain(text: string | undefined): boolean {
  return text !== undefined && /^[!#-[\]-~]+$/.test(text)
}

function getSize(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length
}

const encoder = new TextEncoder()
