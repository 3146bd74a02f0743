/** Renders synchronously, so that the list's elements exist on return. */
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { MountedList } from '../list.ts'

export function mountReact(
  container: HTMLElement,
  list: ReactNode,
  findScroller: (container: HTMLElement) => Element | null,
): Pick<MountedList, 'scroller' | 'row' | 'indexOf' | 'unmount'> {
  const root = createRoot(container)
  flushSync(() => root.render(list))
  return {
    scroller: findScroller(container) as HTMLElement,
    row: '[data-index]',
    indexOf: (row) => Number((row as HTMLElement).dataset['index']),
    unmount: () => root.unmount(),
  }
}
