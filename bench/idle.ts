/** `idle-requests`: calls to the API in ten minutes, on a clock that runs 60 times as fast. */
import type { Browser } from 'playwright-core'
import { type Journey, startJourney } from '../sandbox/journey.ts'
import type { Sandbox } from '../sandbox/start.ts'
import { type Result, toResult } from './result.ts'

const RATE = 60
const MINUTES = 10

export async function benchIdle(browser: Browser, sandbox: Sandbox): Promise<Result[]> {
  const scenario = 'idle-requests'
  const unit = 'count'
  const closed = await count(browser, sandbox, async () => {})
  const tokens = await count(browser, sandbox, (journey) => journey.open())
  const activity = await count(browser, sandbox, async (journey) => {
    await journey.open()
    await journey.showTab('Activity')
  })
  return [
    toResult({ scenario, metric: 'closed', unit }, [closed]),
    toResult({ scenario, metric: 'open_tokens', unit }, [tokens]),
    toResult({ scenario, metric: 'open_activity', unit }, [activity]),
  ]
}

/** Requests after everything that a visit starts with has been answered. */
async function count(
  browser: Browser,
  sandbox: Sandbox,
  prepare: (journey: Journey) => Promise<void>,
): Promise<number> {
  const journey = await startJourney(browser, sandbox, { query: { clock: String(RATE) } })
  try {
    await journey.goto()
    await journey.connect('Harbor')
    await prepare(journey)
    await journey.page.waitForTimeout(1_000)
    sandbox.control.clearRequests()
    await journey.page.waitForTimeout((MINUTES * 60_000) / RATE)
    return sandbox.control.getRequests().length
  } finally {
    await journey.end()
  }
}
