/** Rows as the views show them, made from items when a page is asked for: in today's language, zone and clock. */
import type { ActivityAmount, ActivityRow } from '../../src/core/activity.ts'
import { shortAddress } from '../../src/core/address.ts'
import { formatDecimal, formatFiat } from '../../src/core/amount.ts'
import { plainText } from '../../src/core/text.ts'
import { safeUrl } from '../../src/core/url.ts'
import type { Calendar } from './calendar.ts'
import type { ActivityItem, ItemAmount } from './item.ts'
import { isFuture } from './order.ts'

export interface RowFormat {
  /** BCP 47. */
  locale: string
  calendar: Calendar
  /** Milliseconds since 1970. */
  now: number
}

/** Bytes of a row's JSON form: a hundred of them, with what stands around them, fit into one message. */
export const ROW_LIMIT = 980

export function toRow(item: ActivityItem, format: RowFormat): ActivityRow {
  const row = buildRow(item, format, 64, 24)
  if (isSmall(row)) return row
  // What a view can do without, first; names that long are no names.
  delete row.iconUrl
  for (const amount of row.amounts) delete amount.full
  if (getSize(row) <= ROW_LIMIT) return row
  const { iconUrl: _, ...short } = buildRow(item, format, 8, 8)
  return { ...short, amounts: short.amounts.map(({ full: __, ...amount }) => amount) }
}

type Draft = ActivityRow & { amounts: ActivityAmount[] }

function buildRow(item: ActivityItem, format: RowFormat, nameGlyphs: number, symbolGlyphs: number): Draft {
  const { minedAt } = item
  const row: Draft = {
    id: item.id,
    kind: item.kind,
    status: item.status,
    future: isFuture(minedAt, format.now),
    amounts: item.amounts.map((amount) => formatOne(amount, format.locale, nameGlyphs, symbolGlyphs)),
    nft: false,
  }
  if (minedAt !== undefined) {
    row.minedAt = minedAt
    row.date = format.calendar.dayText(minedAt, format.now)
  }
  const party = getParty(item, nameGlyphs)
  if (party) row.party = party
  const iconUrl = item.icon === undefined ? undefined : getUrl(item.icon)
  if (iconUrl !== undefined) {
    row.iconUrl = iconUrl
    row.nft = item.nft
  }
  if (item.hash !== undefined) row.hash = item.hash
  if (item.from !== undefined) row.from = item.from
  if (item.to !== undefined) row.to = item.to
  return row
}

function formatOne(
  amount: ItemAmount,
  locale: string,
  nameGlyphs: number,
  symbolGlyphs: number,
): ActivityAmount {
  const { direction, numeric, value } = amount
  if (amount.nft) {
    const name = getName(amount.name, nameGlyphs)
    const text = numeric === '1' ? name : `${name} ×${formatDecimal(numeric, locale).replace(/\D000$/, '')}`
    return value === undefined ? { direction, text } : { direction, text, value: formatFiat(value, locale) }
  }
  const symbol = getName(amount.name, symbolGlyphs)
  const sign = direction === 'in' ? '+' : direction === 'out' ? '\u2212' : ''
  const text = sign + formatDecimal(numeric, locale)
  const row: ActivityAmount = symbol
    ? { direction, text: `${text}\u00A0${symbol}`, full: `${numeric} ${symbol}` }
    : { direction, text, full: numeric }
  if (value !== undefined) row.value = formatFiat(value, locale)
  return row
}

/** What was sent or received is between two people; everything else happens on an application or contract. */
function getParty(item: ActivityItem, nameGlyphs: number): ActivityRow['party'] {
  if (item.kind === 'received') return item.from ? { kind: 'from', name: shortAddress(item.from) } : undefined
  if (item.kind === 'sent') return item.to ? { kind: 'to', name: shortAddress(item.to) } : undefined
  if (item.app) return { kind: 'on', name: getName(item.app, nameGlyphs) }
  return item.to ? { kind: 'on', name: shortAddress(item.to) } : undefined
}

/** A list repeats few symbols, applications and pictures; cleaning them costs more than finding them again. */
const names = new Map<string, string>()
const urls = new Map<string, string | undefined>()
const REMEMBERED = 500

function getName(name: string, glyphs: number): string {
  if (glyphs !== 64 && glyphs !== 24) return plainText(name, glyphs)
  const key = glyphs === 64 ? `*${name}` : name
  let text = names.get(key)
  if (text === undefined) {
    if (names.size >= REMEMBERED) names.clear()
    names.set(key, (text = plainText(name, glyphs)))
  }
  return text
}

function getUrl(url: string): string | undefined {
  let safe = urls.get(url)
  if (safe === undefined && !urls.has(url)) {
    if (urls.size >= REMEMBERED) urls.clear()
    urls.set(url, (safe = safeUrl(url)))
  }
  return safe
}

/** Nearly every row: too short to be too large, even if each character of a name took three bytes. */
function isSmall(row: Draft): boolean {
  const { id, hash = '', from = '', to = '', iconUrl = '', party } = row
  let names = party ? party.name.length : 0
  for (const { text, full = '', value = '' } of row.amounts) names += text.length + full.length + value.length
  // Ids, hashes, addresses and links are ASCII; where quotes among them are escaped, the margin holds them.
  const bytes = FRAME + id.length + hash.length + from.length + to.length + iconUrl.length + names * 3
  return bytes <= ROW_LIMIT - 100 || getSize(row) <= ROW_LIMIT
}

/** Names of the fields, quotes, kind, status, time. */
const FRAME = 360

function getSize(row: ActivityRow): number {
  return encoder.encode(JSON.stringify(row)).length
}

const encoder = new TextEncoder()
