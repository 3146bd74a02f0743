/**
 * Transactions as rows of a CSV file (RFC 4180): one for each transfer, since each is of one token; one for what moved
 * nothing. What a spreadsheet would take for a formula is made a text.
 */
import type { ActivityItem, ItemAmount } from '../item.ts'
import { formatFull } from '../../../src/core/text/amount.ts'
import { plainText } from '../../../src/core/text/text.ts'

export interface CsvFormat {
  /** CAIP-2. */
  caipNetworkId: string
  /** The network's own coin, in which fees are paid; undefined when the network is not known. */
  native: { symbol: string; decimals: number } | undefined
  /** In base units; undefined where it is not known. */
  getFee(hash: string): bigint | undefined
}

const columns = [
  'time',
  'network',
  'hash',
  'status',
  'kind',
  'direction',
  'amount',
  'asset',
  'asset_type',
  'value_usd',
  'application',
  'from',
  'to',
  'fee',
  'fee_asset',
] as const

type Column = (typeof columns)[number]

/** Spreadsheets read a file as UTF-8 by this mark. */
const BYTE_ORDER_MARK = '\uFEFF'

export function writeCsvHeader(): string {
  return `${BYTE_ORDER_MARK}${columns.join(',')}\r\n`
}

/** Each row ends with CR LF. */
export function writeCsvRows(item: ActivityItem, { caipNetworkId, native, getFee }: CsvFormat): string {
  const { hash, minedAt, amounts, others = [], app } = item
  const fee = hash === undefined ? undefined : getFee(hash)
  const whole: Partial<Record<Column, string>> = {
    time: minedAt === undefined ? '' : new Date(minedAt).toISOString(),
    network: caipNetworkId,
    hash: toText(hash),
    status: item.status,
    kind: item.kind,
    application: toText(app && plainText(app)),
    from: toText(item.from),
    to: toText(item.to),
  }
  const moves = [...amounts, ...others]
  const rows = moves.length === 0 ? [whole] : moves.map((move) => ({ ...whole, ...toMove(move) }))
  // Once for a transaction: a sum of the column is what was paid.
  if (fee !== undefined && native)
    Object.assign(rows[0]!, { fee: formatFull(fee, native.decimals), fee_asset: toText(native.symbol) })
  return rows.map((row) => `${columns.map((column) => quote(row[column] ?? '')).join(',')}\r\n`).join('')
}

/** Amounts are digits and at most one point, never negative: what left is told by its direction. */
function toMove({ direction, numeric, name, nft, value }: ItemAmount): Partial<Record<Column, string>> {
  return {
    direction,
    amount: numeric,
    asset: toText(plainText(name, nft ? undefined : 24)),
    asset_type: nft ? 'nft' : 'token',
    value_usd: value === undefined ? '' : String(value),
  }
}

/**
 * A stranger's text. What begins as a formula gets an apostrophe before it, also behind a separator: a spreadsheet may
 * take another one than the comma, and split the cell there.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
function toText(text = ''): string {
  return text.replace(/(?<=^|[,;|"\t\r\n])(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n])/g, "'")
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
