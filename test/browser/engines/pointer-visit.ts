/** A person who uses the page by mouse, in any engine. Waiting happens in the page, which takes only one request. */
import { expect } from 'vitest'
import type { Driver, Point } from './driver.ts'

export interface PointerVisit {
  /** Runs a function in the page. @param given passed as JSON */
  evaluate<T, G = undefined>(inPage: (given: G) => T | Promise<T>, given?: G): Promise<T>
  /**
   * Clicks the centre of an element once it doesn't move and nothing covers it.
   * @param name name, or selector (`#id`, `.class`)
   */
  click(name: string): Promise<void>
  /** Waits until `read`, which runs in the page, returns the expected value. @param patience milliseconds */
  expectSoon<T>(read: () => T, expected: NoInfer<T>, patience?: number): Promise<void>
}

export function createPointerVisit(driver: Driver): PointerVisit {
  const evaluate: PointerVisit['evaluate'] = (inPage, given) =>
    driver.evaluate(`(${inPage})(${given === undefined ? '' : JSON.stringify(given)})`) as never
  return {
    evaluate,
    async click(name) {
      const point = await evaluate(waitForRest, name)
      if (!point) throw new Error(`${name} did not appear, or is covered.`)
      await driver.click(point)
    },
    async expectSoon(read, expected, patience = 10_000) {
      const wanted = JSON.stringify(expected)
      expect(await driver.evaluate(`(${waitToRead})(${read}, ${wanted}, ${patience})`)).toEqual(expected)
    },
  }
}

/** Runs in the page: waits until `read` returns the expected value. Returns the last value that was read. */
async function waitToRead(read: () => unknown, expected: unknown, patience: number): Promise<unknown> {
  const ends = performance.now() + patience
  while (JSON.stringify(read()) !== JSON.stringify(expected) && performance.now() < ends)
    await new Promise((resolve) => setTimeout(resolve, 20))
  return read()
}

/** Runs in the page: the centre of an element, once the element doesn't move and nothing covers it. */
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
