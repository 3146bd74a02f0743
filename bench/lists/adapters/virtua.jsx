/** virtua. */
import { useCallback, useEffect, useRef } from 'react'
import { VList } from 'virtua'
import { mountReact } from './mount-react.ts'
import { OVERSCAN, ROW, RowView } from './row-view.tsx'
import { usePages } from './use-pages.ts'

export default {
  name: 'virtua',
  mount(container, source, { height }) {
    const handle = { current: null }
    return {
      ...mountReact(container, <VirtuaList source={source} handle={handle} height={height} />, (place) =>
        place.querySelector('.scroller'),
      ),
      scrollToRow: (index) => handle.current.scrollToIndex(index, { align: 'start' }),
    }
  },
}

function VirtuaList({ source, handle, height }) {
  const { rows, count, onView } = usePages(source)
  const top = useRef(0)
  const look = useCallback(
    (offset) => {
      top.current = offset
      onView(Math.ceil((offset + height) / ROW))
    },
    [height, onView],
  )
  useEffect(() => look(top.current), [look])
  return (
    <VList
      ref={handle}
      className="scroller"
      data={{ length: count }}
      itemSize={ROW}
      bufferSize={OVERSCAN * ROW}
      onScroll={look}
    >
      {(_, index) => <RowView key={index} index={index} row={rows[index]} />}
    </VList>
  )
}
