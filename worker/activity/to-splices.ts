/** Which rows go and come where, for a change of some of them. Only the chunks that it touches are read. */
import type { Entry } from './order.ts'
import { countRows, type Part, placeParts } from './parts.ts'
import { arrange, type Splice } from './splice.ts'
import { type Row, type Tree, visit } from './tree.ts'

export interface RowChange {
  /** New items and new versions of known ones, each id once. */
  put: readonly Entry[]
  /** Those of them that are in the list, by id. */
  known: ReadonlyMap<string, Row>
  /** Where a new item stands among those of the same order. */
  place: 'before' | 'after'
  /** Rows with an order between `from` and `to`, ends included, that are not put. */
  review?: readonly {
    from: number
    to: number
    /** The row as it is from now on; undefined ends it. */
    look: (entry: Entry) => Entry | undefined
    /** When more rows than this would end, all of them stay as they are. */
    most: number
  }[]
}

export async function toSplices(
  tree: Tree,
  parts: readonly Part[],
  { put, known, place, review = [] }: RowChange,
): Promise<Splice[]> {
  const splices: Splice[] = []
  const remove = (at: number) => splices.push({ at, removed: 1, added: [] })
  const add = async (entry: Entry) =>
    splices.push({ at: await findRow(tree, parts, entry.order, place), removed: 0, added: [entry] })
  for (const entry of put) {
    const found = known.get(entry.item.id)
    if (found?.entry.order !== entry.order) {
      if (found) remove(found.at)
      await add(entry)
      // Nothing is written when the content is the same.
    } else if (JSON.stringify(found.entry) !== JSON.stringify(entry)) {
      splices.push({ at: found.at, removed: 1, added: [entry] })
    }
  }
  const ids = new Set(put.map(({ item }) => item.id))
  for (const { from, to, look, most } of review) {
    const changed: { at: number; next: Entry | undefined }[] = []
    await visit(
      tree,
      placeParts(parts),
      ({ part }) => part.first >= to && part.last <= from,
      (entries, start) => {
        for (const [row, entry] of entries.entries()) {
          if (entry.order > from || entry.order < to || ids.has(entry.item.id)) continue
          const next = look(entry)
          if (next !== entry) changed.push({ at: start + row, next })
        }
      },
    )
    if (changed.filter(({ next }) => !next).length > most) continue
    for (const { at, next } of changed) {
      remove(at)
      if (next) await add(next)
    }
  }
  return arrange(splices)
}

/** Row before which an entry of this order comes. */
async function findRow(
  tree: Tree,
  parts: readonly Part[],
  order: number,
  place: RowChange['place'],
): Promise<number> {
  const isBehind = (other: number) => (place === 'before' ? other <= order : other < order)
  // Older rows come below all that is known, hundreds at once.
  if (!parts.some(({ last }) => isBehind(last))) return countRows(parts)
  let found: number | undefined
  await visit(
    tree,
    placeParts(parts),
    ({ part, start }) => {
      if (found !== undefined || !isBehind(part.last)) return false
      if (!isBehind(part.first)) return true
      found = start
      return false
    },
    (entries, start) => (found = start + entries.findIndex((entry) => isBehind(entry.order))),
  )
  return found!
}
