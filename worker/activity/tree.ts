/**
 * The directory of a history, in two levels, and how it is read: what is wanted of it, and as little as possible beside
 * that. A list is a row of segments, a segment a row of chunks; each is described by the same record, so that a row is
 * found by its place or its order without reading what lies between.
 *
 *   head: segment │ segment │ segment …      segment: chunk │ chunk │ chunk …, each with a fingerprint of each row's id
 *
 * A segment is bounded by its size and not by a month: a busy account has 40,000 transactions in one month, and the
 * fingerprints of all of them would be read for each new one.
 */
import * as v from 'valibot'
import { count, finite, parseOrNone } from '../../src/core/contract/schemas.ts'
import { toFingerprint } from '../base/fingerprint.ts'
import type { Store } from '../base/context.ts'
import { Recent } from '../base/recent.ts'
import { decodeChunk } from './chunk-text.ts'
import { addGroups, countGroups, type Entry, type Groups, isPendingOrder, isUnknownOrder } from './order.ts'

/** Neighbouring rows that are stored together: a chunk, or a segment of chunks. */
const part = v.pipe(
  v.object({
    /** Last part of the record's key. */
    name: v.string(),
    count: v.pipe(count, v.minValue(1)),
    /** Of its chunks as text; what the directory takes is little beside it. */
    bytes: finite,
    /** Orders of the first and the last row; see order.ts. */
    first: finite,
    last: finite,
    /** Of a chunk, of the ids of its rows; see `toFingerprint`. A segment has none. */
    prints: v.exactOptional(v.instance(Uint32Array)),
  }),
  v.check(({ prints, count }) => prints === undefined || prints.length === count),
)

export type Part = v.InferOutput<typeof part>

/** A list whose rows are counted by group. */
export const counted = v.object({
  parts: v.pipe(v.array(part), v.readonly()),
  /** Damaged counts are counted again. */
  groups: v.fallback(
    v.array(v.tuple([v.pipe(v.number(), v.safeInteger()), v.pipe(count, v.minValue(1))])),
    [],
  ),
  /** Names the time zone of the months. */
  zone: v.fallback(v.string(), ''),
})

export type Counted = Omit<v.InferOutput<typeof counted>, 'groups'> & { groups: Groups }

/** A part, and the row of the list with which it begins. */
export interface PartPosition {
  part: Part
  start: number
}

/** A row of the list. */
export interface Row {
  at: number
  entry: Entry
}

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
  constructor(readonly position: PartPosition) {
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
  // A name never stands for two contents.
  const segments = new Recent<readonly Part[]>(KEPT_SEGMENTS)
  const chunks = new Recent<readonly Entry[]>(KEPT_CHUNKS)

  const getChunk = (position: PartPosition) => read(chunks, position, decodeChunk)
  const getParts = (position: PartPosition) => read(segments, position, readSegment)

  async function read<T>(
    kept: Recent<T>,
    position: PartPosition,
    decode: (value: unknown, count: number) => T | undefined,
  ): Promise<T> {
    const { name, count } = position.part
    const found = kept.get(name) ?? decode((await store.get(`${key}/${name}`))?.value, count)
    if (!found) throw new Broken(position)
    kept.set(name, found)
    return found
  }

  /** With every row counted, in the zone in use; as it is where that is so. Throws nothing for what is broken. */
  async function count<List extends Counted>(list: List): Promise<List> {
    const here = zone()
    if (list.zone === here && isWhole(list)) return list
    const groups: Groups[] = []
    for (const position of placeParts(list.parts)) groups.push(await countPart(position))
    return zone() === here ? { ...list, groups: addGroups([], groups.flat()), zone: here } : count(list)
  }

  /** Only parts in which a month ends are read for it. */
  async function countPart(position: PartPosition): Promise<Groups> {
    const { first, last, count: rows, prints } = position.part
    const code = getGroup(first)
    if (code === getGroup(last)) return [[code, rows]]
    try {
      if (prints) return countGroups(await getChunk(position), getGroup)
      const groups: Groups[] = []
      for (const chunk of placeParts(await getParts(position), position.start))
        groups.push(await countPart(chunk))
      return groups.flat()
    } catch (error) {
      if (!(error instanceof Broken)) throw error
      // Counts as one month until the rows are read.
      return [[code, rows]]
    }
  }

  /** The chunks that are wanted, with the row at which each begins. Of a segment that is not wanted none is read. */
  async function* visit(
    parts: readonly Part[],
    isWanted: (position: PartPosition) => boolean,
    begin = 0,
  ): AsyncGenerator<readonly [entries: readonly Entry[], start: number]> {
    for (const position of placeParts(parts, begin)) {
      if (!isWanted(position)) continue
      if (position.part.prints) yield [await getChunk(position), position.start]
      else yield* visit(await getParts(position), isWanted, position.start)
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
    const isWanted = ({ part }: PartPosition) => (part.prints ? hasAny(part.prints) : isSearched(part))
    for await (const [seen, start] of visit(parts, isWanted))
      for (const [row, entry] of seen.entries())
        if (ids.has(entry.item.id)) found.set(entry.item.id, { at: start + row, entry })
    return found
  }

  /** Rows with an order between these, ends included. */
  async function between(parts: readonly Part[], from: number, to: number): Promise<Row[]> {
    const rows: Row[] = []
    const isWanted = ({ part }: PartPosition) => part.first >= to && part.last <= from
    for await (const [entries, start] of visit(parts, isWanted))
      for (const [row, entry] of entries.entries())
        if (entry.order <= from && entry.order >= to) rows.push({ at: start + row, entry })
    return rows
  }

  return { getGroup, getChunk, getParts, count, visit, find, between, segments, chunks }
}

/** @param start row at which they begin. */
export function placeParts(parts: readonly Part[], start = 0): PartPosition[] {
  return parts.map((part) => ({ part, start: (start += part.count) - part.count }))
}

export function countRows(parts: readonly Part[]): number {
  return parts.reduce((rows, { count }) => rows + count, 0)
}

export function countBytes(parts: readonly Part[]): number {
  return parts.reduce((size, { bytes }) => size + bytes, 0)
}

/** Whether each row is counted: not where a part was lost, or the record was broken. */
function isWhole({ groups, parts }: Counted): boolean {
  return groups.reduce((rows, [, count]) => rows + count, 0) === countRows(parts)
}

/** Undefined unless it is a whole segment of so many rows. */
export function readSegment(value: unknown, count: number): readonly Part[] | undefined {
  const parts = parseOrNone(v.array(part), value)
  return parts?.every(({ prints }) => prints) && countRows(parts) === count ? parts : undefined
}
