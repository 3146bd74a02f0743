/** The sandbox's phone wallet, and the pairing link. */
import type { Browser, Locator, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { Journey } from '../../sandbox/people/journey.ts'
import type { Sandbox } from '../../sandbox/start.ts'

/** A phone with an empty profile; closed at the end of the test. */
export async function openPhonePage(world: { browser: Browser; sandbox: Sandbox }): Promise<Page> {
  const context = await world.browser.newContext({ viewport: { width: 390, height: 844 } })
  onTestFinished(() => context.close())
  const phone = await context.newPage()
  await phone.goto(world.sandbox.urls.phone)
  return phone
}

export async function paste(phone: Page, uri: string): Promise<void> {
  await phone.getByLabel('Link').fill(uri)
  await phone.getByRole('button', { name: 'Connect', exact: true }).click()
}

export const approve = (phone: Page): Promise<void> => phone.getByTestId('approve').click()

/** Opens the modal's QR code. */
export async function showCode({ page, modal }: Journey): Promise<Locator> {
  await page.evaluate(() => window.billfold!.open({ view: 'ConnectingWalletConnectBasic' }))
  const code = modal.getByRole('img', { name: 'QR code' })
  await code.waitFor({ timeout: 20_000 })
  return code
}

export async function copyLink({ page, modal }: Journey): Promise<string> {
  // Start waiting before the click: the message disappears by itself.
  await Promise.all([
    modal.getByText('Link copied').waitFor(),
    modal.getByRole('button', { name: 'Copy link' }).click(),
  ])
  return page.evaluate(() => navigator.clipboard.readText())
}
