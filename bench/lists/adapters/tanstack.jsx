/** TanStack Virtual. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useImperativeHandle, useRef } from 'react'
import { mountReact } from './mount-react.ts'
import { OVERSCAN, ROW, RowView } from './row-view.tsx'
import { usePages } from './use-pages.ts'

export default {
  name: 'TanStack Virtual',
  mount(container, source) {
    const handle = {}
    const list = <TanstackList source={source} ref={(value) => Object.assign(handle, value)} />
    return {
      ...mountReact(container, list, ({ firstElementChild }) => firstElementChild),
      scrollToRow: (index) => handle.scrollToIndex(index, { align: 'start' }),
    }
  },
}

function TanstackList({ source, ref }) {
  const { rows, count, onView } = usePages(source)
  const scroller = useRef(null)
  // oxlint-disable-next-line react/incompatible-library -- its documented use
  const list = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: OVERSCAN,
  })
  useImperativeHandle(ref, () => list, [list])
  const items = list.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => onView(last), [last, onView])
  return (
    <div ref={scroller} className="scroller">
      <div style={{ position: 'relative', height: list.getTotalSize() }}>
        {items.map(({ key, index, start }) => (
          <div key={key} className="place" style={{ transform: `translateY(${start}px)` }}>
            <RowView index={index} row={rows[index]} />
          </div>
        ))}
      </div>
    </div>
  )
}
