/** Finds the rows of a list that differ between two versions. */
import type { ListHead, Range } from '../../src/core/contract/list.ts'
import type { Snapshot } from '../../src/core/contract/protocol.ts'

/**
 * The ranges of rows that differ. `before` and `after` have one text for each row; the texts are equal if and only if the
 * rows look the same.
 */
export function getChangedRanges(before: readonly string[], after: readonly string[]): Range[] {
  const ranges: Range[] = []
  let from = -1
  for (let index = 0; index <= after.length; index += 1) {
    const changed = index < after.length && before[index] !== after[index]
    if (changed && from < 0) from = index
    if (!changed && from >= 0) {
      ranges.push([from, index])
      from = -1
    }
  }
  return ranges
}

/**
 * Merges two consecutive heads of a list: returns the later head with the changed ranges of both. If the heads are not
 * consecutive, returns the later head unchanged.
 */
export function joinHeads<Data>(earlier: Snapshot<Data> | undefined, later: Snapshot<Data>): Snapshot<Data> {
  const [before, after] = [toHead(earlier?.data), toHead(later.data)]
  if (!before || !after) return later
  const isSame = before.version === after.version
  if (!isSame && after.since !== before.version) return later
  const dirty = isSame ? before.dirty : joinRanges([...before.dirty, ...after.dirty])
  const head = { ...after, since: before.since, dirty }
  return { ...later, data: head as Data }
}

function toHead(data: unknown): ListHead | undefined {
  return typeof data === 'object' && data !== null && 'dirty' in data ? (data as ListHead) : undefined
}

function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: [number, number][] = []
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}
