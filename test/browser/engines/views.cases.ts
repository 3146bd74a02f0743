/** Every view with the keyboard alone; `accessibility.test.ts` has Chromium. */
import { afterAll, afterEach, beforeAll, it } from 'vitest'
import type { LocalServer } from '../../../sandbox/services/local-server.ts'
import { startApiWithSpam, walks } from '../walks.ts'
import { expectFocusHeld } from './expect-focus-held.ts'
import type { EngineRun } from './run-in.ts'
import { webkit } from './webkit.ts'

export function tryViews(run: EngineRun): void {
  const signIn = walks['to signing in without a wallet']!
  const connect = walks['from Connect to a wallet']!
  // A driver's keys do not reach a frame of another site in every engine.
  const { 'to what the sign-in site asks': _, ...others } = walks
  const beginnings = [signIn, connect]
  let api: LocalServer
  /** A walk that runs alone begins with the wallet connected, as behind the others. */
  let isConnected = false
  beforeAll(async () => {
    api = await startApiWithSpam(run.sandbox)
  })
  afterEach(() => run.sandbox.control.reset())
  afterAll(() => api?.close())

  for (const [way, walk] of Object.entries(others)) {
    // The sandbox's sign-in site is another site over http, and does not answer in a frame there.
    const isDeaf = run.engine === webkit && walk === signIn
    it.skipIf(isDeaf)(`[G51] goes with the keyboard alone ${way}, and back`, async () => {
      const { visit, driver, sandbox } = run
      const goto = async (query = {}) => {
        await driver.goto(
          `${sandbox.urls.page}/?${new URLSearchParams({ market: 'calm', api: api.url, ...query })}`,
        )
        // What the page draws beside it would be most of the time.
        await visit.waitFor('Sandbox')
        await visit.evaluate(hideDrawings)
      }
      if (!isConnected && !beginnings.includes(walk)) {
        await connect({ visit, sandbox, goto, stop: async () => {} })
        isConnected = true
      }
      await walk({ visit, sandbox, goto, stop: (state) => expectFocusHeld(visit, state) })
      isConnected ||= walk === connect
    })
  }
}

function hideDrawings(): void {
  for (const canvas of document.querySelectorAll('canvas')) canvas.style.display = 'none'
}
