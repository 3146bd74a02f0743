/** A list without virtualization: every row is an element. */
import { useCallback, useEffect, useRef } from 'react'
import type { List, Source } from '../list.ts'
import { mountReact } from './mount-react.ts'
import { ROW, RowView } from './row-view.tsx'
import { usePages } from './use-pages.ts'

export default {
  name: 'Plain list',
  mount(container, source) {
    return {
      ...mountReact(container, <PlainList source={source} />, ({ firstElementChild }) => firstElementChild),
      scrollToRow: (index) => container.querySelector(`[data-index="${index}"]`)?.scrollIntoView(),
    }
  },
} satisfies List

function PlainList({ source }: { source: Source }) {
  const { rows, count, onView } = usePages(source)
  const scroller = useRef<HTMLDivElement>(null)
  const look = useCallback(() => {
    const { scrollTop, clientHeight } = scroller.current!
    onView(Math.ceil((scrollTop + clientHeight) / ROW))
  }, [onView])
  useEffect(look, [look])
  return (
    <div ref={scroller} className="scroller" onScroll={look}>
      {rows.slice(0, count).map((row, index) => (
        <RowView key={row.id} index={index} row={row} />
      ))}
    </div>
  )
}
