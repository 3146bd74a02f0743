/**
 * The figures and first tokens that the portfolio showed last for each account. localStorage answers at once, so the
 * figures are painted before the worker starts. Then the worker's stored data replaces them.
 */
import * as v from 'valibot'
import { readStored, SHOWN } from '../base/storage.ts'
import type { PortfolioHead, TokenRow } from '../core/assets/portfolio.ts'
import type { CaipAddress } from '../core/chains/caip.ts'
import {
  count,
  decimals,
  finite,
  parseOrNone,
  text,
  type Untrusted,
  units,
} from '../core/contract/schemas.ts'

export interface LastShown {
  head: PortfolioHead
  /** Time of the network's answer: milliseconds since 1970. */
  fetchedAt: number
  /** The first rows of the list. */
  rows: readonly TokenRow[]
}

/** Number of tokens that are drawn at first. */
export const FIRST_ROWS = 10

/** Undefined if nothing valid is stored. */
export function getLastShown(storage: Storage | undefined, account: CaipAddress): LastShown | undefined {
  const shown = parseOrNone(lastShown, readAll(storage)[account])
  if (!shown) return undefined
  const { fetchedAt, rows, value, ...figures } = shown
  const unknown = { native: undefined, dropped: 0 }
  // Version 0 is older than every version of a list of the worker, so the worker's rows replace the stored rows.
  return { head: { ...figures, ...unknown, value, version: 0, since: 0, dirty: [] }, fetchedAt, rows }
}

/** Stores the figures and the first tokens. Does nothing where storage is unavailable. */
export function keepLastShown(
  storage: Storage | undefined,
  account: CaipAddress,
  { head, fetchedAt, rows }: LastShown,
): void {
  const { total, value, currency, otherFrom, unverifiedFrom, unpriced } = head
  const figures = { total, value, currency, otherFrom, unverifiedFrom, unpriced }
  const first = rows
    .slice(0, Math.min(FIRST_ROWS, unverifiedFrom))
    .map((row) => ({ ...row, amount: String(row.amount) }))
  try {
    const all = { ...readAll(storage), [account]: { ...figures, fetchedAt, rows: first } }
    storage?.setItem(SHOWN, JSON.stringify(all))
  } catch {
    // The storage is full or forbidden: the next visit does not start with these rows.
  }
}

function readAll(storage: Storage | undefined): Readonly<Record<string, unknown>> {
  const stored = readStored(storage, SHOWN)
  return typeof stored === 'object' ? (stored as Record<string, unknown>) : {}
}

const line = text(4_000)

const tokenRow: Untrusted<TokenRow> = v.object({
  id: line,
  kind: v.picklist(['native', 'token']),
  group: v.picklist(['main', 'other']),
  contract: v.exactOptional(line),
  name: line,
  symbol: line,
  unusual: v.boolean(),
  iconUrl: v.exactOptional(line),
  amount: units,
  decimals,
  text: line,
  full: line,
  value: v.exactOptional(finite),
  valueText: v.exactOptional(line),
  price: v.exactOptional(finite),
  priceText: v.exactOptional(line),
})

const lastShown = v.object({
  total: count,
  value: v.optional(finite),
  currency: v.literal('USD'),
  otherFrom: count,
  unverifiedFrom: count,
  unpriced: count,
  fetchedAt: count,
  rows: v.pipe(v.array(tokenRow), v.maxLength(FIRST_ROWS)),
})
