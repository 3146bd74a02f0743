/**
 * Writes a transaction as rows of a CSV file (RFC 4180): one row for each transfer, since each moves one token; one row if
 * nothing moved. Text that a spreadsheet would run as a formula is escaped.
 */
import type { ActivityItem, ItemAmount } from '../item.ts'
import { formatFull } from '../../../src/core/text/amount.ts'
import { plainText } from '../../../src/core/text/text.ts'

export interface CsvFormat {
  caipNetworkId: string
  /** The network's native token, in which fees are paid; undefined for an unknown network. */
  native: { symbol: string; decimals: number } | undefined
  /** The fee of a transaction, in base units of the native token; undefined if the fee is unknown. */
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

/** With this mark at the start, spreadsheets read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

export function writeCsvHeader(): string {
  return `${BYTE_ORDER_MARK}${columns.join(',')}\r\n`
}

/** The rows of one transaction, each ended by CR LF. */
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
  // Write the fee only into the transaction's first row, so that the sum of the column is correct.
  if (fee !== undefined && native)
    Object.assign(rows[0]!, { fee: formatFull(fee, native.decimals), fee_asset: toText(native.symbol) })
  return rows.map((row) => `${columns.map((column) => quote(row[column] ?? '')).join(',')}\r\n`).join('')
}

/** The columns of one transfer. Amounts are never negative: the direction says whether the account sent or received. */
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
 * Escapes text that may come from a stranger: puts an apostrophe before a character that begins a formula, at the start
 * of the text and after separators. Separators matter, since a spreadsheet may separate cells by another character than
 * the comma.
 * @see https://owasp.org/www-community/attacks/CSV_Injection
 */
function toText(text = ''): string {
  return text.replace(/(?<=^|[,;|"\t\r\n])(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n])/g, "'")
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
