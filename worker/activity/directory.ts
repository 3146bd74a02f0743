/**
 * Which chunk holds which rows. All of it with every page would be more to write than the page itself, so only the
 * entries of both ends, where a list grows, stand in its head; those between stand on shelves, records of their own
 * that are written once and never changed.
 *
 *   front │ shelf │ shelf │ … │ tail
 */
import { getRuns, joinRuns, type Run } from './order.ts'
import type { Entry } from './ledger.ts'

export interface Chunk {
  /** Last part of the record's key. */
  name: string
  count: number
  /** Length of its text. */
  bytes: number
  /** Orders of the first and the last item; see order.ts. */
  first: number
  last: number
  /** Runs of equal group codes in the order of the items. */
  groups: readonly Run[]
}

export interface Shelf {
  /** Last part of the record's key. */
  name: string
  chunks: readonly Chunk[]
}

export interface Directory {
  front: readonly Chunk[]
  shelves: readonly Shelf[]
  tail: readonly Chunk[]
}

/** Chunks that are put on one shelf, or a few more; both ends hold up to twice as many. */
const SHELF_SIZE = 16

export function toChunk(
  name: string,
  entries: readonly Entry[],
  getGroup: (order: number) => number,
  bytes: number,
): Chunk {
  const groups = getRuns(entries, getGroup)
  const first = entries[0]?.order ?? 0
  return { name, count: entries.length, bytes, first, last: entries.at(-1)?.order ?? 0, groups }
}

/**
 * Divides the chunks of a list among head and shelves. A shelf whose chunks still stand together stays as it is.
 * @param getName of the nth new shelf, counted from 1.
 */
export function arrange(
  chunks: readonly Chunk[],
  old: readonly Shelf[],
  getName: (nth: number) => string,
): Directory {
  const shelves: Shelf[] = []
  let made = 0
  const put = (some: readonly Chunk[]) => {
    const pieces = Math.max(1, Math.floor(some.length / SHELF_SIZE))
    const size = Math.ceil(some.length / pieces)
    for (let at = 0; at < some.length; at += size) {
      shelves.push({ name: getName((made += 1)), chunks: some.slice(at, at + size) })
    }
  }
  const byFirst = new Map(old.map((shelf) => [shelf.chunks[0], shelf]))
  let front: readonly Chunk[] | undefined
  /** What belongs to no shelf yet begins here. */
  let start = 0
  for (let at = 0; at < chunks.length;) {
    const shelf = byFirst.get(chunks[at])
    if (!shelf?.chunks.every((chunk, index) => chunk === chunks[at + index])) {
      at += 1
      continue
    }
    const loose = chunks.slice(start, at)
    if (front) put(loose)
    else put(loose.slice((front = cutFront(loose)).length))
    shelves.push(shelf)
    start = at += shelf.chunks.length
  }
  let tail = chunks.slice(start)
  if (!front) tail = tail.slice((front = cutFront(tail)).length)
  if (tail.length > 2 * SHELF_SIZE) {
    put(tail.slice(0, -SHELF_SIZE))
    tail = tail.slice(-SHELF_SIZE)
  }
  return { front, shelves, tail }
}

function cutFront(chunks: readonly Chunk[]): readonly Chunk[] {
  return chunks.length > 2 * SHELF_SIZE ? chunks.slice(0, SHELF_SIZE) : chunks
}

export function countRows(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { count }) => sum + count, 0)
}

/** Of all chunks as text; what the shelves take is nothing beside it. */
export function countBytes(chunks: readonly Chunk[]): number {
  return chunks.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Group codes with counts, in the order of the rows. */
export function getGroups(chunks: readonly Chunk[]): Run[] {
  return joinRuns(chunks.flatMap(({ groups }) => groups))
}

export function areChunks(value: unknown): value is Chunk[] {
  return Array.isArray(value) && value.every(isChunk)
}

function isChunk(value: unknown): boolean {
  const { name, count, bytes, first, last, groups } = (value ?? {}) as Partial<Chunk>
  return typeof name === 'string' && [count, bytes, first, last].every(Number.isFinite) && areRuns(groups)
}

export function areRuns(value: unknown): value is Run[] {
  return Array.isArray(value) && value.every(isRun)
}

function isRun(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isFinite)
}
