/**
 * `pairing`: time from the click on WalletConnect until its QR code is painted, and the main thread's work from there
 * until a phone is connected. `directory`: time from the response to a search until its first wallet is painted. Each
 * visit uses a new browser, without cached code.
 */
import type { Browser, Locator } from 'playwright-core'
import { type Journey, startJourney } from '../sandbox/people/journey.ts'
import type { Sandbox } from '../sandbox/start.ts'
import { type Result, toResults } from './result.ts'
import { stopTracing } from './thread-time.ts'

const units = { code_ms: 'ms', longest_task_ms: 'ms' } as const
const categories = ['-*', 'toplevel', 'disabled-by-default-devtools.timeline', 'blink.user_timing']

export async function benchPairing(
  browser: Browser,
  sandbox: Sandbox,
  { runs }: { runs: number },
): Promise<Result[]> {
  const pairings = []
  const searches = []
  for (let run = 0; run < runs; run++) {
    pairings.push(await visit(browser, sandbox, (journey) => pair(browser, sandbox, journey)))
    searches.push(await visit(browser, sandbox, search))
  }
  return [
    ...toResults({ scenario: 'pairing' }, units, pairings),
    ...toResults({ scenario: 'directory' }, { found_ms: 'ms' }, searches),
  ]
}

async function visit<T>(
  browser: Browser,
  sandbox: Sandbox,
  act: (journey: Journey) => Promise<T>,
): Promise<T> {
  const journey = await startJourney(browser, sandbox)
  try {
    await journey.goto()
    await journey.open()
    return await act(journey)
  } finally {
    await journey.end()
  }
}

async function pair(
  browser: Browser,
  sandbox: Sandbox,
  { page, modal }: Journey,
): Promise<Record<keyof typeof units, number>> {
  const row = modal.getByRole('list', { name: 'Wallets' }).getByRole('button', { name: 'WalletConnect' })
  await row.waitFor()
  const other = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const phone = await other.newPage()
  // Start the phone before measuring: a real phone is another machine.
  await phone.goto(sandbox.urls.phone, { waitUntil: 'networkidle' })
  await phone.getByLabel('Link').waitFor()
  await browser.startTracing(page, { categories })
  const { clicked, painted } = await clickUntilPainted(row, 'svg[role=img], [role=img]')
  await modal.getByRole('button', { name: 'Copy link' }).click()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await phone.getByLabel('Link').fill(link)
  await phone.getByRole('button', { name: 'Connect', exact: true }).click()
  await phone.getByTestId('approve').click()
  await modal.waitFor({ state: 'hidden' })
  const traceEvents = await stopTracing(browser)
  await other.close()
  const mark = traceEvents.find(({ name }) => name === 'bench-clicked')
  if (!mark) throw new Error('The page’s trace lacks the benchmark’s mark.')
  const tasks = traceEvents.filter(
    ({ name, pid, tid, ts, dur = 0 }) =>
      name === 'RunTask' && pid === mark.pid && tid === mark.tid && ts + dur >= mark.ts,
  )
  return {
    code_ms: painted - clicked,
    longest_task_ms: Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1_000)),
  }
}

async function search({ page, modal }: Journey): Promise<{ found_ms: number }> {
  await modal.getByRole('button', { name: /^All wallets/ }).click()
  await modal.locator('button.wallet-tile').first().waitFor()
  const answering = page.waitForEvent(
    'requestfinished',
    (request) => new URL(request.url()).searchParams.get('search') === 'fold',
  )
  const field = modal.getByRole('textbox')
  await field.fill('fold')
  const painted = field.evaluate(
    (element) =>
      new Promise<number>((resolve) => {
        const root = element.getRootNode() as ShadowRoot
        const look = () => {
          const tiles = [...root.querySelectorAll('button.wallet-tile')]
          if (!tiles[0] || !tiles.every(({ textContent }) => /fold/i.test(textContent)))
            return requestAnimationFrame(look)
          // The frame is painted before the next task, so measure in that task.
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.timeOrigin + performance.now())
          return port2.postMessage(undefined)
        }
        look()
      }),
  )
  const { startTime, responseEnd } = (await answering).timing()
  return { found_ms: (await painted) - startTime - responseEnd }
}

/** Times of click and paint, by the page's clock. */
async function clickUntilPainted(
  button: Locator,
  selector: string,
): Promise<{ clicked: number; painted: number }> {
  return button.evaluate(
    (element, what) =>
      new Promise<{ clicked: number; painted: number }>((resolve) => {
        const root = element.getRootNode() as ShadowRoot
        const clicked = performance.mark('bench-clicked').startTime
        const look = () => {
          if (!root.querySelector(what)) return requestAnimationFrame(look)
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve({ clicked, painted: performance.now() })
          return port2.postMessage(undefined)
        }
        ;(element as HTMLElement).click()
        requestAnimationFrame(look)
      }),
    selector,
  )
}
