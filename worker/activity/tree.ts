/** Reads the parts of a list: what is wanted of it, and as little as possible beside that. */
import { toFingerprint } from '../fingerprint.ts'
import type { Store } from '../context.ts'
import { Recent } from '../recent.ts'
import { decodeChunk } from './chunk-text.ts'
import type { Row } from './edit.ts'
import { type Entry, getRuns, isPendingOrder, isUnknownOrder, type Run } from './order.ts'
import { getGroups, type Part, type PartList, type PartPlace, placeParts, readSegment } from './parts.ts'

export interface TreeOptions {
  store: Store
  /** Of the list's head; parts have a slash and their name behind it. */
  key: string
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
/** An id is looked for in segments around its time. The API may have corrected that by so much: milliseconds. */
const MARGIN = 86_400_000
/** Lists of up to so many segments, some 60,000 rows, are searched whole. */
const SEARCHED_WHOLE = 8

export type Tree = ReturnType<typeof createTree>

/** Whatever reads a part throws Broken when that cannot be read. */
export function createTree({ store, key, zone, getGroup }: TreeOptions) {
  const getValue = async (name: string) => (await store.get(`${key}/${name}`))?.value
  // A name never stands for two contents.
  const segments = new Recent<PartList>(KEPT_SEGMENTS)
  const chunks = new Recent<readonly Entry[]>(KEPT_CHUNKS)

  async function getChunk(place: PartPlace): Promise<readonly Entry[]> {
    const { name, count } = place.part
    const entries = chunks.get(name) ?? decodeChunk(await getValue(name))
    if (entries?.length !== count) throw new Broken(place)
    chunks.set(name, entries)
    return entries
  }

  async function getParts(place: PartPlace): Promise<readonly Part[]> {
    const { name, count } = place.part
    const read = segments.get(name) ?? readSegment(await getValue(name), count)
    if (!read) throw new Broken(place)
    const segment = await toZone(read, place.start)
    segments.set(name, segment)
    return segment.parts
  }

  /** With the months of the zone in use. Throws nothing for what is broken. */
  async function toZone<List extends PartList>(list: List, start = 0): Promise<List> {
    const here = zone()
    if (list.zone === here) return list
    const parts: Part[] = []
    for (const place of placeParts(list.parts, start))
      parts.push({ ...place.part, groups: await countGroups(place) })
    return zone() === here ? { ...list, parts, zone: here } : toZone(list, start)
  }

  /** Only parts in which a month ends are read for it. */
  async function countGroups(place: PartPlace): Promise<readonly Run[]> {
    const { first, last, count, prints } = place.part
    const code = getGroup(first)
    if (code === getGroup(last)) return [[code, count]]
    try {
      return prints ? getRuns(await getChunk(place), getGroup) : getGroups(await getParts(place))
    } catch (error) {
      if (!(error instanceof Broken)) throw error
      // It counts as one month, until whoever reads its rows finds it out.
      return [[code, count]]
    }
  }

  /** The chunks that are wanted, with the row at which each begins. Of a segment that is not wanted none is read. */
  async function* visit(
    parts: readonly Part[],
    isWanted: (place: PartPlace) => boolean,
    begin = 0,
  ): AsyncGenerator<readonly [entries: readonly Entry[], start: number]> {
    for (const place of placeParts(parts, begin)) {
      if (!isWanted(place)) continue
      if (place.part.prints) yield [await getChunk(place), place.start]
      else yield* visit(await getParts(place), isWanted, place.start)
    }
  }

  /** Those of these that are known, by id. */
  async function find(parts: readonly Part[], entries: readonly Entry[]): Promise<Map<string, Row>> {
    const ids = new Set(entries.map(({ item }) => item.id))
    const wanted = new Set([...ids].map(toFingerprint))
    // One of the half million that are kept costs nothing then, unless it ends like one that is wanted.
    const ends = new Uint8Array(65_536)
    for (const one of wanted) ends[one & 0xffff] = 1
    const hasAny = (prints: Uint32Array) => {
      for (const one of prints) if (ends[one & 0xffff] === 1 && wanted.has(one)) return true
      return false
    }
    const orders = entries.map(({ order }) => order)
    const [newest, oldest] = [Math.max(...orders) + MARGIN, Math.min(...orders) - MARGIN]
    const isSearched = ({ name, first, last }: Part) =>
      parts.length <= SEARCHED_WHOLE ||
      segments.has(name) ||
      (first >= oldest && last <= newest) ||
      // What had no time, or was pending, may have got one.
      isPendingOrder(first) ||
      isUnknownOrder(last)
    const found = new Map<string, Row>()
    const isWanted = ({ part }: PartPlace) => (part.prints ? hasAny(part.prints) : isSearched(part))
    for await (const [seen, start] of visit(parts, isWanted))
      for (const [row, entry] of seen.entries())
        if (ids.has(entry.item.id)) found.set(entry.item.id, { at: start + row, entry })
    return found
  }

  /** Rows with an order between these, ends included. */
  async function between(parts: readonly Part[], from: number, to: number): Promise<Row[]> {
    const rows: Row[] = []
    const isWanted = ({ part }: PartPlace) => part.first >= to && part.last <= from
    for await (const [entries, start] of visit(parts, isWanted))
      for (const [row, entry] of entries.entries())
        if (entry.order <= from && entry.order >= to) rows.push({ at: start + row, entry })
    return rows
  }

  return { getGroup, getChunk, getParts, toZone, visit, find, between, segments, chunks }
}
