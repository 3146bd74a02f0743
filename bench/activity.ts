/**
 * `activity`: a history of n transactions on the busy demo page, from the click on its tab over loading all of it and
 * scrolling to closing. Beside each way of scrolling stands that of a plain list in the same place, by turns: what is
 * dropped there is dropped anyhow. Frames are counted when others leave the machine alone (see stolen.ts).
 */
import type { Browser, CDPSession, Locator, Page } from 'playwright-core'
import { type Journey, startJourney } from '../sandbox/journey.ts'
import { ours } from '../sandbox/ours.ts'
import type { Sandbox } from '../sandbox/start.ts'
import { getMedian, type Result, toResults } from './result.ts'
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
  scroll_frames_dropped: 'count',
  scroll_frames_dropped_40: 'count',
  scroll_frames_dropped_400: 'count',
  scroll_frames_dropped_4000: 'count',
  wheel_frames_dropped_40: 'count',
  wheel_frames_dropped_400: 'count',
  idle_frames_dropped: 'count',
  open_frames_dropped: 'count',
  plain_frames_dropped_40: 'count',
  plain_frames_dropped_400: 'count',
  plain_frames_dropped_4000: 'count',
  plain_wheel_frames_dropped_40: 'count',
  plain_wheel_frames_dropped_400: 'count',
  scroll_blank_rows: 'count',
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

    // The page alone, and under an open modal, for as long as one scroll takes.
    const stolen = readStolen()
    const idle_frames_dropped = await countAtRest(page)
    // React and the dialog are there; opening is measured apart.
    await journey.open()
    await modal.getByText(/^Updated /).waitFor()
    const open_frames_dropped = await countAtRest(page)

    const cpu = await readRendererCpu(browserCdp)
    const stopClock = await startThreadClock(browser, page)
    const stop = await startWatching(page, ours)
    const alone = await rest(page)
    const first_rows_ms = await showActivity(journey)
    const loaded = await loadAll(page)
    // Looking at the rows takes time itself: frames are counted apart.
    const list = modal.locator('[role=tabpanel] .scroll')
    const { dropped, plain } = await countDropped(page, cdp, list, throttle > 1)
    let scroll_blank_rows = 0
    let dom_nodes = 0
    for (const step of steps) {
      await toTop(list)
      const seen = await look(page, step)
      scroll_blank_rows += seen.blank
      dom_nodes = Math.max(dom_nodes, seen.elements)
    }
    const rows = await readRows(page)
    await journey.close()
    const watched = await stop()
    const readThread = await stopClock()
    const cpu_ms = (await readRendererCpu(browserCdp)) - cpu
    // Only now: the collection before the heap is read throws compiled code away too, and whatever comes next is slow.
    await journey.open()
    await showActivity(journey)
    await look(page, 4_000)
    const sizes = await readSizes(page, cdp)
    const tasks = watched.tasks.map(readThread)
    return {
      longest_task_ms: Math.max(0, ...tasks),
      longest_task_wall_ms: Math.max(0, ...watched.tasks.map(({ duration }) => duration)),
      total_blocking_ms: tasks.reduce((sum, time) => sum + Math.max(0, time - 50), 0),
      longest_frame_ms: watched.longest_frame_ms,
      first_rows_ms,
      loaded_ms: loaded.duration,
      // Less what the demo page does all the time.
      load_busy_ms: readThread(loaded) - (readThread(alone) / alone.duration) * loaded.duration,
      dom_nodes: Math.max(dom_nodes, sizes.dom_nodes),
      heap_mb: sizes.heap_mb,
      scroll_frames_dropped: dropped.scroll.reduce((sum, count) => sum + count),
      ...nameBySpeed('scroll_frames_dropped', dropped.scroll),
      ...nameBySpeed('wheel_frames_dropped', dropped.wheel),
      idle_frames_dropped,
      open_frames_dropped,
      ...nameBySpeed('plain_frames_dropped', plain.scroll),
      ...nameBySpeed('plain_wheel_frames_dropped', plain.wheel),
      scroll_blank_rows,
      rows,
      cpu_ms,
      stolen_ms: readStolen() - stolen,
    }
  } finally {
    await journey.end()
  }
}

/** px a frame: a turn of the wheel, a flick of a finger, the thumb of the scrollbar. */
const steps = [40, 400, 4_000] as const

/** One figure for each of the first of `steps`: `wheel_frames_dropped_40`, `_400`. */
function nameBySpeed(metric: string, counts: readonly number[]): Record<string, number> {
  return Object.fromEntries(counts.map((count, at) => [`${metric}_${steps[at]}`, count]))
}

interface Dropped {
  /** By script, at each of `steps`. */
  scroll: number[]
  /** By wheel, at the first two of them. */
  wheel: number[]
}

/** A wheel's figures swing by ten frames on a slow page, those of a plain list too: the middle one of these counts. */
const WHEEL_TURNS = 3

/** Frames that are missing while a list is scrolled for 2 s each: Billfold's, and a plain one in its place. */
async function countDropped(
  page: Page,
  cdp: CDPSession,
  list: Locator,
  isSlow: boolean,
): Promise<{ dropped: Dropped; plain: Dropped }> {
  const dropped: Dropped = { scroll: [], wheel: [] }
  const plain: Dropped = { scroll: [], wheel: [] }
  await addPlainList(list)
  const plainList = page.locator('#plain-list')
  const count = async (way: keyof Dropped, step: number, turns = 1) => {
    const missing = { ours: [] as number[], plain: [] as number[] }
    for (let turn = 0; turn < 2 * turns; turn += 1) {
      // Each first in every second pair.
      const isPlain = turn % 4 === 0 || turn % 4 === 3
      const scroller = isPlain ? plainList : list
      // A list that still comes to rest would have to lay the other one out, and it would count as its own work.
      await page.waitForTimeout(500)
      await plainList.evaluate((element, isShown) => {
        element.style.display = isShown ? 'block' : 'none'
        return new Promise(requestAnimationFrame)
      }, isPlain)
      const counted = await measureUndisturbed(async () => {
        await toTop(scroller)
        const stop = await startFrameCount(page)
        await (way === 'scroll' ? scroll(scroller, step) : turnWheel(cdp, scroller, step))
        return stop()
      })
      missing[isPlain ? 'plain' : 'ours'].push(counted)
    }
    dropped[way].push(getMedian(missing.ours))
    plain[way].push(getMedian(missing.plain))
  }
  for (const step of steps) await count('scroll', step)
  for (const step of steps.slice(0, 2)) await count('wheel', step, isSlow ? WHEEL_TURNS : 1)
  await page.waitForTimeout(500)
  await plainList.evaluate((element) => element.remove())
  return { dropped, plain }
}

/** A list that does nothing, over Billfold's and as large: a thousand rows of one text each. */
async function addPlainList(list: Locator): Promise<void> {
  await list.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const plain = document.createElement('div')
    plain.id = 'plain-list'
    plain.style.cssText = `position: fixed; display: none; overflow: auto; background: #16181c;
      left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px`
    for (let index = 0; index < 1_000; index++) {
      const row = document.createElement('div')
      row.style.cssText = 'height: 60px; color: #fff'
      row.textContent = `Row ${index} of a list that does nothing`
      plain.append(row)
    }
    element.closest('dialog')!.append(plain)
  })
}

/** Frames that are missing in 2 s in which nobody does anything. */
async function countAtRest(page: Page): Promise<number> {
  return measureUndisturbed(async () => {
    const stop = await startFrameCount(page)
    await page.waitForTimeout(2_000)
    return stop()
  })
}

/** Two seconds in which nobody does anything. */
async function rest(page: Page): Promise<Span> {
  const start = await page.evaluate(() => performance.now())
  await page.waitForTimeout(2_000)
  return { start, duration: (await page.evaluate(() => performance.now())) - start }
}

/** From the click to the frame in which the first row stands. */
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

/** Scrolls to the end again and again, as somebody who looks for the oldest entry, until there is no older one. */
async function loadAll(page: Page): Promise<Span> {
  return page.evaluate(
    () =>
      new Promise<Span>((resolve) => {
        const shadow = document.querySelector('billfold-modal')!.shadowRoot!
        const started = performance.now()
        const look = () => {
          const scroller = shadow.querySelector<HTMLElement>('[role=tabpanel] .scroll')!
          if (shadow.querySelector('.foot')?.textContent?.startsWith('That is all')) {
            resolve({ start: started, duration: performance.now() - started })
            return
          }
          // Beyond any end: nothing of the layout needs to be read.
          scroller.scrollTop = 1e9
          requestAnimationFrame(look)
        }
        look()
      }),
  )
}

/** Two seconds of scrolling from the top at so many px a frame; at its end the list begins anew. */
async function scroll(list: Locator, step: number): Promise<void> {
  await list.evaluate(
    (element, px) =>
      new Promise<void>((resolve) => {
        const end = element.scrollHeight - element.clientHeight
        const ends = performance.now() + 2_000
        let top = 0
        const next = () => {
          if (performance.now() > ends) return resolve()
          top = (top + px) % end
          element.scrollTop = top
          requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
    step,
  )
}

/** The same in Billfold's list, counting rows in view that are drawn without content, which takes time itself. */
async function look(page: Page, step: number): Promise<{ blank: number; elements: number }> {
  return page.evaluate(
    (px) =>
      new Promise<{ blank: number; elements: number }>((resolve) => {
        const ROW = 60
        const shadow = document.querySelector('billfold-modal')!.shadowRoot!
        const scroller = shadow.querySelector<HTMLElement>('[role=tabpanel] .scroll')!
        const slots = scroller.getElementsByClassName('slot') as HTMLCollectionOf<HTMLElement>
        const view = scroller.clientHeight
        const end = scroller.querySelector<HTMLElement>('.window')!.offsetHeight
        const last = scroller.scrollHeight - view
        let top = 0
        let blank = 0
        let elements = 0
        let frames = 0
        // Reads nothing of the layout: that would be work which only the bench makes.
        const countBlank = () => {
          const to = Math.min(top + view, end)
          let drawn = 0
          for (const slot of slots) {
            const { row } = slot.dataset
            if (row !== undefined && slot.firstElementChild!.matches('.skeleton-row, .waiting')) continue
            const y = Number.parseFloat(slot.style.top)
            drawn += Math.max(0, Math.min(to, y + (row === undefined ? 38 : ROW)) - Math.max(top, y))
          }
          return Math.round(Math.max(0, to - top - drawn) / ROW)
        }
        const ends = performance.now() + 2_000
        const next = () => {
          blank += countBlank()
          if (frames++ % 20 === 0) elements = Math.max(elements, shadow.querySelectorAll('*').length)
          if (performance.now() > ends) return resolve({ blank, elements })
          top = (top + px) % last
          scroller.scrollTop = top
          again()
        }
        // A look comes last in its frame, when the list has done what it does for it.
        const again = () => setTimeout(() => requestAnimationFrame(next))
        again()
      }),
    step,
  )
}

async function toTop(list: Locator): Promise<void> {
  await list.evaluate((element) => {
    element.scrollTop = 0
    // Longer than what a list takes for a rest (`ui/components/pace.ts`): each measure begins after one.
    return new Promise((resolve) => setTimeout(resolve, 1_500))
  })
}

/** As a person does it: two seconds of a wheel at so many px a frame, which the browser scrolls by itself. */
async function turnWheel(cdp: CDPSession, list: Locator, step: number): Promise<void> {
  const box = (await list.boundingBox())!
  await cdp.send('Input.synthesizeScrollGesture', {
    x: box.x + box.width / 2,
    y: box.y + box.height / 2,
    yDistance: -step * 120,
    speed: step * 60,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
}

/** Frames that are missing from now until the returned function is called. */
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
