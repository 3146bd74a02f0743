/**
 * Measures the main thread while a page loads, and from a click until a wallet is painted. Uses Chromium's trace and
 * the thread's own clock, which doesn't run while other processes use the processor.
 */
import type { Browser, Page } from 'playwright-core'
import { stopTracing, type TraceEvent } from '../thread-time.ts'

/** Milliseconds of the main thread's CPU time. */
export interface Opening {
  /** From navigation until the page is quiet. */
  load_busy_ms: number
  /** From the click until the wallet is painted. */
  open_busy_ms: number
  open_longest_task_ms: number
  /** Wall-clock milliseconds from the click until the wallet is painted. */
  open_ms: number
}

/** @param load navigates to the page and waits until it is quiet */
export async function watchOpening(
  browser: Browser,
  page: Page,
  wallet: string,
  load: () => Promise<void>,
): Promise<Opening> {
  const categories = ['-*', 'toplevel', 'disabled-by-default-devtools.timeline', 'blink.user_timing']
  await browser.startTracing(page, { categories })
  await load()
  await openModal(page, wallet)
  const traceEvents = await stopTracing(browser)
  const clicked = traceEvents.find(({ name }) => name === 'bench-clicked')
  const shown = traceEvents.find(({ name }) => name === 'bench-shown')
  if (!clicked || !shown) throw new Error('The page’s trace lacks the benchmark’s marks.')
  const tasks = traceEvents.filter(
    ({ name, pid, tid }) => name === 'RunTask' && pid === clicked.pid && tid === clicked.tid,
  )
  const loading = tasks.filter(({ ts, dur = 0 }) => ts + dur < clicked.ts)
  const opening = tasks.filter((task) => !loading.includes(task) && task.ts <= shown.ts)
  return {
    load_busy_ms: sum(loading.map(toMs)),
    open_busy_ms: sum(opening.map(toMs)),
    open_longest_task_ms: Math.max(...opening.map(toMs)),
    open_ms: (shown.ts - clicked.ts) / 1_000,
  }
}

/**
 * Clicks, and waits until the wallet's name is painted. There is no hover before the click, as on a phone, so the
 * result includes code that a modal prefetches on hover.
 */
export async function openModal(page: Page, wallet: string): Promise<void> {
  await page.locator('header button').evaluate(
    (button, wallet) =>
      new Promise<void>((resolve, reject) => {
        const started = performance.now()
        const isShown = (element: Element): boolean =>
          [...element.childNodes].some((node) => node instanceof Text && node.data.trim() === wallet) &&
          element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        const holds = (root: ParentNode): boolean =>
          [...root.querySelectorAll('*')].some(
            (element) => isShown(element) || (element.shadowRoot !== null && holds(element.shadowRoot)),
          )
        const look = () => {
          if (performance.now() - started > 60_000)
            return reject(new Error(`${wallet} did not appear within 60 s.`))
          if (!holds(document)) return requestAnimationFrame(look)
          // The frame is painted before the next task, so measure in that task.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            performance.mark('bench-shown')
            resolve()
          }
          return port2.postMessage(undefined)
        }
        performance.mark('bench-clicked')
        ;(button as HTMLElement).click()
        requestAnimationFrame(look)
      }),
    wallet,
  )
}

function toMs({ tdur = 0 }: TraceEvent): number {
  return tdur / 1_000
}

function sum(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
