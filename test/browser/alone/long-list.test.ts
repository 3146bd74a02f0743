/**
 * A hundred thousand transactions, on a busy page whose thread is four times slower than this machine. How fast the list
 * is, the bench tells.
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { readSizes } from '../../../bench/watch-page.ts'
import type { Journey } from '../../../sandbox/people/journey.ts'
import { MESSAGE_LIMIT } from '../../../src/core/contract/protocol.ts'
import { useWorld } from '../use-world.ts'

const world = useWorld()

/** Of 100,000; the bench goes to the end. */
const ROWS = 10_000
/** At least, however slow the machine is. */
const ENOUGH = 2_000

it('[F3] Activity shows 100,000 transactions with few elements and small messages', async () => {
  const { sandbox } = world
  await sandbox.control.generate({ account: sandbox.accounts.mara, count: 100_000 })
  const journey = await world.visit()
  const { page, context, modal } = journey
  await measureMessages(journey)
  await journey.goto()
  await journey.connect('Harbor')
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })

  await journey.open()
  await modal.getByText(/^Updated /).waitFor()
  await journey.showTab('Activity')
  await modal.locator('[data-row="0"] button').waitFor()
  let elements = 0
  for (const step of [4_000, 400, 40]) {
    const seen = await travel(journey, step)
    elements = Math.max(elements, seen, (await readSizes(page, cdp)).dom_nodes)
  }
  const readTotal = async () => Number(await modal.locator('[data-row]').first().getAttribute('aria-setsize'))
  /** What was fetched and is neither in the list nor hidden. */
  const countLost = async () => {
    const apart = await modal.getByRole('button', { name: /^Unverified/ }).textContent()
    const spam = Number(/\(([\d,]+)\)/.exec(apart ?? '')![1]!.replaceAll(',', ''))
    const cursors = sandbox.control
      .getRequests()
      .filter(({ path }) => path.endsWith('/history'))
      .map(({ query }) => query['cursor'] ?? '')
    return 500 * new Set(cursors).size - (await readTotal()) - spam
  }
  // A page may still be on its way.
  await expect.poll(countLost, { timeout: 30_000 }).toBe(0)
  const total = await readTotal()
  await journey.close()
  const messages = await readMessages(journey)

  // Everything that was fetched is in the list or hidden, once; and so it was handed to the page.
  expect(total).toBeGreaterThan(ENOUGH)
  const pages = new Map<string, string[]>()
  for (const ids of messages.pages) pages.set(ids[0]!, ids)
  const rows = [...pages.values()].flat()
  expect(rows.length).toBeGreaterThan(500)
  expect(new Set(rows).size).toBe(rows.length)

  expect(elements).toBeLessThanOrEqual(400)
  expect(messages.count).toBeGreaterThan(50)
  expect(messages.largest).toBeLessThanOrEqual(MESSAGE_LIMIT)
  expect([...journey.trouble, ...journey.complaints]).toEqual([])
}, 240_000)

// A turn of the wheel and a flick of a finger, on this machine and on one that is four times slower.
it.each([
  [40, 1],
  [400, 1],
  [40, 4],
  [400, 4],
])(
  '[G66] At most 2 % of the rows of Activity are blank while it scrolls by %i px a frame on a thread slowed down by the factor %i',
  async (step, rate) => {
    const journey = await openActivity({ count: 10_000, rate: 1 })
    await loadRows(journey, 2_000)
    const { page } = journey
    await expect.poll(() => findBlank(page)).toEqual([])
    await slowDown(journey, rate)
    for (let pass = 0; pass < 2; pass++) {
      const { blank, rows, top } = await scroll(page, step)
      expect(top).toBe(120 * step)
      expect(blank / rows).toBeLessThanOrEqual(0.02)
      await expect.poll(() => findBlank(page)).toEqual([])
    }
  },
)

it('[G66] Activity has no blank row once fast scrolling on a slow page has stopped', async () => {
  const journey = await openActivity({ count: 10_000, rate: 4 })
  const { page } = journey
  for (let pass = 0; pass < 2; pass++) {
    expect((await scroll(page, 4_000)).top).toBeGreaterThan(2_000)
    await expect.poll(() => findBlank(page)).toEqual([])
  }
})

it('A focused row of Activity keeps the focus when it is scrolled far out of view', async () => {
  const journey = await openActivity({ count: 2_000, rate: 8 })
  const { page, modal } = journey
  const first = modal.locator('[data-row="0"] button')
  await first.focus()
  await scroll(page, 400)
  await expect.poll(() => findBlank(page), { timeout: 10_000 }).toEqual([])
  expect(await first.evaluate((row) => row.matches(':focus'))).toBe(true)
})

/** So many transactions, the first rows drawn, on a thread that is `rate` times slower from then on. */
async function openActivity({ count, rate }: { count: number; rate: number }): Promise<Journey> {
  const { sandbox } = world
  await sandbox.control.generate({ account: sandbox.accounts.mara, count })
  const journey = await world.visit()
  // The browser draws no frames for a page that lies behind another one.
  await journey.page.bringToFront()
  await journey.goto()
  await journey.connect('Harbor')
  await journey.open()
  await journey.showTab('Activity')
  await journey.modal.locator('[data-row="0"] button').waitFor()
  await slowDown(journey, rate)
  return journey
}

async function slowDown({ context, page }: Journey, rate: number): Promise<void> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate })
}

/** Older pages, until there are so many rows; back at the top then. */
async function loadRows({ modal }: Journey, count: number): Promise<void> {
  const list = modal.locator('[role=tabpanel] .scroll')
  const total = async () => Number(await modal.locator('[data-row]').first().getAttribute('aria-setsize'))
  await expect
    .poll(
      async () => {
        await list.evaluate((element) => (element.scrollTop = element.scrollHeight))
        return total()
      },
      { timeout: 60_000, interval: 50 },
    )
    .toBeGreaterThan(count)
  await list.evaluate((element) => (element.scrollTop = 0))
}

/** Where in the view there should be a row and is none, or one that shows nothing. px from its upper edge. */
async function findBlank(page: Page): Promise<number[]> {
  await page.evaluate(defineBlank)
  return page.evaluate(() => window.findBlank())
}

declare global {
  interface Window {
    findBlank(): number[]
  }
}

function defineBlank(): void {
  const shadow = document.querySelector('billfold-modal')!.shadowRoot!
  const scroller = shadow.querySelector<HTMLElement>('[role=tabpanel] .scroll')!
  window.findBlank = () => {
    const view = scroller.getBoundingClientRect()
    const blank = []
    // A head is 38 px, a row 60.
    for (let y = 30; y < view.height; y += 30) {
      const slot = shadow.elementFromPoint(view.left + 100, view.top + y)?.closest('.slot, .foot')
      if (!slot || slot.querySelector('.waiting')) blank.push(y)
    }
    return blank
  }
}

interface Scrolled {
  /** Where the list then stands. px */
  top: number
  /** Half rows that were looked at, as they were painted, and those of them that were blank. */
  rows: number
  blank: number
}

/** 120 frames from the top. */
async function scroll(page: Page, px: number): Promise<Scrolled> {
  await page.evaluate(defineBlank)
  return page.evaluate(
    (step) =>
      new Promise<Scrolled>((resolve, reject) => {
        const shadow = document.querySelector('billfold-modal')!.shadowRoot!
        const scroller = shadow.querySelector<HTMLElement>('[role=tabpanel] .scroll')!
        // An error in a frame would end the frames, and nobody would hear of it.
        window.addEventListener('error', ({ error }) => reject(error as Error), { once: true })
        let frames = 0
        let rows = 0
        let blank = 0
        const next = () => {
          if (frames === 120) return resolve({ top: scroller.scrollTop, rows, blank })
          frames += 1
          scroller.scrollTop = frames * step
          // The first step is a leap from wherever the list stood.
          if (frames > 1) {
            rows += Math.floor((scroller.clientHeight - 1) / 30)
            blank += window.findBlank().length
          }
          requestAnimationFrame(next)
        }
        requestAnimationFrame(next)
      }),
    px,
  )
}

/** Scrolls by so many px a frame from the top; the fastest way is to the end, again and again, until enough is loaded. */
async function travel({ page }: Journey, step: number): Promise<number> {
  return page.evaluate(
    ([px, wanted, enough]) =>
      new Promise<number>((resolve) => {
        const shadow = document.querySelector('billfold-modal')!.shadowRoot!
        const scroller = shadow.querySelector<HTMLElement>('[role=tabpanel] .scroll')!
        const isFastest = px === 4_000
        const ends = performance.now() + (isFastest ? 15_000 : 2_500)
        let elements = 0
        let top = 0
        const next = () => {
          elements = Math.max(elements, shadow.querySelectorAll('*').length)
          const total = Number(shadow.querySelector('[data-row]')!.getAttribute('aria-setsize'))
          const late = performance.now() - ends
          // On a slow machine less is there by then.
          const isOver = late > (isFastest && total <= enough ? 45_000 : 0)
          if (isOver || (isFastest && total >= wanted)) return resolve(elements)
          top += px
          // At its end the fastest one waits for what comes there.
          scroller.scrollTop = isFastest ? Math.min(top, scroller.scrollHeight) : top
          if (isFastest) top = scroller.scrollTop
          requestAnimationFrame(next)
        }
        scroller.scrollTop = 0
        requestAnimationFrame(next)
      }),
    [step, ROWS, ENOUGH] as const,
  )
}

interface Messages {
  count: number
  /** Bytes: of JSON, and of what comes as bytes. */
  largest: number
  /** Ids of the rows of each page that was handed over. */
  pages: string[][]
}

/** Looks at each message from the worker, whichever way it comes. */
async function measureMessages({ page }: Journey): Promise<void> {
  await page.addInitScript(() => {
    const messages: Messages = { count: 0, largest: 0, pages: [] }
    const seen = new WeakSet<EventTarget>()
    const encoder = new TextEncoder()
    const decoder = new TextDecoder()
    const listen = EventTarget.prototype.addEventListener
    const measure = (event: Event) => {
      const { data } = event as MessageEvent<{ value?: { rows?: Uint8Array<ArrayBuffer> } }>
      let bytes = 0
      const text = JSON.stringify(data, (_, value: unknown) => {
        if (value instanceof Uint8Array) {
          bytes += value.byteLength
          return ''
        }
        return typeof value === 'bigint' ? `${value}` : value
      })
      messages.count += 1
      messages.largest = Math.max(messages.largest, bytes + encoder.encode(text).length)
      const lines = decoder.decode(data?.value?.rows).split('\n').slice(0, -1)
      if (lines.length > 0) messages.pages.push(lines.map((line) => (JSON.parse(line) as { id: string }).id))
    }
    EventTarget.prototype.addEventListener = function (
      this: EventTarget,
      ...args: Parameters<typeof listen>
    ) {
      const isWorker = this instanceof Worker || this instanceof MessagePort
      if (args[0] === 'message' && isWorker && !seen.has(this)) {
        seen.add(this)
        listen.call(this, 'message', measure)
      }
      return listen.apply(this, args)
    }
    Object.assign(window, { messages })
  })
}

function readMessages({ page }: Journey): Promise<Messages> {
  return page.evaluate(() => (window as unknown as { messages: Messages }).messages)
}
