/** Uses Billfold on a page without any storage. */
import type { Frame, Page } from 'playwright-core'
import { expect } from 'vitest'
import { ACCOUNT } from './button-words.ts'

/** Connects Harbor and visits all views while the browser denies the page all storage. */
export async function expectUsableWithoutStorage(page: Page | Frame): Promise<void> {
  const modal = page.locator('billfold-modal dialog')
  const button = page.locator('billfold-button button')
  await button.click()
  await modal.getByRole('button', { name: 'Harbor' }).click()
  await page.waitForFunction(() => window.harbor!.getPending() !== undefined)
  await page.evaluate(() => window.harbor!.approve())
  await button.getByText(ACCOUNT).waitFor()
  await button.click()
  await modal.getByText('Harbor Dollar', { exact: true }).waitFor()
  await modal.getByRole('tab', { name: 'NFTs' }).click()
  await modal.getByText('Signal Flags #3').waitFor()
  await modal.getByRole('tab', { name: 'Activity' }).click()
  await modal.getByRole('list', { name: 'Activity' }).getByRole('listitem').first().waitFor()
  expect(await modal.getByRole('alert').count()).toBe(0)
  // Check that storage is really denied.
  expect(await page.evaluate(nameDenied)).toEqual(['localStorage', 'indexedDB', 'locks'])
  await page.evaluate(() => window.billfold!.disconnect())
  await button.getByText('Connect wallet').waitFor()
}

async function nameDenied(): Promise<string[]> {
  const open = () =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open('any')
      request.addEventListener('success', resolve)
      request.addEventListener('error', () => reject(request.error))
    })
  const attempts: Record<string, () => unknown> = {
    localStorage: () => localStorage.length,
    indexedDB: open,
    locks: () => navigator.locks.request('any', () => {}),
  }
  const denied: string[] = []
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      await attempt()
    } catch {
      denied.push(name)
    }
  }
  return denied
}
