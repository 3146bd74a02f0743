/**
 * The two-level index of a history. A list consists of segments, and a segment of chunks. The same record describes both,
 * so that a row is found by its index or order without reading other parts.
 *
 *   head: segment │ segment │ segment …      segment: chunk │ chunk │ chunk …, each with a fingerprint of each row's id
 *
 * Segments are limited by size, not by month: a busy account has 40,000 transactions a month, and each new transaction
 * would have to be compared with the fingerprints of all of them.
 */
import * as v from 'valibot'
import { count, finite, parseOrNone } from '../../src/core/contract/schemas.ts'
import { toFingerprint } from '../base/fingerprint.ts'
import type { Store } from '../base/context.ts'
import { Recent } from '../base/recent.ts'
import { decodeChunk } from './chunk-text.ts'
import { addGroups, countGroups, type Entry, type Groups, isPendingOrder, isUnknownOrder } from './order.ts'

/** A part of the list: a chunk of adjacent rows, or a segment of adjacent chunks. */
const part = v.pipe(
  v.object({
    /** The key of the part's record ends with this name. */
    name: v.string(),
    count: v.pipe(count, v.minValue(1)),
    /** Total length of the part's chunks as text. The index is small in comparison. */
    bytes: finite,
    /** Orders of the first and the last row; see order.ts. */
    first: finite,
    last: finite,
    /** Chunks only: fingerprints of the rows' ids; see `toFingerprint`. */
    prints: v.exactOptional(v.instance(Uint32Array)),
  }),
  v.check(({ prints, count }) => prints === undefined || prints.length === count),
)

export type Part = v.InferOutput<typeof part>

/** A list whose rows are counted by group. */
export const counted = v.object({
  parts: v.pipe(v.array(part), v.readonly()),
  /** Row counts by group; recounted if damaged. */
  groups: v.fallback(
    v.array(v.tuple([v.pipe(v.number(), v.safeInteger()), v.pipe(count, v.minValue(1))])),
    [],
  ),
  /** Time zone in which the months of `groups` were counted; empty if the rows must be counted again. */
  zone: v.fallback(v.string(), ''),
})

export type Counted = Omit<v.InferOutput<typeof counted>, 'groups'> & { groups: Groups }

/** A part, and the index of its first row in the list. */
export interface PartPosition {
  part: Part
  start: number
}

/** A row of the list, and its index. */
export interface Row {
  at: number
  entry: Entry
}

export interface TreeOptions {
  store: Store
  /** Key of the list's head. The key of a part adds a slash and the part's name. */
  key: string
  /** The time zone in which `getGroup` counts months. */
  zone(): string
  /** Group code of an order; see order.ts. */
  getGroup(order: number): number
}

/** Thrown if a part cannot be read: another writer replaced it, or it is damaged. */
export class Broken extends Error {
  constructor(readonly position: PartPosition) {
    super()
  }
}

/**
 * Number of parts that stay in memory: chunks with about 2,000 items, and segments with the fingerprints of 500,000
 * items.
 */
const KEPT_CHUNKS = 8
const KEPT_SEGMENTS = 64
/**
 * An item is searched in segments within this distance from the item's time, since the API may have corrected the time.
 * Milliseconds.
 */
const MARGIN = 86_400_000
/** In a list of at most this many segments (about 60,000 rows), all segments are searched. */
const SEARCHED_WHOLE = 8

export type Tree = ReturnType<typeof createTree>

/** Methods that read a part throw `Broken` if the part cannot be read. */
export function createTree({ store, key, zone, getGroup }: TreeOptions) {
  // Parts can be cached by name, since the content under a name never changes.
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

  /**
   * Counts the rows by group again, if the counts are incomplete or the time zone has changed. Never throws `Broken`.
   */
  async function count<List extends Counted>(list: List): Promise<List> {
    const here = zone()
    if (list.zone === here && isWhole(list)) return list
    const groups: Groups[] = []
    for (const position of placeParts(list.parts)) groups.push(await countPart(position))
    return zone() === here ? { ...list, groups: addGroups([], groups.flat()), zone: here } : count(list)
  }

  /** Counts the rows of a part; reads the part only if it spans more than one month. */
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
      // Count all rows of an unreadable part in the month of its first row, until they are fetched again.
      return [[code, rows]]
    }
  }

  /** The entries of each wanted chunk, with the index of the chunk's first row. Reads only wanted segments. */
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

  /** Finds the rows that the list has for the given entries, by id. */
  async function find(parts: readonly Part[], entries: readonly Entry[]): Promise<Map<string, Row>> {
    const ids = new Set(entries.map(({ item }) => item.id))
    const wanted = new Set([...ids].map(toFingerprint))
    // A bitmap of the low 16 bits of `wanted`, so that one lookup dismisses most of the cached fingerprints.
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
      // Also search parts with pending or undated rows: such a row may have a time now.
      isPendingOrder(first) ||
      isUnknownOrder(last)
    const found = new Map<string, Row>()
    const isWanted = ({ part }: PartPosition) => (part.prints ? hasAny(part.prints) : isSearched(part))
    for await (const [seen, start] of visit(parts, isWanted))
      for (const [row, entry] of seen.entries())
        if (ids.has(entry.item.id)) found.set(entry.item.id, { at: start + row, entry })
    return found
  }

  /** Rows with an order from `from` to `to`, inclusive. */
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

/** Adds to each part the index of its first row. @param start index of the first part's first row */
export function placeParts(parts: readonly Part[], start = 0): PartPosition[] {
  return parts.map((part) => ({ part, start: (start += part.count) - part.count }))
}

export function countRows(parts: readonly Part[]): number {
  return parts.reduce((rows, { count }) => rows + count, 0)
}

export function countBytes(parts: readonly Part[]): number {
  return parts.reduce((size, { bytes }) => size + bytes, 0)
}

/** Whether every row is counted. False after a part was lost, or if the record was damaged. */
function isWhole({ groups, parts }: Counted): boolean {
  return groups.reduce((rows, [, count]) => rows + count, 0) === countRows(parts)
}

/** Undefined unless the value is a valid segment with `count` rows. */
export function readSegment(value: unknown, count: number): readonly Part[] | undefined {
  const parts = parseOrNone(v.array(part), value)
  return parts?.every(({ prints }) => prints) && countRows(parts) === count ? parts : undefined
}
