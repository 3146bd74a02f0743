/**
 * The position of an item in the list as one number, largest first: pending items, then items by time, then items without a
 * known date. Every time is below 3e14, so the three ranges never overlap.
 */
import type { ActivityGroup } from '../../src/core/assets/activity.ts'
import type { Calendar } from './calendar.ts'
import type { ActivityItem } from './item.ts'

export interface Entry {
  order: number
  item: ActivityItem
}

const PENDING = 1e15
const UNKNOWN = -1e15
/** How far a block's time may be ahead of this device's clock before the time is taken for wrong. Milliseconds. */
const AHEAD = 600_000

export function getOrder({ status, minedAt }: ActivityItem, now: number): number {
  if (status === 'pending' || isFuture(minedAt, now)) return PENDING + (minedAt ?? 5e14)
  return minedAt ?? UNKNOWN
}

export function isFuture(minedAt: number | undefined, now: number): boolean {
  return minedAt !== undefined && minedAt > now + AHEAD
}

/** Lowest order of a pending item. */
export const MIN_PENDING = PENDING / 2

export function isPendingOrder(order: number): boolean {
  return order >= MIN_PENDING
}

export function isUnknownOrder(order: number): boolean {
  return order < UNKNOWN / 2
}

/** The group of an order as one number: months since the year 0, PENDING or UNKNOWN. */
export function getGroupCode(order: number, calendar: Calendar): number {
  if (isPendingOrder(order)) return PENDING
  return isUnknownOrder(order) ? UNKNOWN : calendar.monthOf(order)
}

export function toEntries(items: readonly ActivityItem[], now: number): Entry[] {
  return items.map((item) => ({ order: getOrder(item, now), item }))
}

/** Pairs of a group code and a number of items. If a code occurs in several pairs, the numbers must be added. */
export type Groups = readonly (readonly [code: number, count: number])[]

/**
 * Counts entries by group. The entries are sorted as in the list: if the first and the last entry belong to one group,
 * so do all entries between them, and their dates need not be computed.
 */
export function countGroups(entries: readonly Entry[], getGroup: (order: number) => number): Groups {
  const [first, last] = [entries[0], entries.at(-1)]
  if (!first || !last) return []
  const code = getGroup(first.order)
  if (code === getGroup(last.order)) return [[code, entries.length]]
  const middle = entries.length >> 1
  const [newer, older] = [entries.slice(0, middle), entries.slice(middle)]
  return [...countGroups(newer, getGroup), ...countGroups(older, getGroup)]
}

/** Adds changes to the counts; a change may be negative. Each group occurs once in the result, in list order. */
export function addGroups(groups: Groups, changes: Groups): Groups {
  const counts = new Map(groups)
  for (const [code, count] of changes) counts.set(code, (counts.get(code) ?? 0) + count)
  return [...counts].filter(([, count]) => count > 0).sort(([a], [b]) => b - a)
}

export function toGroups(groups: Groups): ActivityGroup[] {
  return groups.map(([code, count]) => {
    if (code === PENDING) return { kind: 'pending', count }
    if (code === UNKNOWN) return { kind: 'unknown', count }
    return { kind: 'month', year: Math.floor(code / 12), month: (code % 12) + 1, count }
  })
}
