/** Moves an element smoothly to its new position after a layout change, so that what the person presses does not jump. */
import { type RefObject, useLayoutEffect, useRef } from 'react'
import { readTime } from '../base/read-time.ts'

/** Returns a function that records the position. Call it right before the change. */
export function useSlide(moving: RefObject<HTMLElement | null>): () => void {
  const before = useRef<number>(undefined)
  useLayoutEffect(() => {
    const element = moving.current
    const from = before.current
    before.current = undefined
    if (!element?.animate || from === undefined || from === element.offsetTop) return
    element.animate([{ translate: `0 ${from - element.offsetTop}px` }, {}], {
      duration: readTime(element, '--bf-t-view'),
      easing: 'cubic-bezier(.2,.8,.2,1)',
    })
  })
  return () => (before.current = moving.current?.offsetTop)
}
