/** Which rows of a changed list differ from those at the same place before. */
import type { Range } from '../../src/core/list.ts'

/** Neighbouring rows, and what stands in their place now. */
export interface Stretch {
  /** Row of the list before the change. */
  start: number
  before: readonly unknown[]
  after: readonly unknown[]
}

/** Ranges that a head names before it says "all from here". */
const MOST_RANGES = 20

/** @param stretches in the order of the list. @param total rows of the list before the change. */
export function getDirty(stretches: readonly Stretch[], total: number): Range[] {
  const ranges: [from: number, to: number][] = []
  const add = (from: number, to: number) => {
    const last = ranges.at(-1)
    if (last && from <= last[1]) last[1] = to
    else if (from < to) ranges.push([from, to])
  }
  let shift = 0
  for (const [index, { start, before, after }] of stretches.entries()) {
    const from = start + shift
    for (const [row, entry] of after.entries())
      if (shift !== 0 || before[row] !== entry) add(from + row, from + row + 1)
    shift += after.length - before.length
    // While everything stands at another place than before, all of it differs, up to the next change at least.
    if (shift !== 0) add(from + after.length, (stretches[index + 1]?.start ?? total) + shift)
  }
  if (ranges.length <= MOST_RANGES) return ranges
  return [...ranges.slice(0, MOST_RANGES - 1), [ranges[MOST_RANGES - 1]![0], ranges.at(-1)![1]]]
}
