/**
 * The directory of a history, in two levels. A list is a row of segments, a segment a row of chunks; each is described
 * by the same record, so that a row is found by its place or its order without reading what lies between.
 *
 *   head: segment │ segment │ segment …      segment: chunk │ chunk │ chunk …, each with a fingerprint of each row's id
 *
 * A segment is bounded by its size and not by a month: a busy account has 40,000 transactions in one month, and the
 * fingerprints of all of them would be read for each new one.
 */
import { joinRuns, type Run } from './order.ts'

/** Neighbouring rows that are stored together: a chunk, or a segment of chunks. */
export interface Part {
  /** Last part of the record's key. */
  name: string
  count: number
  /** Of its chunks as text. */
  bytes: number
  /** Orders of the first and the last row; see order.ts. */
  first: number
  last: number
  /** Group codes with counts, in the order of the rows. */
  groups: readonly Run[]
  /** Of a chunk, of the ids of its rows; see `toFingerprint`. A segment has none. */
  prints?: Uint32Array
}

/** What a head and a segment have in common. */
export interface PartList {
  parts: readonly Part[]
  /** Names the time zone of the group codes. */
  zone: string
}

/** A part, and where it stands in the list. */
export interface PartPlace {
  part: Part
  /** Its first row. */
  start: number
}

/** @param start row at which they begin. */
export function placeParts(parts: readonly Part[], start = 0): PartPlace[] {
  return parts.map((part) => ({ part, start: (start += part.count) - part.count }))
}

/** Joins neighbours to one. */
export function joinParts(name: string, parts: readonly Part[]): Part {
  return {
    name,
    count: countRows(parts),
    bytes: countBytes(parts),
    first: parts[0]?.first ?? 0,
    last: parts.at(-1)?.last ?? 0,
    groups: getGroups(parts),
  }
}

export function countRows(parts: readonly Part[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0)
}

/** Of the chunks as text; what the directory takes is little beside it. */
export function countBytes(parts: readonly Part[]): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0)
}

export function getGroups(parts: readonly Part[]): Run[] {
  return joinRuns(parts.flatMap(({ groups }) => groups))
}

/** Undefined unless it is a whole segment of so many rows. */
export function readSegment(value: unknown, count: number): PartList | undefined {
  const segment = value as PartList | null | undefined
  const isSegment =
    isPartList(segment) && segment.parts.every(({ prints }) => prints) && countRows(segment.parts) === count
  return isSegment ? segment : undefined
}

export function isPartList(value: unknown): value is PartList {
  const { parts, zone } = (value ?? {}) as Partial<PartList>
  return Array.isArray(parts) && parts.every(isPart) && typeof zone === 'string'
}

function isPart(value: unknown): boolean {
  const { name, count, bytes, first, last, groups, prints } = (value ?? {}) as Partial<Part>
  return (
    typeof name === 'string' &&
    Number.isSafeInteger(count) &&
    (count as number) > 0 &&
    [bytes, first, last].every(Number.isFinite) &&
    Array.isArray(groups) &&
    groups.every(isRun) &&
    groups.reduce((sum, [, rows]: Run) => sum + rows, 0) === count &&
    (prints === undefined || (prints instanceof Uint32Array && prints.length === count))
  )
}

function isRun(value: unknown): value is Run {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isSafeInteger) && value[1] > 0
}
