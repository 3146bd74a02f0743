/**
 * The gaps in a stored history: ranges of rows that have not been fetched. After a long absence, a gap lies between the
 * newest page and the rows stored earlier. The open end lies below the last row, until the API reports that there is
 * nothing older.
 *
 *   stretch │ gap │ stretch │ gap │ stretch │ open end
 *
 * A gap is closed only when the API's history ends, or when a page contains a known row from below the gap. Empty pages,
 * repeated pages and circular cursors do not close a gap: the gap then rests, and is never dropped.
 */
import * as v from 'valibot'
import { finite } from '../../src/core/contract/schemas.ts'
import { isPendingOrder, isUnknownOrder } from './order.ts'

export const gap = v.object({
  /** Order of the item right above the gap, shown or hidden; see order.ts. TOP if there is no such item. */
  upper: finite,
  /** Order of the item right below the gap, shown or hidden. OPEN_END if none is known. */
  lower: finite,
  /** Cursor of the gap's next page. Null: the gap must be reached from the newest page, through the known rows. */
  cursor: v.nullable(v.string()),
  /** Set if the gap's last page made no progress: the gap is not fetched again before the newest page is due. */
  rests: v.exactOptional(v.boolean()),
})

export type Gap = v.InferOutput<typeof gap>

/** `TOP` is above the order of every row, `OPEN_END` below the order of every row. */
export const TOP = Number.MAX_SAFE_INTEGER
export const OPEN_END = Number.MIN_SAFE_INTEGER

/** The result of fetching pages of a gap. */
export interface Walked {
  /** Order of the lowest item with a date, shown or hidden; TOP for none. */
  reached: number
  /** Orders of the fetched rows that the list already contains with the same order. */
  known: readonly number[]
  /** Cursor of the next page, and whether the gap rests. Undefined if the API has nothing older. */
  rest: Pick<Gap, 'cursor' | 'rests'> | undefined
}

/** The gaps that remain after the page right below `gap.upper` was fetched. */
export function closeGap(gaps: readonly Gap[], gap: Gap, { reached, known, rest }: Walked): Gap[] {
  const upper = Math.min(gap.upper, reached)
  const isPassed = (one: Gap) => one.upper === gap.upper || (one.upper < gap.upper && one.upper > upper)
  const lower = Math.min(gap.lower, ...gaps.filter(isPassed).map((one) => one.lower))
  const others = gaps.filter((one) => !isPassed(one))
  const isMet = known.some((order) => isDated(order) && order <= lower)
  return isMet || !rest ? others : sort([...others, { upper, lower, ...rest }])
}

/**
 * Whether a row's position depends on its time. False for pending rows, which are always on top, and for rows without a
 * date, which are always at the end: such a position says nothing about gaps.
 */
export function isDated(order: number): boolean {
  return !isPendingOrder(order) && !isUnknownOrder(order)
}

/**
 * Opens a gap between two orders, because the rows between them were lost. Merges the new gap with the gaps that it
 * touches.
 */
export function openGap(gaps: readonly Gap[], upper: number, lower: number): Gap[] {
  const isApart = (one: Gap) => one.lower > upper || one.upper < lower
  const touched = gaps.filter((one) => !isApart(one))
  const whole: Gap = {
    upper: Math.max(upper, ...touched.map((one) => one.upper)),
    lower: Math.min(lower, ...touched.map((one) => one.lower)),
    cursor: null,
  }
  return sort([...gaps.filter(isApart), whole])
}

/** Lets resting gaps be fetched again. Called after the newest page was fetched. */
export function wakeGaps(gaps: readonly Gap[]): Gap[] {
  return gaps.map(({ upper, lower, cursor }) => ({ upper, lower, cursor }))
}

export function isOpenEnd({ lower }: Gap): boolean {
  return lower === OPEN_END
}

function sort(gaps: Gap[]): Gap[] {
  return gaps.sort((a, b) => b.upper - a.upper)
}
