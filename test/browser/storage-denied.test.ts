/** A page of one site in a frame of another, in a Chromium that lets such pages keep nothing. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContext, Frame } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchWithProfile } from '../../sandbox/people/launch-chromium.ts'
import type { Sandbox } from '../../sandbox/start.ts'
import { approve, openPhonePage, paste } from './phone-page.ts'
import { readCode } from './read-code.ts'
import { getChromium, getSandbox } from './shared.ts'
import { expectUsableWithoutStorage } from './storage-denied.ts'

const folder = mkdtempSync(join(tmpdir(), 'billfold-denied-'))
let sandbox: Sandbox
let context: BrowserContext
/** Of the phone. */
let browser: Browser
beforeAll(async () => {
  mkdirSync(join(folder, 'Default'))
  const profile = { block_third_party_cookies: true, cookie_controls_mode: 1 }
  writeFileSync(join(folder, 'Default/Preferences'), JSON.stringify({ profile }))
  ;[sandbox, context, browser] = await Promise.all([getSandbox(), launchWithProfile(folder), getChromium()])
})
afterAll(async () => {
  await context?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The page in such a frame, and what it threw. */
async function openFrame(
  skip: (isSkipped: boolean, why: string) => void,
): Promise<[frame: Frame, errors: string[]]> {
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
  return [page.frames()[1]!, errors]
}

it('[F31] Billfold connects, shows everything and disconnects without errors in a frame without storage', async ({
  skip,
}) => {
  const [frame, errors] = await openFrame(skip)
  await expectUsableWithoutStorage(frame)
  expect(errors).toEqual([])
})

it('[F31] Billfold connects a phone by QR code, signs and disconnects in a frame without storage', async ({
  skip,
}) => {
  const [frame, errors] = await openFrame(skip)
  const modal = frame.locator('billfold-modal dialog')
  await frame.evaluate(() => window.billfold!.open({ view: 'ConnectingWalletConnectBasic' }))
  const code = modal.getByRole('img', { name: 'QR code' })
  await code.waitFor({ timeout: 20_000 })
  const link = (await readCode({ context }, code))!
  const phone = await openPhonePage({ browser, sandbox })
  await paste(phone, link)
  await approve(phone)
  await modal.waitFor({ state: 'hidden' })
  const signing = frame.evaluate(async () => {
    const provider = window.billfold!.getProvider('eip155')!
    const [account] = await provider.request<string[]>({ method: 'eth_accounts' })
    return provider.request<string>({ method: 'personal_sign', params: ['0x68656c6c6f', account] })
  })
  await approve(phone)
  expect(await signing).toMatch(/^0x[0-9a-f]{130}$/)
  // It is said that the disk could not be asked; the wallet is told all the same.
  await frame.evaluate(() => window.billfold!.disconnect().catch(() => {}))
  await frame.locator('billfold-button button').getByText('Connect wallet').waitFor()
  await phone.getByText('No connected apps yet.').waitFor()
  expect(errors).toEqual([])
})
