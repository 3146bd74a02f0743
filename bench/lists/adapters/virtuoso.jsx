/** react-virtuoso. */
import { useCallback, useEffect, useRef } from 'react'
import { Virtuoso } from 'react-virtuoso'
import { mountReact } from './mount-react.ts'
import { OVERSCAN, ROW, RowView } from './row-view.tsx'
import { usePages } from './use-pages.ts'

export default {
  name: 'react-virtuoso',
  mount(container, source) {
    const handle = { current: null }
    return {
      ...mountReact(container, <VirtuosoList source={source} handle={handle} />, (place) =>
        place.querySelector('[data-virtuoso-scroller]'),
      ),
      scrollToRow: (index) => handle.current.scrollToIndex({ index, align: 'start' }),
    }
  },
}

function VirtuosoList({ source, handle }) {
  const { rows, count, onView } = usePages(source)
  const last = useRef(0)
  const onRange = useCallback(
    ({ endIndex }) => {
      last.current = endIndex
      onView(endIndex)
    },
    [onView],
  )
  useEffect(() => onView(last.current), [onView])
  return (
    <Virtuoso
      ref={handle}
      style={{ height: '100%' }}
      totalCount={count}
      fixedItemHeight={ROW}
      increaseViewportBy={OVERSCAN * ROW}
      rangeChanged={onRange}
      context={rows}
      itemContent={drawRow}
    />
  )
}

function drawRow(index, _, rows) {
  return <RowView index={index} row={rows[index]} />
}
