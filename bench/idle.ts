/** `idle-requests`: requests to the API in ten minutes, with a clock that runs 60 times as fast. */
import type { Browser } from 'playwright-core'
import { type Journey, startJourney } from '../sandbox/people/journey.ts'
import type { Sandbox } from '../sandbox/start.ts'
import { type Result, toResult } from './result.ts'

const RATE = 60
/**
 * How long to wait before requests are counted, in milliseconds. When the modal closes, the button gets the focus, so
 * Billfold prefetches for 5 s. This time is not accelerated, since it is measured with the page's clock.
 */
const PREFETCH_TIME = 6_000

export async function benchIdle(
  browser: Browser,
  sandbox: Sandbox,
  { minutes }: { minutes: number },
): Promise<Result[]> {
  const scenario = 'idle-requests'
  const unit = 'count'
  const count = (prepare: (journey: Journey) => Promise<void>) =>
    countRequests(browser, sandbox, minutes, prepare)
  const closed = await count(async () => {})
  const tokens = await count((journey) => journey.open())
  const activity = await count(async (journey) => {
    await journey.open()
    await journey.showTab('Activity')
  })
  return [
    toResult({ scenario, metric: 'closed', unit }, [closed]),
    toResult({ scenario, metric: 'open_tokens', unit }, [tokens]),
    toResult({ scenario, metric: 'open_activity', unit }, [activity]),
  ]
}

/** Counts requests after those of the start are answered. */
async function countRequests(
  browser: Browser,
  sandbox: Sandbox,
  minutes: number,
  prepare: (journey: Journey) => Promise<void>,
): Promise<number> {
  const journey = await startJourney(browser, sandbox, { query: { clock: String(RATE) } })
  try {
    await journey.goto()
    await journey.connect('Harbor')
    await prepare(journey)
    await journey.page.waitForTimeout(PREFETCH_TIME)
    sandbox.control.clearRequests()
    await journey.page.waitForTimeout((minutes * 60_000) / RATE)
    return sandbox.control.getRequests().length
  } finally {
    await journey.end()
  }
}
