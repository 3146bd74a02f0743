/** react-window 2. */
import { useCallback, useEffect, useRef } from 'react'
import { List } from 'react-window'
import { mountReact } from './mount-react.ts'
import { OVERSCAN, ROW, RowView } from './row-view.tsx'
import { usePages } from './use-pages.ts'

export default {
  name: 'react-window 2',
  mount(container, source) {
    const handle = { current: null }
    return {
      ...mountReact(container, <WindowList source={source} handle={handle} />, (place) =>
        place.querySelector('.scroller'),
      ),
      scrollToRow: (index) => handle.current.scrollToRow({ index, align: 'start' }),
    }
  },
}

function WindowList({ source, handle }) {
  const { rows, count, onView } = usePages(source)
  const last = useRef(0)
  const onRows = useCallback(
    ({ stopIndex }) => {
      last.current = stopIndex
      onView(stopIndex)
    },
    [onView],
  )
  useEffect(() => onView(last.current), [onView])
  return (
    <List
      listRef={handle}
      className="scroller"
      rowComponent={Place}
      rowProps={{ rows }}
      rowCount={count}
      rowHeight={ROW}
      overscanCount={OVERSCAN}
      onRowsRendered={onRows}
    />
  )
}

function Place({ index, rows, style }) {
  return (
    <div style={style}>
      <RowView index={index} row={rows[index]} />
    </div>
  )
}
