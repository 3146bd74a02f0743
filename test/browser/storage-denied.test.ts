/** A page of one site in a frame of another, in a Chromium that lets such pages keep nothing. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchWithProfile } from '../../sandbox/launch-chromium.ts'
import { type Sandbox, startSandbox } from '../../sandbox/start.ts'
import { expectUsableWithoutStorage } from './storage-denied.ts'

const folder = mkdtempSync(join(tmpdir(), 'billfold-denied-'))
let sandbox: Sandbox
let context: BrowserContext
beforeAll(async () => {
  mkdirSync(join(folder, 'Default'))
  const profile = { block_third_party_cookies: true, cookie_controls_mode: 1 }
  writeFileSync(join(folder, 'Default/Preferences'), JSON.stringify({ profile }))
  ;[sandbox, context] = await Promise.all([startSandbox(), launchWithProfile(folder)])
})
afterAll(async () => {
  await context?.close()
  await sandbox?.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('[F31] connects, shows everything and ends the connection in a frame that may store nothing, and nothing throws', async ({
  skip,
}) => {
  const { page: url } = sandbox.urls
  await context.addInitScript('globalThis.__name ??= (value) => value')
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto(`${url.replace('127.0.0.1', 'localhost')}/config.json`)
  await page.setContent(
    `<iframe src="${url}/?market=calm&theme=dark" style="width: 1200px; height: 700px"></iframe>`,
  )
  await page.frameLocator('iframe').locator('billfold-button button').waitFor()
  const isDenied = await page.frames()[1]!.evaluate(() => {
    try {
      return !localStorage
    } catch {
      return true
    }
  })
  skip(!isDenied, 'This Chromium lets frames of other sites store, whatever its profile says.')
  await expectUsableWithoutStorage(page.frames()[1]!)
  expect(errors).toEqual([])
})
