/** A person at the page with a mouse, in whichever engine. What is waited for is waited for in the page: one request. */
import { expect } from 'vitest'
import type { Driver, Point } from './driver.ts'

export interface PointerVisit {
  /** `given` as JSON can hold it. */
  evaluate<T, G = undefined>(inPage: (given: G) => T | Promise<T>, given?: G): Promise<T>
  /** Presses the middle of what is called so (or matches a selector: `#id`, `.class`), as soon as it rests and nothing covers it. */
  click(name: string): Promise<void>
  /** Until what is read in the page is what is expected; `patience` in ms. */
  expectSoon<T>(read: () => T, expected: NoInfer<T>, patience?: number): Promise<void>
}

export function createPointerVisit(driver: Driver): PointerVisit {
  const evaluate: PointerVisit['evaluate'] = (inPage, given) =>
    driver.evaluate(`(${inPage})(${given === undefined ? '' : JSON.stringify(given)})`) as never
  return {
    evaluate,
    async click(name) {
      const point = await evaluate(waitForRest, name)
      if (!point) throw new Error(`There is nothing to press that is called ${name}, or it is covered.`)
      await driver.click(point)
    },
    async expectSoon(read, expected, patience = 10_000) {
      const wanted = JSON.stringify(expected)
      expect(await driver.evaluate(`(${waitToRead})(${read}, ${wanted}, ${patience})`)).toEqual(expected)
    },
  }
}

/** In the page. */
async function waitToRead(read: () => unknown, expected: unknown, patience: number): Promise<unknown> {
  const ends = performance.now() + patience
  while (JSON.stringify(read()) !== JSON.stringify(expected) && performance.now() < ends)
    await new Promise((resolve) => setTimeout(resolve, 20))
  return read()
}

/** In the page. */
async function waitForRest(name: string): Promise<Point | undefined> {
  const list = (root: ParentNode): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>('*')].flatMap((element) => [
      element,
      ...(element.shadowRoot ? list(element.shadowRoot) : []),
    ])
  const isCalledSo = (element: HTMLElement) =>
    /^[#.]/.test(name)
      ? element.matches(name)
      : (element.ariaLabel ?? element.innerText?.trim()) === name && !element.matches('script, style')
  const find = (): Point | undefined => {
    const found = list(document).findLast((element) => isCalledSo(element) && element.checkVisibility())
    if (!found) return undefined
    const { left, top, width, height } = found.getBoundingClientRect()
    const point = { x: left + width / 2, y: top + height / 2 }
    const root = found.getRootNode() as Document | ShadowRoot
    return found.contains(root.elementFromPoint(point.x, point.y)) ? point : undefined
  }
  let last: Point | undefined
  let rests = 0
  for (const ends = performance.now() + 10_000; performance.now() < ends;) {
    const point = find()
    rests = point && point.x === last?.x && point.y === last.y ? rests + 1 : 0
    if (rests === 3) return point
    last = point
    await new Promise(requestAnimationFrame)
  }
  return undefined
}
