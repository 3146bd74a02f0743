/**
 * Long lists never cross the worker boundary whole. The worker pushes a head (how many rows there are and
 * which changed); the page pulls the pages that it shows.
 */

/** Rows in one page, and the unit in which the page asks for them. */
export const PAGE_SIZE = 100

/** Half-open range of row indices: [from, to). */
export type Range = readonly [from: number, to: number]

export interface ListHead {
  /** Grows with each change of the list. */
  version: number
  /** The version that `dirty` is relative to. A reader that holds another version takes every row as changed. */
  since: number
  /** Rows whose content or position changed from `since` to `version`. */
  dirty: readonly Range[]
  /** Number of rows that are known now. */
  total: number
}

export interface Page<Row> {
  /** The version of the list that these rows belong to. */
  version: number
  /** Rows `index * PAGE_SIZE` and following: at most PAGE_SIZE, empty past the end. */
  rows: readonly Row[]
}

/**
 * A page as it crosses between the threads. Its bytes are transferred, not copied, and each row is parsed when it is drawn:
 * parsing a hundred rows at once causes half of the main thread's garbage.
 */
export interface PackedPage {
  version: number
  /** See `row-bytes.ts`. */
  rows: Uint8Array<ArrayBuffer>
}
