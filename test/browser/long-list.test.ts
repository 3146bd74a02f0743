/**
 * A hundred thousand transactions, on a busy page whose thread is four times slower than this machine. How fast the list
 * is, the bench tells.
 */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { readSizes } from '../../bench/watch-page.ts'
import type { Journey } from '../../sandbox/journey.ts'
import { MESSAGE_LIMIT } from '../../src/core/protocol.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()

/** Of 100,000; the bench goes to the end. */
const ROWS = 10_000

it('[F3] 100,000 transactions stay a list of few elements and small messages', async () => {
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
  const total = Number(await modal.locator('[data-row]').first().getAttribute('aria-setsize'))
  const foot = await modal.locator('.foot').textContent()
  const spam = Number(/([\d,]+) hidden as spam/.exec(foot ?? '')![1]!.replaceAll(',', ''))
  const cursors = sandbox.control
    .getRequests()
    .filter(({ path }) => path.endsWith('/history'))
    .map(({ query }) => query['cursor'] ?? '')
  await journey.close()
  const messages = await readMessages(journey)

  // Everything that was fetched is in the list or hidden, once; and so it was handed to the page.
  expect(total).toBeGreaterThan(2_000)
  expect(total + spam).toBe(500 * new Set(cursors).size)
  const pages = new Map<string, string[]>()
  for (const ids of messages.pages) pages.set(ids[0]!, ids)
  const rows = [...pages.values()].flat()
  expect(rows.length).toBeGreaterThan(500)
  expect(new Set(rows).size).toBe(rows.length)

  expect(elements).toBeLessThanOrEqual(400)
  expect(messages.count).toBeGreaterThan(50)
  expect(messages.largest).toBeLessThanOrEqual(MESSAGE_LIMIT)
  expect([...journey.trouble, ...journey.complaints]).toEqual([])
})

// A turn of the wheel, a flick of a finger, and the thumb of the scrollbar.
it.each([40, 400, 4_000])(
  'rows that a page in a hurry went without are there when it rests: %i px a frame, a thread four times slower',
  async (step) => {
    const { page } = await openSlowActivity({ count: 100_000, rate: 4 })
    for (let pass = 0; pass < 2; pass++) {
      expect(await scroll(page, step)).toBeGreaterThan(2_000)
      await expect.poll(() => findMissing(page)).toEqual([])
    }
  },
)

it('a late page lays out no row that lies out of view, but the one that has the focus', async () => {
  const { page, modal } = await openSlowActivity({ count: 2_000, rate: 8 })
  await modal.locator('[data-row="0"] button').focus()
  await page.evaluate(() => {
    const shadow = document.querySelector('billfold-modal')!.shadowRoot!
    const seen = new Set<string>()
    const look = () => {
      const rows = [...shadow.querySelectorAll('.away > [data-row]')]
      const shown = rows.filter((row) => row.firstElementChild!.checkVisibility())
      if (rows.length > 0) seen.add(shown.map((row) => (row as HTMLElement).dataset['row']).join())
      requestAnimationFrame(look)
    }
    look()
    Object.assign(window, { seen })
  })
  await scroll(page, 400)
  await expect.poll(() => findMissing(page), { timeout: 10_000 }).toEqual([])
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen])
  expect(seen).toEqual(['0'])
  expect(await modal.locator('[data-row="0"] button').evaluate((row) => row.matches(':focus'))).toBe(true)
  expect(await modal.locator('.away').count()).toBe(0)
})

/** So many transactions, the first rows drawn, on a thread that is `rate` times slower from then on. */
async function openSlowActivity({ count, rate }: { count: number; rate: number }): Promise<Journey> {
  const { sandbox } = world
  await sandbox.control.generate({ account: sandbox.accounts.mara, count })
  const journey = await world.visit()
  await journey.goto()
  await journey.connect('Harbor')
  await journey.open()
  await journey.showTab('Activity')
  await journey.modal.locator('[data-row="0"] button').waitFor()
  const cdp = await journey.context.newCDPSession(journey.page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate })
  return journey
}

/** Rows that should be in view and are not, or show nothing. */
async function findMissing(page: Page): Promise<number[]> {
  return page.evaluate(() => {
    const shadow = document.querySelector('billfold-modal')!.shadowRoot!
    const scroller = shadow.querySelector<HTMLElement>('[role=tabpanel] .scroll')!
    const view = scroller.getBoundingClientRect()
    const missing = []
    // A head is 38 px, a row 60.
    for (let y = view.top + 30; y < view.bottom; y += 30) {
      const slot = shadow.elementFromPoint(view.left + 100, y)?.closest('.slot, .foot')
      if (!slot || slot.querySelector('.waiting')) missing.push(y)
    }
    return missing
  })
}

/** 120 frames from the top. @returns where the list then stands, px. */
async function scroll(page: Page, px: number): Promise<number> {
  return page.evaluate(
    (step) =>
      new Promise<number>((resolve) => {
        const shadow = document.querySelector('billfold-modal')!.shadowRoot!
        const scroller = shadow.querySelector<HTMLElement>('[role=tabpanel] .scroll')!
        let frames = 0
        const next = () => {
          if (frames === 120) return resolve(scroller.scrollTop)
          frames += 1
          scroller.scrollTop = frames * step
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
    ([px, wanted]) =>
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
          if (performance.now() > ends || (isFastest && total >= wanted)) return resolve(elements)
          top += px
          // At its end the fastest one waits for what comes there.
          scroller.scrollTop = isFastest ? Math.min(top, scroller.scrollHeight) : top
          if (isFastest) top = scroller.scrollTop
          requestAnimationFrame(next)
        }
        scroller.scrollTop = 0
        requestAnimationFrame(next)
      }),
    [step, ROWS] as const,
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
