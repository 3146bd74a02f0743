/**
 * Finds the positions of rows and headings by their rectangles. `elementsFromPoint` takes 10 ms with thousands of
 * shadow roots, and finds nothing in lists that ignore the pointer while scrolling.
 */
import type { MountedList } from '../list.ts'
import { walkDeep } from './walk-deep.ts'

/** Page coordinates in CSS pixels. */
interface Place {
  top: number
  bottom: number
}

/** Upper limit of a virtualized list's elements. A list with more elements has them in document order. */
const MAX_IN_WINDOW = 200

/** @returns a function that finds the rows and headings between two heights */
export function createPlaceFinder({
  scroller,
  row,
  head,
}: MountedList): (top: number, bottom: number) => Place[] {
  const selector = head ? `${row}, ${head}` : row
  let roots: ParentNode[] = []
  let elements: Element[] = []
  let isChanged = true
  const observer = new MutationObserver(() => (isChanged = true))

  function findRoots(): void {
    const found = new Set<ParentNode>()
    for (const element of walkDeep(scroller))
      if (element.matches(selector))
        found.add(
          element.getRootNode() === scroller.getRootNode() ? scroller : (element.getRootNode() as ShadowRoot),
        )
    roots = [...found]
    observer.disconnect()
    for (const root of roots) observer.observe(root, { childList: true, subtree: true })
  }

  return (top, bottom) => {
    if (roots.length === 0) findRoots()
    if (isChanged || elements.length <= MAX_IN_WINDOW)
      elements = roots.flatMap((root) => [...root.querySelectorAll(selector)])
    isChanged = false
    const isInOrder = elements.length > MAX_IN_WINDOW
    const places: Place[] = []
    for (let at = isInOrder ? findFirst(elements, top) : 0; at < elements.length; at += 1) {
      const place = elements[at]!.getBoundingClientRect()
      if (place.top < bottom && place.bottom > top) places.push(place)
      else if (isInOrder && place.top >= bottom) break
    }
    return places
  }
}

/** Index of the first element, in document order, that ends below a height. */
function findFirst(elements: readonly Element[], top: number): number {
  let from = 0
  let to = elements.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (elements[middle]!.getBoundingClientRect().bottom <= top) from = middle + 1
    else to = middle
  }
  return from
}
