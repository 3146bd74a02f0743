/**
 * The worker never sends a long list whole. It sends a head: how many rows there are, and which changed. The web page
 * then requests only the parts of the list that are on screen.
 */

/** Rows in one page of a list. The web page requests whole pages of a list. */
export const PAGE_SIZE = 100

/** Half-open range of row indices: [from, to). */
export type Range = readonly [from: number, to: number]

export interface ListHead {
  /** Increases with each change of the list. */
  version: number
  /**
   * The version that `dirty` is relative to. A web page that holds rows of any other version must fetch all rows again.
   */
  since: number
  /** Rows whose content or position changed from `since` to `version`. */
  dirty: readonly Range[]
  /** Number of rows that are known so far. */
  total: number
}

export interface Page<Row> {
  /** The version of the list that these rows belong to. */
  version: number
  /** At most PAGE_SIZE rows, from row `index * PAGE_SIZE` on. Empty beyond the end. */
  rows: readonly Row[]
}

/**
 * A page of a list as it crosses between the threads. Its bytes are transferred, not copied. Each row is parsed when it
 * is drawn: parsing all hundred rows at once would cause half of the main thread's garbage.
 */
export interface PackedPage {
  version: number
  /** In the form of `row-bytes.ts`. */
  rows: Uint8Array<ArrayBuffer>
}
