/** One sandbox and one browser for a file of tests. What a test broke is mended after it. */
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type Journey, type JourneyOptions, startJourney } from '../../sandbox/journey.ts'
import { launchChromium } from '../../sandbox/launch-chromium.ts'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'

export interface World {
  readonly sandbox: Sandbox
  readonly browser: Browser
  /** A person with an empty browser, about to open the page with `goto()`; its market is calm (`?market=busy`). */
  visit(options?: JourneyOptions): Promise<Journey>
}

/** Call it once, at the top of a file. */
export function useWorld(): World {
  let sandbox: Sandbox | undefined
  let browser: Browser | undefined
  let journeys: Journey[] = []

  beforeAll(async () => {
    ;[sandbox, browser] = await Promise.all([startSandbox(), launchChromium()])
  })
  afterEach(async () => {
    await Promise.all(journeys.map((journey) => journey.end()))
    journeys = []
    await sandbox?.control.reset()
  })
  afterAll(async () => {
    await browser?.close()
    await sandbox?.stop()
  })

  function need<T>(part: T | undefined): T {
    if (part === undefined) throw new Error('The sandbox and the browser are there only while tests run.')
    return part
  }
  return {
    get sandbox() {
      return need(sandbox)
    },
    get browser() {
      return need(browser)
    },
    async visit(options) {
      const query = { market: 'calm', ...options?.query }
      const journey = await startJourney(need(browser), need(sandbox), { ...options, query })
      // Long for a busy machine, and shorter than the 30 s after which all is asked for anew anyway.
      journey.context.setDefaultTimeout(20_000)
      journeys.push(journey)
      return journey
    },
  }
}
