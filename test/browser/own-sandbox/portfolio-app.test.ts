/** The demo's portfolio as an installed app: no server of the sandbox is left when it opens again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { launchWithProfile } from '../../../sandbox/people/launch-chromium.ts'
import { startSandbox } from '../../../sandbox/start.ts'

it('The portfolio app can be installed from the demo, and opens offline with all servers stopped', async () => {
  const profile = mkdtempSync(join(tmpdir(), 'billfold-app-'))
  const sandbox = await startSandbox()
  const context = await launchWithProfile(profile)
  let isRunning = true
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.goto(sandbox.urls.page)
    await page.getByRole('link', { name: 'portfolio page' }).click()
    await page.getByText('Harbor Dollar', { exact: true }).first().waitFor()
    await page.getByText(/^Updated/).waitFor()
    await page.getByRole('list', { name: 'Activity' }).getByRole('listitem').first().waitFor()
    await page.waitForFunction(() => navigator.serviceWorker.controller)

    const inspector = await context.newCDPSession(page)
    expect((await inspector.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([])
    await inspector.detach()

    const total = await page.locator('billfold-portfolio .money').innerText()
    await sandbox.stop()
    isRunning = false
    await context.setOffline(true)
    await page.reload()
    await page.getByText('Harbor Dollar', { exact: true }).first().waitFor()
    expect(await page.locator('billfold-portfolio .money').innerText()).toBe(total)
    await page.getByText('You are offline').waitFor()
    await page.getByRole('list', { name: 'Activity' }).getByRole('listitem').first().waitFor()
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(
      `${sandbox.urls.page}/portfolio/sw.js`,
    )
  } finally {
    await context.close()
    if (isRunning) await sandbox.stop()
    rmSync(profile, { recursive: true, force: true })
  }
}, 240_000)
