/** Firefox with `network.cookie.cookieBehavior` at 2: no page may store anything. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../sandbox/start.ts'
import { expectUsableWithoutStorage } from '../storage-denied.ts'
import { getSandbox } from '../shared.ts'
import { firefox } from './firefox.ts'
import { launchFirefox } from './playwright.ts'

describe.skipIf(firefox.missing)('Firefox that denies storage', () => {
  let sandbox: Sandbox
  let browser: Browser
  beforeAll(async () => {
    ;[sandbox, browser] = await Promise.all([
      getSandbox(),
      launchFirefox({ 'network.cookie.cookieBehavior': 2 }),
    ])
  })
  afterAll(async () => {
    await browser?.close()
  })

  it('[F31] connects, shows everything and ends the connection, and nothing throws', async () => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, locale: 'en-US' })
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.addInitScript('globalThis.__name ??= (value) => value')
    await page.goto(`${sandbox.urls.page}/?market=calm&theme=dark`)
    await expectUsableWithoutStorage(page)
    expect(errors).toEqual([])
  })
})
