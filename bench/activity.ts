/**
 * `activity`: a history of n transactions on the busy demo page. Clicks the tab, loads the whole history, scrolls, and
 * closes. `lists/` measures what scrolling looks like.
 */
import type { Browser, Page } from 'playwright-core'
import { type Journey, startJourney } from '../sandbox/people/journey.ts'
import { ours } from '../sandbox/ours.ts'
import type { Sandbox } from '../sandbox/start.ts'
import { type Result, toResults } from './result.ts'
import { measureUndisturbed, readStolen } from './stolen.ts'
import { type Span, startThreadClock } from './thread-time.ts'
import { readRendererCpu, readSizes, startWatching } from './watch-page.ts'

const units = {
  longest_task_ms: 'ms',
  longest_task_wall_ms: 'ms',
  total_blocking_ms: 'ms',
  longest_frame_ms: 'ms',
  first_rows_ms: 'ms',
  loaded_ms: 'ms',
  load_busy_ms: 'ms',
  dom_nodes: 'count',
  heap_mb: 'MB',
  idle_frames_dropped: 'count',
  open_frames_dropped: 'count',
  rows: 'count',
  cpu_ms: 'ms',
  stolen_ms: 'ms',
} as const

export async function benchActivity(
  browser: Browser,
  sandbox: Sandbox,
  { counts, throttles, runs }: { counts: readonly number[]; throttles: readonly number[]; runs: number },
): Promise<Result[]> {
  const results: Result[] = []
  for (const n of counts) {
    await sandbox.control.generate({ account: sandbox.accounts.mara, count: n, seed: 7 })
    for (const throttle of throttles) {
      const samples = []
      for (let run = 0; run < runs; run++) samples.push(await visit(browser, sandbox, throttle))
      results.push(...toResults({ scenario: 'activity', n, throttle }, units, samples))
    }
  }
  await sandbox.control.reset()
  return results
}

async function visit(browser: Browser, sandbox: Sandbox, throttle: number): Promise<Record<string, number>> {
  const journey = await startJourney(browser, sandbox)
  const { page, context, modal } = journey
  try {
    await journey.goto()
    await journey.connect('Harbor')
    const cdp = await context.newCDPSession(page)
    const browserCdp = await browser.newBrowserCDPSession()
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle })

    // Count the missed frames of the page alone, then under the open modal. Each count takes two seconds, like a
    // scroll.
    const stolen = readStolen()
    const idle_frames_dropped = await countAtRest(page)
    // Connecting has already loaded React and the dialog; `open.ts` measures the first opening.
    await journey.open()
    await modal.getByText(/^Updated /).waitFor()
    const open_frames_dropped = await countAtRest(page)

    const cpu = await readRendererCpu(browserCdp)
    const stopClock = await startThreadClock(browser, page)
    const stop = await startWatching(page, ours)
    const alone = await rest(page)
    const first_rows_ms = await showActivity(journey)
    const loaded = await loadAll(page)
    let dom_nodes = 0
    for (const step of steps) dom_nodes = Math.max(dom_nodes, await scroll(page, step))
    const rows = await readRows(page)
    await journey.close()
    const watched = await stop()
    const readThread = await stopClock()
    const cpu_ms = (await readRendererCpu(browserCdp)) - cpu
    // Read the heap last: the garbage collection before it also discards compiled code, which slows what follows.
    await journey.open()
    await showActivity(journey)
    await scroll(page, 4_000)
    const sizes = await readSizes(page, cdp)
    const tasks = watched.tasks.map(readThread)
    return {
      longest_task_ms: Math.max(0, ...tasks),
      longest_task_wall_ms: Math.max(0, ...watched.tasks.map(({ duration }) => duration)),
      total_blocking_ms: tasks.reduce((sum, time) => sum + Math.max(0, time - 50), 0),
      longest_frame_ms: watched.longest_frame_ms,
      first_rows_ms,
      loaded_ms: loaded.duration,
      // Subtract the demo page's constant work.
      load_busy_ms: readThread(loaded) - (readThread(alone) / alone.duration) * loaded.duration,
      dom_nodes: Math.max(dom_nodes, sizes.dom_nodes),
      heap_mb: sizes.heap_mb,
      idle_frames_dropped,
      open_frames_dropped,
      rows,
      cpu_ms,
      stolen_ms: readStolen() - stolen,
    }
  } finally {
    await journey.end()
  }
}

/** CSS pixels per frame: like a wheel turn, a flick of a finger, and dragging the scrollbar. */
const steps = [40, 400, 4_000] as const

/** Missed frames in 2 s without input. */
async function countAtRest(page: Page): Promise<number> {
  return measureUndisturbed(async () => {
    const stop = await startFrameCount(page)
    await page.waitForTimeout(2_000)
    return stop()
  })
}

/** Waits two seconds without input. */
async function rest(page: Page): Promise<Span> {
  const start = await page.evaluate(() => performance.now())
  await page.waitForTimeout(2_000)
  return { start, duration: (await page.evaluate(() => performance.now())) - start }
}

/** Milliseconds from the click to the frame with the first row. */
async function showActivity({ page, modal }: Journey): Promise<number> {
  await modal.getByRole('tab', { name: 'Activity' }).waitFor()
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const shadow = document.querySelector('billfold-modal')!.shadowRoot!
        const tab = [...shadow.querySelectorAll<HTMLElement>('[role=tab]')].at(-1)!
        const started = performance.now()
        tab.click()
        const look = () => {
          if (shadow.querySelector('[data-row] button:not(.waiting)')) {
            requestAnimationFrame(() => resolve(performance.now() - started))
          } else requestAnimationFrame(look)
        }
        look()
      }),
  )
}

/** Scrolls to the end again and again until there are no older transactions. */
async function loadAll(page: Page): Promise<Span> {
  return page.evaluate(
    () =>
      new Promise<Span>((resolve) => {
        const shadow = document.querySelector('billfold-modal')!.shadowRoot!
        const started = performance.now()
        const look = () => {
          const scroller = shadow.querySelector<HTMLElement>('[role=tabpanel] .scroll')!
          if (shadow.querySelector('.foot')?.textContent?.startsWith('End of activity')) {
            resolve({ start: started, duration: performance.now() - started })
            return
          }
          // A value beyond any height, so that the layout needn't be read.
          scroller.scrollTop = 1e9
          requestAnimationFrame(look)
        }
        look()
      }),
  )
}

/**
 * Scrolls for two seconds from the top at `step` CSS pixels per frame, again from the top after the end.
 * @returns maximum number of elements
 */
async function scroll(page: Page, step: number): Promise<number> {
  return page.evaluate(
    (px) =>
      new Promise<number>((resolve) => {
        const shadow = document.querySelector('billfold-modal')!.shadowRoot!
        const scroller = shadow.querySelector<HTMLElement>('[role=tabpanel] .scroll')!
        const last = scroller.scrollHeight - scroller.clientHeight
        const ends = performance.now() + 2_000
        let top = 0
        let elements = 0
        const next = () => {
          if (performance.now() > ends) return resolve(elements)
          elements = Math.max(elements, shadow.querySelectorAll('*').length)
          top = (top + px) % last
          scroller.scrollTop = top
          requestAnimationFrame(next)
        }
        next()
      }),
    step,
  )
}

/** Counts missed frames until the returned function is called. */
async function startFrameCount(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    let last = 0
    let dropped = 0
    let running = true
    const frameTime = 1000 / 60
    const tick = (now: number) => {
      if (last > 0 && now - last > 1.5 * frameTime) dropped += Math.round((now - last) / frameTime) - 1
      last = now
      if (running) requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
    Object.assign(window, { stopFrameCount: () => ((running = false), dropped) })
  })
  return () => page.evaluate(() => (window as unknown as { stopFrameCount(): number }).stopFrameCount())
}

async function readRows(page: Page): Promise<number> {
  return page.evaluate(() => {
    const shadow = document.querySelector('billfold-modal')!.shadowRoot!
    return Number(shadow.querySelector('[data-row]')?.getAttribute('aria-setsize') ?? 0)
  })
}
