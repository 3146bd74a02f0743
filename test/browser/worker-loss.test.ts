/** The worker dies, hangs or never comes, in Chromium, on the built package. */
import type { Page, Worker as PageWorker } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Billfold } from 'billfold'
import { GENERATED_PAGE } from '../../sandbox/history/generate.ts'
import { useRandom } from '../seed.ts'
import { useWorld } from './use-world.ts'

declare global {
  interface Window {
    billfold?: Billfold
    /** What the page's script did with workers: milliseconds of `performance.now()`. */
    workerLog?: {
      started: number[]
      ended: number[]
      /** Times for which the page itself stood still, and when they ended. */
      stood: { at: number; ms: number }[]
    }
    fewestRows?: number
    watchRows?: () => void
  }
}

const world = useWorld()

const losses = {
  kill: (worker: PageWorker) => worker.evaluate(() => self.close()),
  // In a task of its own: Chromium does not end one that belongs to the debugger.
  hang: (worker: PageWorker) => worker.evaluate('setTimeout(() => { for (;;); })'),
}

/** Longest time until a loss is found, of a person who sees the page, while that does not stand still; milliseconds. */
const FOUND = 3_000
/** A page that stood still for longer than this judges anew from there; milliseconds. */
const STILL = 900
/**
 * From there to new data: 200 ms on a quiet machine, many times that on a busy one. What was not asked again would come
 * no sooner than the ten seconds that a request may take; milliseconds.
 */
const RECOVERED = 8_000

describe.each([
  { mode: 'asset', path: '', script: /\/billfold-worker-[\w-]+\.js$/ },
  { mode: 'blob', path: 'elsewhere/', script: /^blob:/ },
])('A worker that runs as $mode', ({ path, script }) => {
  it('[F34] is replaced if it was killed or hangs: its requests are repeated, and the rows stay on the screen', async () => {
    const journey = await world.visit({ path })
    const { page, modal } = journey
    await recordWorkers(page)
    await journey.goto()
    await journey.connect('Harbor')
    await journey.open()
    await modal.getByText('Harbor Dollar', { exact: true }).waitFor()

    for (const [kind, lose] of Object.entries(losses) as [keyof typeof losses, typeof losses.kill][]) {
      // The one before may not be gone yet.
      await expect.poll(() => page.workers().length).toBe(1)
      const [worker] = page.workers()
      expect(worker?.url()).toMatch(script)
      await page.evaluate(() => window.watchRows!())
      const lostAt = await page.evaluate(() => performance.now())
      // Its answer may be lost with it.
      await lose(worker!).catch(() => {})
      await page.waitForTimeout(50)
      const stranger = kind === 'kill' ? world.sandbox.accounts.theo : world.sandbox.accounts.ines
      const answeredAt = await fetchBalance(page, `${world.sandbox.chain}:${stranger.toLowerCase()}`)
      const log = await page.evaluate(() => window.workerLog!)
      const foundAt = log.ended.find((at) => at > lostAt)!
      const stood = log.stood.filter(({ at, ms }) => at > lostAt && at - ms < foundAt)
      const judgedAt = stood.findLast(({ ms }) => ms > STILL)?.at ?? lostAt
      const still = stood.filter(({ at }) => at > judgedAt).reduce((sum, { ms }) => sum + ms, 0)

      expect(foundAt - lostAt, `${kind} found`).toBeGreaterThan(0)
      expect(foundAt - judgedAt - still, `${kind} found`).toBeLessThan(FOUND)
      expect(answeredAt - foundAt, `recovered from ${kind}`).toBeLessThan(RECOVERED)
      expect(await page.evaluate(() => window.fewestRows)).toBeGreaterThan(4)
      expect(await modal.getByRole('alert').count()).toBe(0)
    }

    // The view belongs to the new worker: what happens now reaches it by itself.
    await world.sandbox.control.transfer({ token: 'FERRY', to: world.sandbox.accounts.mara, amount: '3' })
    await journey.showTab('Activity')
    await modal
      .getByText(/3\.000\sFERRY/)
      .first()
      .waitFor()
  })
})

it(
  '[F34] [G34] A second worker starts if the script of the first worker never loads',
  { tags: 'quick' },
  async () => {
    const journey = await world.visit()
    const { page, context, modal } = journey
    await journey.goto()
    await journey.connect('Harbor')
    await journey.open()
    await modal.getByText('Harbor Dollar', { exact: true }).waitFor()
    const asked: string[] = []
    // The first file that a worker asks for, and no other.
    await context.route(/\/assets\/billfold-worker-[\w-]+\.js$/, (route) => {
      asked.push(route.request().url())
      return route.request().url() === asked[0] ? new Promise(() => {}) : route.continue()
    })
    // Who is connected is at the account at once: it is looked at before the company has come.
    await journey.reload()
    await journey.open()
    await modal.getByRole('tabpanel').locator('.skeleton').first().waitFor()
    // Two handshakes would take ten.
    await modal.getByText('Harbor Dollar', { exact: true }).waitFor({ timeout: 9_500 })
    expect(new Set(asked).size).toBe(2)
    await expect.poll(() => page.workers().map((worker) => worker.url())).toEqual([asked.at(-1)])
  },
)

it('[F34] Every one of 10,000 rows can be reached although the worker is killed at random during scrolling', async () => {
  const count = 10_000
  await world.sandbox.control.generate({ account: world.sandbox.accounts.mara, count })
  const journey = await world.visit()
  const { page, context, modal } = journey
  const random = useRandom()
  // As many as the same way of starting is trusted with. By the page of history that is asked for just then: what is on
  // the screen may be any number of them behind.
  const pages = count / GENERATED_PAGE
  const killAt = [0.15, 0.35, 0.6].map((share) => Math.floor((share + 0.1 * random.next()) * pages))
  const left = [...killAt]
  await context.route(/cursor=generated-\d+/, (route) => {
    const [, asked] = /cursor=generated-(\d+)/.exec(route.request().url())!
    if (left[0] !== undefined && Number(asked) >= left[0]) {
      left.shift()
      void page
        .workers()[0]
        ?.evaluate(() => self.close())
        .catch(() => {})
    }
    return route.continue().catch(() => {})
  })
  await journey.goto()
  await journey.connect('Harbor')
  await journey.open()
  await journey.showTab('Activity')
  const list = modal.getByRole('list', { name: 'Activity' })
  const scroller = modal.locator('.scroll')
  await list.getByRole('listitem').first().waitFor()

  // Far longer than it takes: a slow machine is no defect.
  const deadline = Date.now() + 150_000
  while (!(await modal.getByText('End of activity').isVisible())) {
    expect(Date.now(), `of ${killAt.join(', ')} killed at all but ${left.join(', ')}`).toBeLessThan(deadline)
    await scroller.evaluate((view) => (view.scrollTop = view.scrollHeight))
    await page.waitForTimeout(20)
  }
  expect(left).toEqual([])

  const total = Number(await list.getByRole('listitem').last().getAttribute('aria-setsize'))
  // Some are hidden as spam, by the same rule as everywhere.
  expect(total).toBeGreaterThan(count * 0.8)
  for (const row of [0, Math.floor(total / 3), Math.floor(total / 2), total - 1]) {
    await scroller.evaluate((view, share) => (view.scrollTop = share * view.scrollHeight), row / total)
    await expect
      .poll(() => list.locator('[aria-hidden] .skeleton, .skeleton').count(), { timeout: 20_000 })
      .toBe(0)
    await expect.poll(() => list.getByRole('listitem').count()).toBeGreaterThan(5)
  }
}, 240_000)

async function recordWorkers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const log: NonNullable<Window['workerLog']> = { started: [], ended: [], stood: [] }
    window.workerLog = log
    const TICK = 100
    let last = performance.now()
    setInterval(() => {
      const at = performance.now()
      if (at - last > 2 * TICK) log.stood.push({ at, ms: at - last - TICK })
      last = at
    }, TICK)
    window.Worker = class extends Worker {
      constructor(...args: ConstructorParameters<typeof Worker>) {
        log.started.push(performance.now())
        super(...args)
      }
      override terminate(): void {
        log.ended.push(performance.now())
        super.terminate()
      }
    }
    window.watchRows = () => {
      window.fewestRows = Number.POSITIVE_INFINITY
      setInterval(() => {
        const rows = document.querySelector('billfold-modal')!.shadowRoot!.querySelectorAll('[part="token"]')
        window.fewestRows = Math.min(window.fewestRows!, rows.length)
      }, 40)
    }
  })
}

/** Asks for an account that nobody asked for yet; resolves to the page's time at which its balance was there. */
function fetchBalance(page: Page, account: string): Promise<number> {
  return page.evaluate(
    (id) =>
      new Promise<number>((resolve, reject) => {
        window
          .billfold!.topic('portfolio', { account: id as `eip155:1:${string}` })
          .subscribe(({ data, error }) => {
            if (data) resolve(performance.now())
            if (error) reject(new Error(error.message))
          })
      }),
    account,
  )
}
