/**
 * `worker-loss`: kills or hangs the worker while the modal is open. Measures the time until Billfold detects this, and
 * from there until the next worker answers a new request.
 */
import type { Browser, Page } from 'playwright-core'
import type { Billfold } from '../src/shell/billfold.ts'
import type { CaipAddress } from '../src/core/chains/caip.ts'
import { startJourney } from '../sandbox/people/journey.ts'
import type { Sandbox } from '../sandbox/start.ts'
import { type Result, toResults } from './result.ts'

const units = {
  killed_found_ms: 'ms',
  killed_recovered_ms: 'ms',
  hung_found_ms: 'ms',
  hung_recovered_ms: 'ms',
} as const

const losses = { killed: 'self.close()', hung: 'setTimeout(() => { for (;;); })' }

export async function benchWorkerLoss(
  browser: Browser,
  sandbox: Sandbox,
  { runs }: { runs: number },
): Promise<Result[]> {
  const samples = []
  for (let run = 0; run < runs; run++) {
    const killed = await lose(browser, sandbox, 'killed')
    const hung = await lose(browser, sandbox, 'hung')
    samples.push({
      killed_found_ms: killed.found,
      killed_recovered_ms: killed.recovered,
      hung_found_ms: hung.found,
      hung_recovered_ms: hung.recovered,
    })
  }
  return toResults({ scenario: 'worker-loss' }, units, samples)
}

/**
 * Loses the worker on a new page, since Billfold waits longer after a second loss in a row. Resolves to the
 * milliseconds until Billfold detects the loss, and from there to the next answer.
 */
async function lose(
  browser: Browser,
  sandbox: Sandbox,
  kind: keyof typeof losses,
): Promise<{ found: number; recovered: number }> {
  const journey = await startJourney(browser, sandbox)
  try {
    const { page, modal } = journey
    await page.addInitScript(() => {
      window.Worker = class extends Worker {
        override terminate(): void {
          Object.assign(window, { terminatedAt: performance.now() })
          super.terminate()
        }
      }
    })
    await journey.goto()
    await journey.connect('Harbor')
    await journey.open()
    await modal.getByText(/^Updated /).waitFor()
    const lostAt = await page.evaluate(() => performance.now())
    // Ignore a missing result: it may be lost with the worker.
    await page
      .workers()[0]!
      .evaluate(losses[kind])
      .catch(() => {})
    await page.waitForTimeout(50)
    const answeredAt = await askFor(page, `${sandbox.chain}:${sandbox.accounts.theo.toLowerCase()}`)
    const foundAt = await page.evaluate(() => (window as unknown as { terminatedAt: number }).terminatedAt)
    return { found: foundAt - lostAt, recovered: answeredAt - foundAt }
  } finally {
    await journey.end()
  }
}

/** @returns the page's time at which the account's balance arrived */
function askFor(page: Page, account: string): Promise<number> {
  return page.evaluate(
    (id) =>
      new Promise<number>((resolve, reject) => {
        const { billfold } = window as unknown as { billfold: Billfold }
        billfold.topic('portfolio', { account: id as CaipAddress }).subscribe(({ data, error }) => {
          if (data) resolve(performance.now())
          if (error) reject(new Error(error.message))
        })
      }),
    account,
  )
}
