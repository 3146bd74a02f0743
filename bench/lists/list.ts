/** The interface of a list in the benchmark: `export default { … } satisfies List`. */

export interface List {
  /** Name in the table and the plots. */
  name: string
  /**
   * Does the app's work before the list opens: connecting, loading code, starting a worker. Not measured. Must not
   * fetch rows.
   */
  prepare?(container: HTMLElement, source: Source): Promise<void>
  /**
   * Draws the list into an empty element of the given size and starts to fetch. Measured until the first rows are
   * painted.
   */
  mount(container: HTMLElement, source: Source, size: Size): MountedList | Promise<MountedList>
}

/** CSS pixels. */
export interface Size {
  width: number
  height: number
}

export interface MountedList {
  /**
   * The element that scrolls, in the document when `mount` has returned (in React, render with `flushSync`). Its height
   * is `size.height`.
   */
  scroller: HTMLElement
  /** CSS selector of a row that shows its transaction; must not match placeholders. Also searched in shadow roots. */
  row: string
  /** CSS selector of other content in the list, such as month titles; absent: rows only. */
  head?: string
  /** Index of the row in the history: 0 is the newest transaction. An integer for every element that `row` matches. */
  indexOf(row: Element): number
  /** Moves the row to the view's upper edge. Absent: the benchmark scrolls to the row's share of the height. */
  scrollToRow?(index: number): void
  unmount(): void
}

/** The history, the same for all lists. */
export interface Source {
  /** Base URL of the API, for lists that fetch themselves: `GET {api}/v1/account/{account}/history?cursor=…`. */
  api: string
  /** Address of the account. */
  account: string
  /** Number of transactions in the whole history. The list may be that high from the start, or grow with each page. */
  total: number
  /**
   * Fetches the next older page of 500 rows. Call it once at first, then when the view comes near the last row. Rejects
   * if the previous call has not ended.
   * @returns undefined after the last page
   */
  fetchNext(): Promise<readonly Row[] | undefined>
}

/** A transaction as texts for display. */
export interface Row {
  id: string
  /** For example "Sent". */
  title: string
  /** For example "to 0x71c4…c02a"; empty if unknown. */
  party: string
  /** For example "18 Nov 2026". */
  date: string
  /** For example "−12.5 DRIFT"; empty if the transaction transferred nothing. */
  amount: string
  /** For example "$173.40"; empty if unknown. */
  value: string
  status: 'confirmed' | 'pending' | 'failed'
}
