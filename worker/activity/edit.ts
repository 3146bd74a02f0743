/** A change of some rows of a list. */
import type { Entry } from './order.ts'

export interface Edit {
  /** What stands in each of these rows from now on; undefined: the row goes. */
  rows: Map<number, Entry | undefined>
  /** What comes, in any order. */
  added: Entry[]
  /** Where that stands among those of the same order. */
  place: 'before' | 'after'
  /** Name of a part that cannot be read. What only a segment names stays behind then, until the whole list goes. */
  lost?: string
}

/** A row of the list. */
export interface Row {
  at: number
  entry: Entry
}

/** @param put each id once. @param known those of them that are in the list, by id. */
export function toEdit(put: readonly Entry[], known: ReadonlyMap<string, Row>, place: Edit['place']): Edit {
  const edit: Edit = { rows: new Map(), added: [], place }
  for (const entry of put) {
    const row = known.get(entry.item.id)
    if (row) replaceRow(edit, row, entry)
    else edit.added.push(entry)
  }
  return edit
}

/** Nothing is written when the content is the same. */
export function replaceRow({ rows, added }: Edit, { at, entry }: Row, next: Entry | undefined): void {
  if (JSON.stringify(entry) === JSON.stringify(next)) return
  const isMoved = next?.order !== entry.order
  rows.set(at, isMoved ? undefined : next)
  if (next && isMoved) added.push(next)
}
