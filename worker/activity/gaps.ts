/**
 * What of a history is not known: the gaps between stretches without a hole. The newest page of a long absence leaves
 * one above the stretch that was known before; below the last stretch is the open end, until the API says that there
 * is nothing older.
 *
 *   stretch │ gap │ stretch │ gap │ stretch │ open end
 *
 * Only two things close a gap: the API's own end, and a known row from below it. Pages without rows, pages that came
 * before and cursors that lead in a circle do not: a gap that cannot be filled now rests, and is never forgotten.
 */
import * as v from 'valibot'
import { finite } from '../../src/core/contract/schemas.ts'
import { isPendingOrder, isUnknownOrder } from './order.ts'

export const gap = v.object({
  /** Order of what lies right above it, shown or hidden; see order.ts. TOP for nothing. */
  upper: finite,
  /** Order of what lies right below it, shown or hidden. OPEN_END for nothing that is known. */
  lower: finite,
  /** Where its next page begins; null: it is looked for from the newest page on, through all that is known. */
  cursor: v.nullable(v.string()),
  /** The last page led nowhere: it is not asked for again before the newest page is due. */
  rests: v.exactOptional(v.boolean()),
})

export type Gap = v.InferOutput<typeof gap>

/** Above every row, and below every row. */
export const TOP = Number.MAX_SAFE_INTEGER
export const OPEN_END = Number.MIN_SAFE_INTEGER

/** What was asked for at a gap. */
export interface Walked {
  /** Order of the lowest item with a date, shown or hidden; TOP for none. */
  reached: number
  /** Orders of its rows that stand in the list where they stood before. */
  known: readonly number[]
  /** How to go on; undefined: the API says that there is nothing older. */
  rest: Pick<Gap, 'cursor' | 'rests'> | undefined
}

/** The gaps after a page that continues the list right below `gap.upper`. */
export function closeGap(gaps: readonly Gap[], gap: Gap, { reached, known, rest }: Walked): Gap[] {
  const upper = Math.min(gap.upper, reached)
  const isPassed = (one: Gap) => one.upper === gap.upper || (one.upper < gap.upper && one.upper > upper)
  const lower = Math.min(gap.lower, ...gaps.filter(isPassed).map((one) => one.lower))
  const others = gaps.filter((one) => !isPassed(one))
  const isMet = known.some((order) => isDated(order) && order <= lower)
  return isMet || !rest ? others : sort([...others, { upper, lower, ...rest }])
}

/** What is pending stands on top and what has no date at the end, whatever lies between: they say nothing of a hole. */
export function isDated(order: number): boolean {
  return !isPendingOrder(order) && !isUnknownOrder(order)
}

/** What lay between these orders was lost: it is looked for anew, with the gaps that it touches. */
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

/** The newest page came: whatever led nowhere may be asked for again. */
export function wakeGaps(gaps: readonly Gap[]): Gap[] {
  return gaps.map(({ upper, lower, cursor }) => ({ upper, lower, cursor }))
}

export function isOpenEnd({ lower }: Gap): boolean {
  return lower === OPEN_END
}

function sort(gaps: Gap[]): Gap[] {
  return gaps.sort((a, b) => b.upper - a.upper)
}
