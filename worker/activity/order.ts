/**
 * The order of the list as one number per item, largest first: what is pending, then by time, then what has no known
 * date. Every known time is smaller than 3e14, so that the three never touch.
 */
import type { ActivityGroup } from '../../src/core/activity.ts'
import type { Calendar } from './calendar.ts'
import type { ActivityItem } from './item.ts'

/** An item with its place in the list. */
export interface Entry {
  order: number
  item: ActivityItem
}

const PENDING = 1e15
const UNKNOWN = -1e15
/** A block's time may be ahead of this device's clock by so much before something is wrong. Milliseconds. */
const AHEAD = 600_000

export function getOrder({ status, minedAt }: ActivityItem, now: number): number {
  if (status === 'pending' || isFuture(minedAt, now)) return PENDING + (minedAt ?? 5e14)
  return minedAt ?? UNKNOWN
}

export function isFuture(minedAt: number | undefined, now: number): boolean {
  return minedAt !== undefined && minedAt > now + AHEAD
}

/** Orders from here on are of what is pending. */
export const LEAST_PENDING = PENDING / 2

export function isPendingOrder(order: number): boolean {
  return order >= LEAST_PENDING
}

export function isUnknownOrder(order: number): boolean {
  return order < UNKNOWN / 2
}

/** A group as one number: months since the year 0, or one of the two ends. */
export function getGroupCode(order: number, calendar: Calendar): number {
  if (isPendingOrder(order)) return PENDING
  return isUnknownOrder(order) ? UNKNOWN : calendar.monthOf(order)
}

export function toEntries(items: readonly ActivityItem[], now: number): Entry[] {
  return items.map((item) => ({ order: getOrder(item, now), item }))
}

/** How many items in a row have this group code. */
export type Run = readonly [code: number, count: number]

/** `entries` in the order of the list: what lies between two of a group belongs to it. */
export function getRuns(entries: readonly Entry[], getGroup: (order: number) => number): Run[] {
  const [first, last] = [entries[0], entries.at(-1)]
  if (!first || !last) return []
  const code = getGroup(first.order)
  if (code === getGroup(last.order)) return [[code, entries.length]]
  const middle = entries.length >> 1
  return joinRuns([
    ...getRuns(entries.slice(0, middle), getGroup),
    ...getRuns(entries.slice(middle), getGroup),
  ])
}

/** Neighbours with one code become one run. */
export function joinRuns(runs: readonly Run[]): Run[] {
  const joined: [number, number][] = []
  let last: [number, number] | undefined
  for (const [code, count] of runs) {
    if (last?.[0] === code) last[1] += count
    else joined.push((last = [code, count]))
  }
  return joined
}

export function toGroups(runs: readonly Run[]): ActivityGroup[] {
  return runs.map(([code, count]) => {
    if (code === PENDING) return { kind: 'pending', count }
    if (code === UNKNOWN) return { kind: 'unknown', count }
    return { kind: 'month', year: Math.floor(code / 12), month: (code % 12) + 1, count }
  })
}
