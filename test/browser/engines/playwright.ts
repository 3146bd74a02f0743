/** The engines that Playwright drives: Chromium as everywhere, and an installed Firefox, by WebDriver BiDi. */
import { existsSync } from 'node:fs'
import { type Browser, type Page, firefox as playwrightFirefox } from 'playwright-core'
import { launchChromium } from '../../../sandbox/people/launch-chromium.ts'
import type { Driver, Engine } from './driver.ts'

export const chromium: Engine = {
  name: 'Chromium',
  missing: undefined,
  launch: async () => drive(await launchChromium()),
}

const firefoxPath = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
].find((path) => existsSync(path))

export const firefox: Engine = {
  name: 'Firefox',
  missing: firefoxPath ? undefined : 'on Debian: apt-get install firefox-esr',
  launch: async () => drive(await launchFirefox()),
}

/** @param preferences as `about:config` names them */
export function launchFirefox(preferences: Record<string, number> = {}): Promise<Browser> {
  return playwrightFirefox.launch({
    channel: 'moz-firefox',
    executablePath: firefoxPath!,
    firefoxUserPrefs: preferences,
  })
}

async function drive(browser: Browser): Promise<Driver> {
  return drivePage(await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-US' }))
}

/** The whole browser ends with it. */
export function drivePage(page: Page): Driver {
  return {
    goto: async (url) => void (await page.goto(url)),
    press: (key, shift) => page.keyboard.press(shift ? `Shift+${key}` : key),
    type: (text) => page.keyboard.type(text),
    evaluate: (expression) => page.evaluate(expression),
    close: async () => page.context().browser()?.close(),
  }
}
