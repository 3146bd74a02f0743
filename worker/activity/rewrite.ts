/** Computes the stored parts of a list after some rows change. Unchanged parts are neither read nor written. */
import type { Range } from '../../src/core/contract/list.ts'
import { toFingerprint } from '../base/fingerprint.ts'
import { encodeChunk } from './chunk-text.ts'
import { addGroups, countGroups, type Entry, type Groups } from './order.ts'
import { type Counted, countBytes, countRows, type Part, placeParts, type Row, type Tree } from './tree.ts'

/**
 * Number of rows in a new chunk, about 60 KB. Chromium stores a value above 64 KB in a file of its own, which takes 1.5
 * times as long.
 */
const CHUNK_SIZE = 250
/** Rows that a chunk may have before it is split. */
const MAX_IN_CHUNK = 270
/** A chunk with this many rows is full: appended rows begin a new chunk, so that each row is written only once. */
const FULL = 150
/** Chunks that a segment may have before it is split in two. */
const MAX_IN_SEGMENT = 32

export interface Edit {
  /** The new entry of each changed row, by its index in the list; undefined removes the row. */
  rows: Map<number, Entry | undefined>
  /** New entries, in any order. */
  added: Entry[]
  /** Whether new entries go before or after rows of the same order. */
  place: 'before' | 'after'
  /**
   * Name of an unreadable part, whose rows are removed. If the part is a segment, its chunks remain in the store until the
   * list is removed.
   */
  lost?: string
}

/**
 * @param put the new entries, each id once
 * @param known the rows of the list that have an id of `put`, by id
 */
export function toEdit(put: readonly Entry[], known: ReadonlyMap<string, Row>, place: Edit['place']): Edit {
  const edit: Edit = { rows: new Map(), added: [], place }
  for (const entry of put) {
    const row = known.get(entry.item.id)
    if (row) replaceRow(edit, row, entry)
    else edit.added.push(entry)
  }
  return edit
}

/** Changes one row, or removes it if `next` is undefined. Does nothing if the content is the same. */
export function replaceRow({ rows, added }: Edit, { at, entry }: Row, next: Entry | undefined): void {
  if (JSON.stringify(entry) === JSON.stringify(next)) return
  const isMoved = next?.order !== entry.order
  rows.set(at, isMoved ? undefined : next)
  if (next && isMoved) added.push(next)
}

export interface Rewritten {
  parts: readonly Part[]
  /** Counts by group. May still include lost rows, since the groups of lost rows are unknown. */
  groups: Groups
  /** The new segments, and the new chunks as text, by name. */
  written: ReadonlyMap<string, readonly Part[] | string>
  /** Names of the removed parts. */
  gone: readonly string[]
  /** Rows that differ from the old list's row at the same index. Views read them again. */
  dirty: readonly Range[]
}

/** An unchanged part, or rows to store. */
type Piece = Part | readonly Entry[]

/** @param prefix beginning of the names of new parts */
export async function rewrite(
  tree: Tree,
  { parts, groups }: Pick<Counted, 'parts' | 'groups'>,
  { rows, added, place, lost }: Edit,
  prefix: string,
): Promise<Rewritten> {
  const written = new Map<string, readonly Part[] | string>()
  const gone: string[] = []
  const total = countRows(parts)
  /** Range of the rows that differ between the old and the new list, as indexes of the old list. */
  let [first, last] = [total, 0]
  const edited = [...rows.keys()]
  const coming = [...added].sort((a, b) => b.order - a.order)
  const moved = [...countGroups(coming, tree.getGroup)]
  const nextName = () => `${prefix}-${written.size + 1}`
  const isBehind = (other: number, order: number) => (place === 'before' ? other <= order : other < order)

  /** Widens the range of differing rows. @param start index of `before` in the old list */
  function compare(start: number, before: readonly unknown[], after: readonly unknown[]): void {
    const from = after.findIndex((entry, at) => entry !== before[at])
    first = Math.min(first, start + (from < 0 ? after.length : from))
    last = Math.max(
      last,
      start + before.findLastIndex((entry, at) => entry !== after.at(at - before.length)) + 1,
    )
  }

  function toChunk(entries: readonly Entry[]): Part {
    const name = nextName()
    const text = encodeChunk(entries)
    written.set(name, text)
    tree.chunks.set(name, entries)
    return {
      name,
      count: entries.length,
      bytes: text.length,
      first: entries[0]!.order,
      last: entries.at(-1)!.order,
      prints: Uint32Array.from(entries, ({ item }) => toFingerprint(item.id)),
    }
  }

  /**
   * @param isEnd whether the pieces are the end of the list. If so, full segments are cut off: rows that are appended
   *   later leave these segments unchanged.
   */
  function toSegments(pieces: readonly Piece[], isEnd: boolean): Part[] {
    const chunks = pieces.flatMap((piece) =>
      isPart(piece) ? [piece] : split(piece, MAX_IN_CHUNK, CHUNK_SIZE).map(toChunk),
    )
    const whole = isEnd ? cut(chunks, MAX_IN_SEGMENT) : split(chunks, MAX_IN_SEGMENT, MAX_IN_SEGMENT / 2)
    return whole.map((some) => {
      const name = nextName()
      written.set(name, some)
      tree.segments.set(name, some)
      const [first, last] = [some[0]!.first, some.at(-1)!.last]
      return { name, count: countRows(some), bytes: countBytes(some), first, last }
    })
  }

  /** @param left the added entries that belong to these parts, in list order */
  async function change(among: readonly Part[], left: readonly Entry[], begin = 0): Promise<Piece[]> {
    const pieces: Piece[] = []
    for (const spot of placeParts(among, begin)) {
      const { part, start } = spot
      const end = start + part.count
      // Rows older than all others go into the last part.
      const own = left.filter(({ order }) => isBehind(part.last, order) || part === among.at(-1))
      left = left.slice(own.length)
      const isEdited = edited.some((row) => row >= start && row < end)
      const isAppended =
        part.prints && part.count >= FULL && !own.some(({ order }) => isBehind(part.last, order))
      if (!isEdited && own.length === 0) pieces.push(part)
      else if (!isEdited && isAppended) {
        pieces.push(part, own)
        compare(end, [], own)
      } else {
        gone.push(part.name)
        if (part.name === lost) compare(start, Array(part.count), [])
        else if (part.prints) {
          const before = await tree.getChunk(spot)
          const stay = before.flatMap((entry, at) => {
            const next = rows.has(start + at) ? rows.get(start + at) : entry
            if (!next) moved.push([tree.getGroup(entry.order), -1])
            return next ?? []
          })
          const after = place === 'before' ? [...own, ...stay] : [...stay, ...own]
          after.sort((a, b) => b.order - a.order)
          compare(start, before, after)
          if (after.length > 0) pieces.push(after)
        } else pieces.push(...toSegments(await change(await tree.getParts(spot), own, start), end === total))
      }
    }
    return pieces
  }

  const pieces = await change(parts, coming)
  if (parts.length === 0 && coming.length > 0) {
    pieces.push(coming)
    compare(0, [], coming)
  }
  const rewritten = pieces.every(isPart) ? pieces : toSegments(pieces, true)
  const count = countRows(rewritten)
  // If the length of the list has changed, all rows after the first difference have moved.
  const end = count === total ? last : count
  const dirty: Range[] = first < end ? [[first, end]] : []
  return { parts: rewritten, groups: addGroups(groups, moved), written, gone, dirty }
}

function isPart(piece: Piece): piece is Part {
  return 'name' in piece
}

function split<T>(items: readonly T[], max: number, size: number): (readonly T[])[] {
  const pieces = items.length <= max ? 1 : Math.ceil(items.length / size)
  return cut(items, Math.ceil(items.length / pieces))
}

function cut<T>(items: readonly T[], size: number): (readonly T[])[] {
  const pieces: (readonly T[])[] = []
  for (let at = 0; at < items.length; at += size) pieces.push(items.slice(at, at + size))
  return pieces
}
