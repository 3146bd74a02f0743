/** One visit: a new page mounts a list, loads the whole history, scrolls it in all ways, and jumps to a row. */
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { stopTracing, type TraceEvent } from '../thread-time.ts'
import { readWorkerHeaps } from '../worker-heap.ts'
import type { ListsServer } from './lists-server.ts'
import type { FrameFigures } from './page/watch-frames.ts'
import { readPhase, traceCategories } from './read-trace.ts'

export interface Cell {
  /** Key of the list. */
  list: string
  /** Transactions in the history. */
  rows: number
  /** CPU throttling of the main thread; 1: none. */
  throttle: number
}

export interface Visit {
  name: string
  figures: Readonly<Record<string, number>>
  /**
   * The step that exceeded its limit, with its progress; absent: the visit is complete. Figures of earlier steps are
   * present.
   */
  unfinished?: string
}

/** CSS pixels: the list on the left, 480 px high, and the busy page's content beside it. */
const VIEWPORT = { width: 600, height: 480 }
/** Horizontal centre of the list in CSS pixels. */
const X = 180
/** Frames of a gesture, at 60 per second. */
const FRAMES = 60
/** Milliseconds per frame. */
const FRAME = 1_000 / 60
/** CSS pixels per frame, slow and fast. Touch is slower than the wheel: a finger has only the height of the view. */
const speeds = { script: [40, 400], wheel: [40, 400], touch: [40, 200] } as const
const FAST = 400
/** Vertical start and end of a finger's stroke, in CSS pixels. */
const FINGER = { from: 440, to: 40 }
/** Time limits in milliseconds. */
const OPEN = 60_000
const LOAD = { base: 60_000, perRow: 0.24 }
/** Maximum time without a request for a page, in milliseconds. */
const STALLED = 20_000
const GESTURE = 60_000
/** Maximum time for everything except loading, in milliseconds. */
const REST = 240_000
/** Maximum number of rows for wheel and touch in a list without virtualization. */
const MAX_WITHOUT_WINDOW = 10_000

export async function visitList(browser: Browser, server: ListsServer, cell: Cell): Promise<Visit> {
  const figures: Record<string, number> = {}
  const visit = { name: cell.list, figures }
  const context = await browser.newContext({ viewport: VIEWPORT, hasTouch: true })
  let phase = 'start'
  try {
    const page = await context.newPage()
    // An error in the file of the list, or in its `prepare`: there is nothing to wait for.
    const broken = new Promise<never>((_, reject) => page.once('pageerror', reject))
    broken.catch(() => {})
    await page.goto(`${server.url}/lists/list.html?list=${cell.list}&rows=${cell.rows}`)
    await Promise.race([page.waitForFunction(() => window.listPage, undefined, { timeout: OPEN }), broken])
    visit.name = await page.evaluate(() => window.listPage!.name)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cell.throttle })
    const bench: Bench = {
      browser,
      context,
      page,
      cdp,
      server,
      cell,
      figures,
      enter: (next) => (phase = next),
    }
    const run = async () => {
      await loadHistory(bench)
      await scrollHistory(bench)
      await lookAtScreen(bench)
      await readSizes(bench)
    }
    await within(getLoadLimit(cell) + REST, run())
    return visit
  } catch (error) {
    // Record any error, even a crashed page, so that the other lists are still measured.
    const [why] = String((error as Error).message).split('\n')
    return { ...visit, unfinished: `${phase}: ${why}` }
  } finally {
    // Stop a trace that is still running: it belongs to the browser, not to the page.
    await browser.stopTracing().catch(() => {})
    await context.close()
  }
}

interface Bench {
  browser: Browser
  context: BrowserContext
  page: Page
  cdp: CDPSession
  server: ListsServer
  cell: Cell
  figures: Record<string, number>
  enter(phase: string): void
}

/** Mounts the list, scrolls while the next pages arrive, and stays at the end until all pages are loaded. */
async function loadHistory(bench: Bench): Promise<void> {
  const { browser, page, server, cell, figures, enter } = bench
  await browser.startTracing(page, { categories: traceCategories })
  enter('open')
  server.forget()
  figures['open_ms'] = await within(
    OPEN,
    page.evaluate(() => window.listPage!.mount()),
  ).catch(async (error) => {
    if (!(error instanceof LimitError)) throw error
    const view = within(
      1_000,
      page.evaluate(() => window.listPage!.describeView()),
    )
    throw new LimitError(`${error.message}: ${await view.catch(() => 'the page does not answer')}`)
  })
  enter('arriving')
  const arriving = await gesture(bench, 'arriving', 'script', FAST, 2 * FRAMES)
  enter('load')
  await page.evaluate(() => window.listPage!.begin('load'))
  const started = Date.now()
  const stop = await page.evaluateHandle(() => window.listPage!.stayAtEnd())
  await waitForPages(server, cell, started)
  const isFilled = await within(
    GESTURE,
    stop.evaluate((stop) => stop()),
  )
  if (!isFilled) throw new LimitError('its end is blank')
  figures['load_ms'] = Date.now() - started
  await page.evaluate(() => window.listPage!.end('load'))
  const events = await stopTracing(browser)
  noteTimes(figures, events, 'open')
  noteGesture(figures, events, 'arriving', arriving)
  noteTimes(figures, events, 'load')
}

async function waitForPages(server: ListsServer, cell: Cell, started: number): Promise<void> {
  const { rows } = cell
  const limit = getLoadLimit(cell)
  let seen = 0
  let since = Date.now()
  while (!server.isWhole()) {
    await sleep(20)
    const sent = server.countRows()
    if (sent !== seen) [seen, since] = [sent, Date.now()]
    const came = `${sent.toLocaleString('en')} of ${rows.toLocaleString('en')} rows`
    if (Date.now() - since > STALLED)
      throw new LimitError(`asks for no more after ${came}, though its scroller stays at the end`)
    if (Date.now() - started > limit) throw new LimitError(`${came} in ${limit / 1_000} s`)
  }
}

function getLoadLimit({ rows }: Cell): number {
  return LOAD.base + rows * LOAD.perRow
}

/** Scrolls from the top in all ways and speeds, then on a busy page, then jumps to the middle. */
async function scrollHistory(bench: Bench): Promise<void> {
  const { browser, page, cell, figures, enter } = bench
  enter('scroll')
  figures['elements'] = await page.evaluate(() => window.listPage!.countElements())
  const isWindow = figures['elements'] < cell.rows
  const ways =
    isWindow || cell.rows <= MAX_WITHOUT_WINDOW
      ? (['script', 'wheel', 'touch'] as const)
      : (['script'] as const)
  const seen: Record<string, FrameFigures> = {}
  await browser.startTracing(page, { categories: traceCategories })
  for (const way of ways)
    for (const step of speeds[way]) seen[`${way}_${step}`] = await gesture(bench, `${way}_${step}`, way, step)
  await page.evaluate(() => window.listPage!.setBusy(true))
  for (const way of ways.slice(0, 2)) seen[`busy_${way}`] = await gesture(bench, `busy_${way}`, way, FAST)
  await page.evaluate(() => window.listPage!.setBusy(false))
  enter('jump')
  const off = await within(
    GESTURE,
    page.evaluate((row) => window.listPage!.jump(row), Math.floor(cell.rows / 2)),
  )
  if (off !== undefined) figures['jump_off'] = off
  const events = await stopTracing(browser)
  for (const [name, frames] of Object.entries(seen)) noteGesture(figures, events, name, frames)
}

type Way = 'script' | 'wheel' | 'touch'

async function gesture(
  bench: Bench,
  name: string,
  way: Way,
  step: number,
  frames = FRAMES,
): Promise<FrameFigures> {
  const { page } = bench
  return within(
    GESTURE,
    (async () => {
      await page.evaluate(() => window.listPage!.toTop())
      await page.evaluate((name) => window.listPage!.begin(name), name)
      await move(bench, way, step, frames)
      return page.evaluate((name) => window.listPage!.end(name), name)
    })(),
  )
}

/** Scrolls by script, wheel or touch. For wheel and touch the browser scrolls before the main thread gets the event. */
async function move({ page, cdp }: Bench, way: Way, step: number, frames: number): Promise<void> {
  if (way === 'script') {
    await page.evaluate(([step, frames]) => window.listPage!.scroll(step, frames), [step, frames] as const)
    return
  }
  if (way === 'touch') return flick(cdp, step, frames)
  await cdp.send('Input.synthesizeScrollGesture', {
    x: X,
    y: VIEWPORT.height / 2,
    yDistance: -step * frames,
    speed: step * 60,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
}

/** Strokes a finger repeatedly, with a pause after each stroke in which the list keeps moving. */
async function flick(cdp: CDPSession, step: number, frames: number): Promise<void> {
  const ends = Date.now() + frames * FRAME
  const sent: Promise<unknown>[] = []
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    sent.push(cdp.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: Date.now() / 1_000 }))
  while (Date.now() < ends) {
    send('touchStart', { x: X, y: FINGER.from })
    for (let y = FINGER.from - step; y >= FINGER.to; y -= step) {
      await sleep(FRAME)
      send('touchMove', { x: X, y })
    }
    await sleep(FRAME / 2)
    send('touchEnd')
    await sleep(4 * FRAME)
  }
  await Promise.all(sent)
}

/** Takes screenshots during separate gestures, because taking them costs time. */
async function lookAtScreen(bench: Bench): Promise<void> {
  const { page, cdp, cell, figures, enter } = bench
  if (!('wheel_400_lost' in figures)) return
  enter('pictures')
  for (const way of ['wheel', 'touch'] as const) {
    const step = speeds[way][1]
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: cell.throttle })
    const pictures: string[] = []
    const keep = ({ data, sessionId }: { data: string; sessionId: number }) => {
      pictures.push(data)
      void cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => {})
    }
    await page.evaluate(() => window.listPage!.toTop())
    cdp.on('Page.screencastFrame', keep)
    await cdp.send('Page.startScreencast', { format: 'jpeg', quality: 60 })
    await within(GESTURE, move(bench, way, step, FRAMES))
    await cdp.send('Page.stopScreencast')
    cdp.off('Page.screencastFrame', keep)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const shares = []
    for (const picture of pictures)
      shares.push(await page.evaluate((data) => window.listPage!.readPicture(data), picture))
    figures[`${way}_${step}_pictures`] = pictures.length
    if (shares.length > 0)
      figures[`${way}_${step}_screen_blank`] =
        (100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length
  }
}

async function readSizes({ page, cdp, figures, enter }: Bench): Promise<void> {
  enter('sizes')
  const elements = await page.evaluate(() => window.listPage!.countElements())
  figures['elements'] = Math.max(figures['elements'] ?? 0, elements)
  await cdp.send('HeapProfiler.collectGarbage')
  figures['heap'] = (await cdp.send('Runtime.getHeapUsage')).usedSize / 2 ** 20
  const heaps = await readWorkerHeaps(cdp)
  figures['workers_heap'] = heaps.reduce((sum, heap) => sum + heap, 0)
}

function noteGesture(
  figures: Record<string, number>,
  events: readonly TraceEvent[],
  name: string,
  { lost, blank, moved }: FrameFigures,
): void {
  figures[`${name}_lost`] = lost
  figures[`${name}_blank`] = blank
  figures[`${name}_moved`] = moved
  noteTimes(figures, events, name)
}

function noteTimes(figures: Record<string, number>, events: readonly TraceEvent[], name: string): void {
  const { busy, longest, workers } = readPhase(events, name)
  Object.assign(figures, {
    [`${name}_busy`]: busy,
    [`${name}_longest`]: longest,
    [`${name}_workers`]: workers,
  })
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

class LimitError extends Error {}

async function within<T>(limit: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LimitError(`not within ${limit / 1_000} s`)), limit)
  })
  // Ignore the work's error: closing the page ends the work, and no caller awaits it.
  work.catch(() => {})
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
