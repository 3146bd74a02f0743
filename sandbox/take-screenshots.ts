/**
 * `npm run screenshots`: every view in both themes on a desktop and a phone, into `docs/images`. The pictures are of
 * the demo page as it runs, so they show what a person sees.
 */
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { type Journey, startJourney } from './journey.ts'
import { launchChromium } from './launch-chromium.ts'
import { type Sandbox, startSandbox } from './start.ts'

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url))
const themes = ['dark', 'light'] as const
const devices = [
  { name: '', viewport: { width: 1280, height: 800 } },
  { name: 'phone-', viewport: { width: 390, height: 844 } },
]
/** Around the card, its shadow included. px */
const MARGIN = 28
/** The demo's meter stands above the modal; it is on the pictures of the demo. */
const hideMeter = '.live { visibility: hidden }'

const sandbox = await startSandbox()
const browser = await launchChromium()
try {
  for (const theme of themes) {
    for (const { name, viewport } of devices) {
      await visit(browser, sandbox, { theme, viewport, suffix: `${name}${theme}` })
    }
  }
} finally {
  await browser.close()
  await sandbox.stop()
}

interface Visit {
  theme: 'dark' | 'light'
  viewport: { width: number; height: number }
  suffix: string
}

async function visit(browser: Browser, sandbox: Sandbox, { theme, viewport, suffix }: Visit): Promise<void> {
  await sandbox.control.reset()
  const query = { balance: 'shown' }
  const journey = await startJourney(browser, sandbox, { theme, viewport, query, reducedMotion: 'reduce' })
  const { page, modal } = journey
  const take = (view: string) => takePicture(page, journey, `${folder}${view}-${suffix}.png`)
  await journey.goto()

  await journey.open()
  await take('connect')
  await modal.getByRole('button', { name: 'Harbor' }).click()
  await modal.getByText('Approve in Harbor').waitFor()
  await hideWalletSheet(page, true)
  await take('connecting')
  await hideWalletSheet(page, false)
  await journey.answer('Harbor', 'reject')
  await modal.getByText('You declined in Harbor').waitFor()
  await take('declined')
  await modal.getByRole('button', { name: 'Ask again' }).click()
  await journey.answer('Harbor', 'approve')
  await modal.waitFor({ state: 'hidden' })

  await journey.open()
  await modal.getByText(/^Updated /).waitFor()
  await page.waitForTimeout(500)
  await take('tokens')
  await page.screenshot({ path: `${folder}demo-${suffix}.png` })
  await journey.showTab('NFTs')
  await modal.getByText('Tidelines #').first().waitFor()
  await page.waitForTimeout(500)
  await take('nfts')
  await modal
    .getByRole('button', { name: /^Tidelines #/ })
    .first()
    .click()
  await modal.getByText('Token id').waitFor()
  await page.waitForTimeout(500)
  await take('nft')
  await modal.getByRole('button', { name: 'Back' }).click()
  await modal.getByRole('button', { name: /^Unverified/ }).click()
  await take('unverified-nfts')
  await modal
    .getByRole('button', { name: /VOUCHER/ })
    .first()
    .click()
  await modal.getByText('Picture not loaded').waitFor()
  await take('unverified-nft')
  await modal.getByRole('button', { name: 'Back' }).click()
  await modal.getByRole('button', { name: 'Back' }).click()
  await modal.getByRole('button', { name: /^Network:/ }).click()
  await take('networks')
  await modal.getByRole('button', { name: 'Back' }).click()
  await journey.showTab('Activity')
  await modal.locator('[data-row]').first().waitFor()
  await page.waitForTimeout(500)
  await take('activity')
  await modal.locator('[data-row] button').nth(1).click()
  await page.waitForTimeout(300)
  await take('detail')
  await modal.getByRole('button', { name: 'Account settings' }).click()
  await modal.getByText('Connected with').waitFor()
  await take('settings')

  await journey.close()
  await sandbox.control.stop()
  await journey.goto()
  await journey.open()
  // What was fetched just before counts as fresh for half a minute.
  await modal.getByText('The service cannot be reached.').waitFor({ timeout: 60_000 })
  await modal.getByRole('button', { name: 'Dismiss' }).click()
  await page.waitForTimeout(300)
  await take('offline')
  await journey.end()
}

/** The card with what it stands on; on a phone the whole screen. */
async function takePicture(page: Page, { modal }: Journey, path: string): Promise<void> {
  const { width, height } = page.viewportSize()!
  const box = await modal.locator('.card').boundingBox()
  if (!box || width < 500) return void (await page.screenshot({ path, style: hideMeter }))
  const x = Math.max(0, box.x - MARGIN)
  const y = Math.max(0, box.y - MARGIN)
  const clip = {
    x,
    y,
    width: Math.min(width - x, box.width + 2 * MARGIN),
    height: Math.min(height - y, box.height + 2 * MARGIN),
  }
  await page.screenshot({ path, clip, style: hideMeter })
}

/** The wallet's own window stands over the modal; the picture is of the modal. */
async function hideWalletSheet(page: Page, hidden: boolean): Promise<void> {
  await page.locator('[data-wallet]').waitFor({ state: 'attached' })
  await page.evaluate((isHidden) => {
    for (const dialog of document.querySelectorAll<HTMLElement>('[data-wallet]')) {
      dialog.style.visibility = isHidden ? 'hidden' : ''
    }
  }, hidden)
}
