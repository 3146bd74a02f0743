/**
 * What of a history is known: stretches without a hole, with a gap below each. The newest page of a long absence
 * leaves an inner gap above the stretch that was known before; below the last stretch is the open end, until the API
 * says that there is nothing older.
 *
 *   stretch │ gap │ stretch │ gap │ stretch │ open end
 */
import { isPendingOrder, isUnknownOrder } from './order.ts'

export interface Gap {
  /** Order of the last row above it; see order.ts. OPEN_END for the open end. */
  below: number
  /** Where its next page begins; null: it is looked for from the newest page on, through all that is known. */
  cursor: string | null
}

/** Above every row, and below every row. */
export const TOP = Number.MAX_SAFE_INTEGER
export const OPEN_END = Number.MIN_SAFE_INTEGER

/** What a page that was asked for at a gap brought. */
export interface Walked {
  /** Orders of its rows. */
  orders: readonly number[]
  /** Orders under which those of its rows that were known stood in the list. */
  known: readonly number[]
  /** Cursor of the next older page. */
  next: string | null
}

/**
 * The gaps once a page is in the list that lies without a hole below the row of `gap`.
 * @param lowest order of the last row of the list before; undefined for an empty list.
 */
export function closeGap(
  gaps: readonly Gap[],
  gap: Gap,
  { orders, known, next }: Walked,
  lowest: number | undefined,
): Gap[] {
  const reached = Math.min(gap.below, ...orders.filter(isDated))
  const isPassed = ({ below }: Gap) => below <= gap.below && (below > reached || below === gap.below)
  const rest = gaps.filter((one) => !isPassed(one))
  const deepest = Math.min(gap.below, ...gaps.filter(isPassed).map(({ below }) => below))
  const isClosed = known.some((order) => isDated(order) && order < deepest)
  if (isClosed || next === null) return rest
  const hasRowsBelow = lowest !== undefined && lowest < reached
  return put(rest, { below: hasRowsBelow && gap.below !== OPEN_END ? reached : OPEN_END, cursor: next })
}

/** What is pending stands on top and what has no date at the end, whatever lies between: they say nothing of a hole. */
function isDated(order: number): boolean {
  return !isPendingOrder(order) && !isUnknownOrder(order)
}

/** A hole was found below the row of this order: what was there is looked for anew. */
export function openGap(gaps: readonly Gap[], below: number): Gap[] {
  return put(gaps, { below, cursor: null })
}

export function getOpenEnd(gaps: readonly Gap[]): Gap | undefined {
  return gaps.find(({ below }) => below === OPEN_END)
}

/** The one that is filled first. */
export function getInnerGap(gaps: readonly Gap[]): Gap | undefined {
  return gaps.find(({ below }) => below !== OPEN_END)
}

export function areGaps(value: unknown): value is Gap[] {
  return Array.isArray(value) && value.every(isGap)
}

function isGap(value: unknown): boolean {
  const { below, cursor } = (value ?? {}) as Partial<Gap>
  return Number.isFinite(below) && (cursor === null || typeof cursor === 'string')
}

/** In the order of the list, one below each row. */
function put(gaps: readonly Gap[], gap: Gap): Gap[] {
  const others = gaps.filter(({ below }) => below !== gap.below)
  return [...others, gap].sort((a, b) => b.below - a.below)
}
