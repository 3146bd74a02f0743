/** What each engine does by itself for a press in the modal, where the page's handlers hear nothing of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalServer, startLocalServer } from '../../../sandbox/services/local-server.ts'
import { buildPage } from '../build-page.ts'
import type { Driver } from './driver.ts'
import type { Counts } from './guard-page.ts'
import { chromium, firefox } from './playwright.ts'
import { webkit } from './webkit.ts'

let server: LocalServer
const asked: string[] = []
beforeAll(async () => {
  const script = await buildPage('engines/guard-page.ts')
  server = await startLocalServer(async (_, response, { pathname }) => {
    asked.push(pathname)
    const isScript = pathname === '/page.js'
    response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
    response.end(isScript ? script : '<!doctype html><body><script src="/page.js" defer></script>')
  })
})
afterAll(() => server?.close())

for (const { name, missing, launch } of [chromium, firefox, webkit]) {
  describe.skipIf(missing)(missing ? `${name}, which is not installed here (${missing})` : name, () => {
    let driver: Driver
    const read = () => driver.evaluate('guard.counts') as Promise<Counts>
    const act = (id: string, method: 'click' | 'focus') =>
      driver.evaluate(`void guard.find('${id}').${method}()`)

    beforeAll(async () => {
      driver = await launch()
    })
    afterAll(() => driver?.close())

    for (const how of ['a click', 'a key'] as const) {
      async function press(id: string, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
        await act(id, how === 'a click' ? 'click' : 'focus')
        if (how === 'a key') await driver.press(key)
      }

      it(`[D40] a form, a checkbox, its label and a summary act once for ${how}`, async () => {
        await driver.goto(`${server.url}/`)
        await press('submit')
        await press('checkbox', 'Space')
        expect(await read()).toMatchObject({ submitted: 1, toggled: 1, isChecked: true })
        await act('label', 'click')
        expect(await read()).toMatchObject({ toggled: 2, isChecked: false })
        await press('kept', 'Space')
        await press('summary')
        await expect.poll(read).toMatchObject({ isKept: false, opened: 1, isOpen: true })
        await press('refused')
        expect(await read()).toMatchObject({ submitted: 1, toggled: 2, isRefused: true })
        expect(asked).not.toContain('/left')
      })
    }

    // The last test: the new tab takes the focus.
    it('[D40] a link opens one new tab', async () => {
      const before = asked.length
      await act('link', 'focus')
      await driver.press('Enter')
      await expect.poll(() => asked.slice(before)).toContain('/opened')
      // A second tab would be asked for by then.
      await new Promise((resolve) => setTimeout(resolve, 1000))
      expect(asked.slice(before).filter((path) => path === '/opened')).toHaveLength(1)
    })
  })
}
