/** Collects the fetched rows, and fetches the next page when the view comes near their end. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Row, Source } from '../list.ts'

/** Number of rows before the end at which the next page is fetched. */
const NEAR = 100

export interface Pages {
  /** The same array grows in place: copying a million rows for each page would distort the measurement. */
  rows: readonly Row[]
  /** Number of fetched rows. */
  count: number
  /** Must be called with the last row in view. The function changes when rows arrive; call the new one then. */
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
        // Leave the flag set after the last page, so that fetching stops.
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
