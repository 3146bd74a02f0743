/** Every view with the keyboard alone in Firefox and WebKit, where they are installed; `accessibility.test.ts` has Chromium. */
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest'
import type { LocalServer } from '../../../sandbox/services/local-server.ts'
import type { Sandbox } from '../../../sandbox/start.ts'
import { startApiWithSpam, walks } from '../walks.ts'
import { getSandbox } from '../shared.ts'
import type { Driver } from './driver.ts'
import { expectFocusHeld } from './expect-focus-held.ts'
import { createKeyboardVisit, type KeyboardVisit } from './keyboard-visit.ts'
import { firefox } from './playwright.ts'
import { webkit } from './webkit.ts'

let sandbox: Sandbox
let api: LocalServer
beforeAll(async () => {
  sandbox = await getSandbox()
  api = await startApiWithSpam(sandbox)
})
afterEach(() => sandbox.control.reset())
afterAll(async () => {
  await api?.close()
})

for (const { name, missing, launch } of [firefox, webkit]) {
  describe.skipIf(missing)(missing ? `${name}, which is not installed here (${missing})` : name, () => {
    let driver: Driver
    let visit: KeyboardVisit
    beforeAll(async () => {
      driver = await launch()
      visit = createKeyboardVisit(driver)
    })
    afterAll(() => driver?.close())

    for (const [way, walk] of Object.entries(walks)) {
      // The sandbox's sign-in site is another site over http, and does not answer in a frame there.
      const isDeaf = name === webkit.name && walk === walks['to signing in without a wallet']
      it.skipIf(isDeaf)(`[G51] goes with the keyboard alone ${way}, and back`, async () => {
        const goto = async (query = {}) => {
          await driver.goto(
            `${sandbox.urls.page}/?${new URLSearchParams({ market: 'calm', api: api.url, ...query })}`,
          )
          // What the page draws beside it would be most of the time.
          await visit.waitFor('Sandbox')
          await visit.evaluate(hideDrawings)
        }
        await walk({ visit, sandbox, goto, stop: (state) => expectFocusHeld(visit, state) })
      })
    }
  })
}

function hideDrawings(): void {
  for (const canvas of document.querySelectorAll('canvas')) canvas.style.display = 'none'
}
