/** Which rows of a list differ between two versions of it. */
import type { Range } from '../../src/core/contract/list.ts'

/** `before` and `after`: one text per row that is equal if and only if the row looks the same. */
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
