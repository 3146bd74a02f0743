/** The engines that Playwright drives: Chromium, and a Firefox with changed preferences. */
import { type Browser, type BrowserContext, type Page, firefox } from 'playwright-core'
import { launchChromium } from '../../../sandbox/people/launch-chromium.ts'
import type { Driver, Engine } from './driver.ts'
import { firefoxPath } from './firefox.ts'

export const chromium: Engine = {
  name: 'Chromium',
  missing: undefined,
  async launch() {
    const browser = await launchChromium()
    let context: BrowserContext | undefined
    return {
      close: () => browser.close(),
      async open() {
        await context?.close()
        context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
        return drivePage(await context.newPage())
      },
    }
  },
}

/** @param preferences by their names in `about:config` */
export function launchFirefox(preferences: Record<string, number> = {}): Promise<Browser> {
  return firefox.launch({
    channel: 'moz-firefox',
    executablePath: firefoxPath!,
    firefoxUserPrefs: preferences,
  })
}

export function drivePage(page: Page): Driver {
  return {
    goto: async (url) => void (await page.goto(url)),
    async press(key, held, times = 1) {
      for (let time = 0; time < times; time += 1) await page.keyboard.press(held ? `${held}+${key}` : key)
    },
    type: (text) => page.keyboard.type(text),
    click: ({ x, y }) => page.mouse.click(x, y),
    async wheel({ x, y }, by) {
      await page.mouse.move(x, y)
      await page.mouse.wheel(0, by)
    },
    evaluate: (expression) => page.evaluate(expression),
  }
}
