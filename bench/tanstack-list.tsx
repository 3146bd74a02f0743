/** Runs in the page: a list by TanStack Virtual in the place of Billfold's, with rows of the same elements. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { createElement, memo, type ReactNode, useRef } from 'react'
import { createRoot } from 'react-dom/client'

/** Of an element: name, attributes as React calls them, and what is in it. */
export type Tree = string | [name: string, attributes: Record<string, string>, ...children: Tree[]]

export interface TanstackInput {
  /** Rows of Billfold's list; they come again and again. */
  trees: readonly Tree[]
  total: number
}

const ROW = 60

function showTanstackList(place: Element, { trees, total }: TanstackInput): void {
  const container = document.createElement('div')
  container.style.cssText = 'position: absolute; inset: 0; z-index: 1; display: none'
  place.append(container)
  createRoot(container).render(<TanstackList trees={trees} total={total} />)
}

function TanstackList({ trees, total }: TanstackInput) {
  const scroller = useRef<HTMLDivElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- as everybody uses it
  const list = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    // As many as Billfold's list draws ahead.
    overscan: 7,
  })
  return (
    <div className="scroll tanstack" ref={scroller} style={{ height: '100%' }}>
      <div className="window" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ key, index, start }) => (
          <Row key={key} top={start} tree={trees[index % trees.length]!} />
        ))}
      </div>
    </div>
  )
}

const Row = memo(function Row({ top, tree }: { top: number; tree: Tree }) {
  return (
    <div className="slot" data-row="" style={{ top }}>
      {draw(tree)}
    </div>
  )
})

function draw(tree: Tree): ReactNode {
  if (typeof tree === 'string') return tree
  const [name, attributes, ...children] = tree
  return createElement(name, attributes, ...children.map(draw))
}

Object.assign(globalThis, { showTanstackList })
