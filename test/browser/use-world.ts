/**
 * The shared sandbox and browser for a test file. The sandbox is reset after each test; its chains keep their blocks.
 */
import type { Browser } from 'playwright-core'
import { afterEach, beforeAll } from 'vitest'
import { createPerson, type Person } from '../../sandbox/people/accounts.ts'
import { type Journey, type JourneyOptions, startJourney } from '../../sandbox/people/journey.ts'
import type { Sandbox } from '../../sandbox/start.ts'
import { getChromium, getSandbox } from './shared.ts'

export interface World {
  readonly sandbox: Sandbox
  readonly browser: Browser
  /** A journey with an empty profile, before its first `goto()`. The market is calm (`?market=busy` changes this). */
  visit(options?: JourneyOptions): Promise<Journey>
  /** Creates a person with these amounts of the first chain's tokens: `{ ETH: '2', HUSD: '500' }`. */
  createPerson(amounts: Readonly<Record<string, string>>): Promise<NewPerson>
}

export interface NewPerson extends Person {
  /** Seed of the person, for `visit({ harborSeed })`. */
  seed: string
}

let created = 0

/** Must be called once, at the top of a file. */
export function useWorld(): World {
  let sandbox: Sandbox | undefined
  let browser: Browser | undefined
  let journeys: Journey[] = []

  beforeAll(async () => {
    ;[sandbox, browser] = await Promise.all([getSandbox(), getChromium()])
  })
  afterEach(async () => {
    await Promise.all(journeys.map((journey) => journey.end()))
    journeys = []
    await sandbox?.control.reset()
  })

  function need<T>(part: T | undefined): T {
    if (part === undefined) throw new Error('The sandbox and the browser are available only while tests run.')
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
      const journey = await startJourney(need(browser), need(sandbox), {
        // Turn off animations, so that tests don't wait for them. Tests of animations turn them on.
        reducedMotion: 'reduce',
        ...options,
        query,
      })
      // Long enough for a busy machine, but shorter than the refresh interval of 30 s.
      journey.context.setDefaultTimeout(20_000)
      journeys.push(journey)
      return journey
    },
    async createPerson(amounts) {
      const seed = `person ${(created += 1)}`
      const person = createPerson(seed)
      for (const [token, amount] of Object.entries(amounts))
        await need(sandbox).control.transfer({ token, to: person.account.address, amount })
      return { ...person, seed }
    },
  }
}
