/** Firefox with `network.cookie.cookieBehavior` 2, which denies pages all storage. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectUsableWithoutStorage } from '../storage-denied.ts'
import { launchFirefox } from './playwright.ts'
import type { EngineRun } from './run-in.ts'

export function tryWithoutStorage(run: EngineRun): void {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchFirefox({ 'network.cookie.cookieBehavior': 2 })
  })
  afterAll(() => browser?.close())

  it('[F31] a visitor connects, sees all views and disconnects, and nothing throws', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.addInitScript('globalThis.__name ??= (value) => value')
    await page.goto(`${run.sandbox.urls.page}/?market=calm&theme=dark`)
    await expectUsableWithoutStorage(page)
    expect(errors).toEqual([])
  })
}
