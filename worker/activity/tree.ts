/** Reads the parts of a list: what is wanted of it, and as little as possible beside that. */
import { toFingerprint } from '../fingerprint.ts'
import { decodeChunk } from './chunk-text.ts'
import { type Entry, getRuns, isPendingOrder, isUnknownOrder, type Run } from './order.ts'
import { getGroups, type Part, type PartList, type PartPlace, placeParts, readSegment } from './parts.ts'

/** Whatever reads a part throws Broken when that cannot be read. */
export interface Tree {
  getChunk(place: PartPlace): Promise<readonly Entry[]>
  getParts(segment: PartPlace): Promise<readonly Part[]>
  /** With the months of the zone in use. Throws nothing for what is broken. */
  toZone<List extends PartList>(list: List, segment?: PartPlace): Promise<List>
  /** A segment that would not have to be read. */
  isKept(name: string): boolean
  keep(written: NewParts): void
}

/** By name. */
export interface NewParts {
  newSegments: ReadonlyMap<string, PartList>
  newChunks: ReadonlyMap<string, { text: string; entries: readonly Entry[] }>
}

export interface TreeOptions {
  /** Of the part of this name. */
  getValue(name: string): Promise<unknown>
  /** Names the zone in which `getGroup` counts months. */
  zone(): string
  /** Group code of an order; see order.ts. */
  getGroup(order: number): number
}

/** A part cannot be read: somebody replaced it, or it is broken. */
export class Broken extends Error {
  constructor(readonly place: PartPlace) {
    super()
  }
}

/** What is kept of the parts that were read: about 2,000 items, and the fingerprints of 500,000. */
const KEPT_CHUNKS = 8
const KEPT_SEGMENTS = 64

export function createTree({ getValue, zone, getGroup }: TreeOptions): Tree {
  // A name never stands for two contents.
  const segments = new Map<string, PartList>()
  const chunks = new Map<string, readonly Entry[]>()

  const tree: Tree = {
    async getChunk(place) {
      const { name, count } = place.part
      const entries = chunks.get(name) ?? decodeChunk(await getValue(name))
      if (entries?.length !== count) throw new Broken(place)
      keep(chunks, name, entries, KEPT_CHUNKS)
      return entries
    },
    async getParts(place) {
      const { name, count } = place.part
      const read = segments.get(name) ?? readSegment(await getValue(name), count)
      if (!read) throw new Broken(place)
      const segment = await tree.toZone(read, place)
      keep(segments, name, segment, KEPT_SEGMENTS)
      return segment.parts
    },
    async toZone(list, segment) {
      const here = zone()
      if (list.zone === here) return list
      const parts: Part[] = []
      for (const place of placeParts(list.parts, segment))
        parts.push({ ...place.part, groups: await countGroups(place) })
      return zone() === here ? { ...list, parts, zone: here } : tree.toZone(list, segment)
    },
    isKept: (name) => segments.has(name),
    keep({ newSegments, newChunks }) {
      for (const [name, segment] of newSegments) keep(segments, name, segment, KEPT_SEGMENTS)
      for (const [name, { entries }] of newChunks) keep(chunks, name, entries, KEPT_CHUNKS)
    },
  }

  /** Only parts in which a month ends are read for it. */
  async function countGroups(place: PartPlace): Promise<readonly Run[]> {
    const { first, last, count, prints } = place.part
    const code = getGroup(first)
    if (code === getGroup(last)) return [[code, count]]
    try {
      return prints ? getRuns(await tree.getChunk(place), getGroup) : getGroups(await tree.getParts(place))
    } catch (error) {
      if (!(error instanceof Broken)) throw error
      // It counts as one month, until whoever reads its rows finds it out.
      return [[code, count]]
    }
  }

  return tree
}

/** Forgets what was used longest ago. */
function keep<T>(kept: Map<string, T>, name: string, value: T, most: number): void {
  kept.delete(name)
  kept.set(name, value)
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return
    kept.delete(oldest)
  }
}

/** Looks at the chunks that are wanted, and at none of a segment that is not. */
export async function visit(
  tree: Tree,
  places: readonly PartPlace[],
  isWanted: (place: PartPlace) => boolean,
  see: (entries: readonly Entry[], start: number) => void,
): Promise<void> {
  for (const place of places) {
    if (!isWanted(place)) continue
    if (place.part.prints) see(await tree.getChunk(place), place.start)
    else await visit(tree, placeParts(await tree.getParts(place), place), isWanted, see)
  }
}

/** A row of the list. */
export interface Row {
  at: number
  entry: Entry
}

/** An id is looked for in segments around its time. The API may have corrected that by so much: milliseconds. */
const MARGIN = 86_400_000
/** Lists of up to so many segments, some 60,000 rows, are searched whole. */
const SEARCHED_WHOLE = 8

/** Those of these that are known, by id. */
export async function find(
  tree: Tree,
  parts: readonly Part[],
  entries: readonly Entry[],
): Promise<Map<string, Row>> {
  const ids = new Set(entries.map(({ item }) => item.id))
  const wanted = new Set([...ids].map(toFingerprint))
  // One of the half million that are kept costs nothing then, unless it ends like one that is wanted.
  const ends = new Uint8Array(65_536)
  for (const one of wanted) ends[one & 0xffff] = 1
  const hasAny = (prints: Uint32Array) => {
    for (let at = 0; at < prints.length; at += 1)
      if (ends[prints[at]! & 0xffff] === 1 && wanted.has(prints[at]!)) return true
    return false
  }
  const orders = entries.map(({ order }) => order)
  const [newest, oldest] = [Math.max(...orders) + MARGIN, Math.min(...orders) - MARGIN]
  const isSearched = ({ name, first, last }: Part) =>
    parts.length <= SEARCHED_WHOLE ||
    tree.isKept(name) ||
    (first >= oldest && last <= newest) ||
    // What had no time, or was pending, may have got one.
    isPendingOrder(first) ||
    isUnknownOrder(last)
  const found = new Map<string, Row>()
  await visit(
    tree,
    placeParts(parts),
    ({ part }) => (part.prints ? hasAny(part.prints) : isSearched(part)),
    (seen, start) => {
      for (const [row, entry] of seen.entries())
        if (ids.has(entry.item.id)) found.set(entry.item.id, { at: start + row, entry })
    },
  )
  return found
}
