/**
 * `scroll`: a history of n transactions is scrolled for two seconds each, by script and by wheel, slowly and fast; by
 * turns with it a list by TanStack Virtual in its place, with the same rows. Frames that are lost, and the share of the
 * view in which no row stands. Frames are counted when others leave the machine alone (see stolen.ts).
 */
import type { Browser, CDPSession, Page } from 'playwright-core'
import { type Journey, startJourney } from '../sandbox/people/journey.ts'
import type { Sandbox } from '../sandbox/start.ts'
import { loadAll, showActivity } from './activity.ts'
import { bundleWorker } from './bundle-worker.ts'
import { type Result, toResult } from './result.ts'
import { measureUndisturbed } from './stolen.ts'
import type { TanstackInput, Tree } from './tanstack-list.tsx'

/** px a frame: a turn of the wheel, a flick of a finger. */
const steps = [40, 400] as const
const ways = ['script', 'wheel'] as const
const lists = ['billfold', 'tanstack'] as const
/** Rows that the other list repeats. */
const SAMPLE = 200

interface Seen {
  /** Of about 120. */
  lost: number
  /** Of the view, over all frames. % */
  blank: number
  /** Time in which the page's thread ran, whatever others took from it meanwhile. Milliseconds. */
  work: number
}

export async function benchScroll(
  browser: Browser,
  sandbox: Sandbox,
  { n, throttles, runs }: { n: number; throttles: readonly number[]; runs: number },
): Promise<Result[]> {
  await sandbox.control.generate({ account: sandbox.accounts.mara, count: n, seed: 7 })
  const journey = await startJourney(browser, sandbox)
  const { page, context } = journey
  const seen = new Map<string, Seen[]>()
  try {
    await journey.goto()
    await journey.connect('Harbor')
    await journey.open()
    await showActivity(journey)
    await loadAll(page)
    await addTanstackList(journey)
    const cdp = await context.newCDPSession(page)
    for (const throttle of throttles) {
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: throttle })
      for (let run = 0; run < runs; run++)
        for (const way of ways)
          for (const step of steps)
            for (const list of run % 2 === 0 ? lists : lists.toReversed()) {
              const key = [throttle, list, way, step].join()
              seen.set(key, [...(seen.get(key) ?? []), await visit(page, cdp, { list, way, step })])
            }
    }
  } finally {
    await journey.end()
    await sandbox.control.reset()
  }
  return [...seen].flatMap(([key, all]) => {
    const [throttle, list, way, step] = key.split(',')
    const head = { scenario: 'scroll', n, throttle: Number(throttle) }
    const name = `${list}_${way}_${step}`
    return [
      toResult(
        { ...head, metric: `${name}_frames_lost`, unit: 'count' },
        all.map(({ lost }) => lost),
      ),
      toResult(
        { ...head, metric: `${name}_blank`, unit: '%' },
        all.map(({ blank }) => blank),
      ),
      toResult(
        { ...head, metric: `${name}_work`, unit: 'ms' },
        all.map(({ work }) => work),
      ),
    ]
  })
}

interface Visit {
  list: (typeof lists)[number]
  way: (typeof ways)[number]
  step: number
}

async function visit(page: Page, cdp: CDPSession, { list, way, step }: Visit): Promise<Seen> {
  await page.evaluate((isOther) => {
    const scroller = window.showList(isOther)
    scroller.scrollTop = 0
    return new Promise((resolve) => setTimeout(resolve, 1_000))
  }, list === 'tanstack')
  let seen: Seen = { lost: 0, blank: 0, work: 0 }
  await measureUndisturbed(async () => {
    await page.evaluate(() => (window.getList().scrollTop = 0))
    await page.waitForTimeout(300)
    const before = await readWork(cdp)
    await page.evaluate((px) => window.startCount(px), way === 'script' ? step : 0)
    if (way === 'wheel') await turnWheel(page, cdp, step)
    const counted = await page.evaluate(() => window.stopCount())
    seen = { ...counted, work: (await readWork(cdp)) - before }
    return seen.lost
  })
  return seen
}

async function readWork(cdp: CDPSession): Promise<number> {
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const { metrics } = await cdp.send('Performance.getMetrics')
  return 1_000 * metrics.find(({ name }) => name === 'TaskDuration')!.value
}

declare global {
  interface Window {
    showTanstackList(place: Element, input: TanstackInput): void
    /** Puts one of the two in front. */
    showList(isOther: boolean): HTMLElement
    /** The one in front. */
    getList(): HTMLElement
    /** Scrolls it by so many px a frame, 120 times; 0: somebody else does, until the count is stopped. */
    startCount(px: number): void | Promise<void>
    stopCount(): Omit<Seen, 'work'>
  }
}

/** Puts the other list over Billfold's, with rows that are read from there. */
async function addTanstackList({ page, modal }: Journey): Promise<void> {
  const trees: Tree[] = []
  const list = modal.locator('[role=tabpanel] .scroll')
  for (let row = 0; row < SAMPLE; row += 4) {
    await list.evaluate((element, top) => (element.scrollTop = top), row * 60)
    await page.waitForTimeout(60)
    trees.push(...(await list.evaluate(readRows, row)))
  }
  const total = Number(await modal.locator('[data-row]').first().getAttribute('aria-setsize'))
  await page.addScriptTag({ content: await bundleWorker('tanstack-list.tsx'), type: 'module' })
  await page.waitForFunction(() => 'showTanstackList' in window)
  await page.evaluate((input) => {
    const panel = document.querySelector('billfold-modal')!.shadowRoot!.querySelector('[role=tabpanel]')!
    const billfold = panel.querySelector<HTMLElement>('.scroll')!
    window.showTanstackList(panel, JSON.parse(input) as TanstackInput)
    let front = billfold
    window.getList = () => front
    window.showList = (isOther) => {
      const other = panel.querySelector<HTMLElement>('.tanstack')!
      other.parentElement!.style.display = isOther ? '' : 'none'
      billfold.style.visibility = isOther ? 'hidden' : ''
      return (front = isOther ? other : billfold)
    }
  }, JSON.stringify({ trees, total }))
  await page.evaluate(countFrames)
}

/** In the page: four rows of the list as trees. */
function readRows(list: Element, from: number): Tree[] {
  const read = (node: Node): Tree => {
    if (!(node instanceof Element)) return node.textContent ?? ''
    const attributes: Record<string, string> = {}
    for (const { name, value } of node.attributes)
      if (name !== 'style')
        attributes[name === 'class' ? 'className' : name === 'tabindex' ? 'tabIndex' : name] = value
    return [node.localName, attributes, ...[...node.childNodes].map(read)]
  }
  return [0, 1, 2, 3].map((step) =>
    read(list.querySelector(`[data-row="${from + step}"]`)!.firstElementChild!),
  )
}

/** In the page: counts frames that are missing, and px of the view that no row or head covers. */
function countFrames(): void {
  const FRAME = 1000 / 60
  let last = 0
  let frames = 0
  let lost = 0
  let blank = 0
  let isRunning = false
  let step = 0
  let end = () => {}
  const measureBlank = (list: HTMLElement) => {
    const top = list.scrollTop
    const { clientHeight } = list
    const bottom = Math.min(top + clientHeight, (list.firstElementChild as HTMLElement).offsetHeight)
    let drawn = 0
    for (const slot of list.getElementsByClassName('slot') as HTMLCollectionOf<HTMLElement>) {
      const isRow = slot.dataset['row'] !== undefined
      if (isRow && slot.firstElementChild!.matches('.skeleton-row, .waiting')) continue
      const y = Number.parseFloat(slot.style.top)
      drawn += Math.max(0, Math.min(bottom, y + (isRow ? 60 : 38)) - Math.max(top, y))
    }
    return Math.max(0, bottom - top - drawn) / clientHeight
  }
  const tick = (now: number) => {
    if (!isRunning) return
    if (last > 0 && now - last > 1.5 * FRAME) lost += Math.round((now - last) / FRAME) - 1
    last = now
    frames += 1
    const list = window.getList()
    if (step > 0 && frames > 120) return end()
    if (step > 0) list.scrollTop += step
    // As it is painted now: the list hears of its new place with the next frame.
    blank += measureBlank(list)
    requestAnimationFrame(tick)
  }
  window.startCount = (px) => {
    step = px
    last = frames = lost = blank = 0
    isRunning = true
    requestAnimationFrame(tick)
    return px > 0 ? new Promise((resolve) => (end = resolve)) : undefined
  }
  window.stopCount = () => {
    isRunning = false
    return { lost, blank: (100 * blank) / frames }
  }
}

/** As a person does it: two seconds of a wheel at so many px a frame, which the browser scrolls by itself. */
async function turnWheel(page: Page, cdp: CDPSession, step: number): Promise<void> {
  const { x, y, width, height } = await page.evaluate(
    () => window.getList().getBoundingClientRect().toJSON() as DOMRect,
  )
  await cdp.send('Input.synthesizeScrollGesture', {
    x: x + width / 2,
    y: y + height / 2,
    yDistance: -step * 120,
    speed: step * 60,
    gestureSourceType: 'mouse',
    preventFling: true,
  })
}
