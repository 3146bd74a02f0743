/** What a list brings to be measured, and what it is given. */

export interface List {
  /** Stands in the table and in the plots. */
  name: string
  /**
   * What an app has done before somebody opens the list: connecting, loading code, starting a worker. Not measured. Fetch
   * no rows here.
   */
  prepare?(container: HTMLElement, source: Source): Promise<void>
  /** Draws the list into an empty element of the given size and starts to fetch. Measured until its first rows are painted. */
  mount(container: HTMLElement, source: Source, size: Size): MountedList | Promise<MountedList>
}

/** px */
export interface Size {
  width: number
  height: number
}

export interface MountedList {
  /** The element that scrolls. As high as `size.height`. */
  scroller: HTMLElement
  /** CSS selector of a row that shows its transaction. It must not match placeholders. Shadow roots are looked into. */
  row: string
  /** CSS selector of what else fills the list, such as the title of a month. */
  head?: string
  /** Index of the row in the history: 0 is the newest transaction. */
  indexOf(row: Element): number
  /** Moves the row to the upper edge of the view. Without it the harness scrolls to where the row ought to be. */
  scrollToRow?(index: number): void
  /** Removes the list. */
  unmount(): void
}

/** The history that all lists show. */
export interface Source {
  /** Base URL of the API, for lists that fetch by themselves: `GET {api}/v1/account/{account}/history?cursor=…`. */
  api: string
  /** Address of the account. */
  account: string
  /** Transactions in the whole history. */
  total: number
  /**
   * Fetches the next older page of 500 rows. @returns undefined after the last page. Call it when the view comes near the
   * last row, and one call at a time.
   */
  fetchNext(): Promise<readonly Row[] | undefined>
}

/** A transaction, ready to be drawn. */
export interface Row {
  id: string
  /** "Sent". */
  title: string
  /** "to 0x71c4…c02a"; empty if unknown. */
  party: string
  /** "18 Nov 2026". */
  date: string
  /** "−12.5 DRIFT"; empty if nothing moved. */
  amount: string
  /** "$173.40"; empty if unknown. */
  value: string
  status: 'confirmed' | 'pending' | 'failed'
}
