/** The rows that were fetched so far, and the next page when the view comes near their end. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Row, Source } from '../list.ts'

/** Rows before the end at which the next page is fetched. */
const NEAR = 100

export interface Pages {
  /** Grows in place: copying a million rows with each page would be the harness's work, not the list's. */
  rows: readonly Row[]
  /** Rows that are there. */
  count: number
  /** The last row in view. Another function when rows have come: call it again then. */
  onView(last: number): void
}

export function usePages(source: Source): Pages {
  const [rows] = useState<Row[]>(() => [])
  const [count, setCount] = useState(0)
  const isFetching = useRef(false)
  const onView = useCallback(
    (last: number) => {
      if (isFetching.current || last < count - NEAR) return
      isFetching.current = true
      void source.fetchNext().then((page) => {
        // After the last page it stays set: there is nothing to fetch.
        if (!page) return
        isFetching.current = false
        append(rows, page)
        setCount(rows.length)
      })
    },
    [source, rows, count],
  )
  useEffect(() => onView(0), [onView])
  return { rows, count, onView }
}

function append(rows: Row[], page: readonly Row[]): void {
  for (const row of page) rows.push(row)
}
