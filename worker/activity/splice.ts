/** A change of a list as what goes and comes at which row, and what follows from that. */
import type { Range } from '../../src/core/list.ts'
import type { Entry } from './order.ts'

export interface Splice {
  /** Row of the list before the change. */
  at: number
  /** Rows that go from there on. */
  removed: number
  /** What comes in their place. */
  added: readonly Entry[]
}

/** In the order of the list, with one for each row; what comes at one row is in the order of the list. */
export function arrange(splices: readonly Splice[]): Splice[] {
  const byRow = new Map<number, { removed: number; added: Entry[] }>()
  for (const { at, removed, added } of splices) {
    const same = byRow.get(at)
    if (same) {
      same.removed = Math.max(same.removed, removed)
      same.added.push(...added)
    } else byRow.set(at, { removed, added: [...added] })
  }
  for (const { added } of byRow.values()) added.sort((a, b) => b.order - a.order)
  return [...byRow].map(([at, splice]) => ({ at, ...splice })).sort((a, b) => a.at - b.at)
}

/** @param start row of the list at which these entries begin. */
export function applyTo(entries: readonly Entry[], start: number, splices: readonly Splice[]): Entry[] {
  const changed: Entry[] = []
  let from = 0
  for (const { at, removed, added } of splices) {
    changed.push(...entries.slice(from, at - start), ...added)
    from = at - start + removed
  }
  return changed.concat(entries.slice(from))
}

/** Ranges that a head names before it says "all from here". */
const MOST_RANGES = 20

/** Rows of the changed list that differ from those at the same place before. */
export function getDirty(splices: readonly Splice[], total: number): Range[] {
  const ranges: Range[] = []
  let shift = 0
  for (const [index, { at, removed, added }] of splices.entries()) {
    const start = at + shift
    shift += added.length - removed
    // While everything stands at another place than before, all of it differs, up to the next change at least.
    const until = shift === 0 ? start + added.length : (splices[index + 1]?.at ?? total) + shift
    ranges.push([start, until])
  }
  const end = total + shift
  return joinRanges(ranges.map(([from, to]): Range => [from, Math.min(to, end)]))
}

/** Sorted, without overlaps, and no more than a head may name. */
export function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: Range[] = []
  for (const range of [...ranges].sort((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (range[1] <= range[0]) continue
    if (last && range[0] <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], range[1])]
    else joined.push(range)
  }
  if (joined.length <= MOST_RANGES) return joined
  return [...joined.slice(0, MOST_RANGES - 1), [joined[MOST_RANGES - 1]![0], joined.at(-1)![1]]]
}
