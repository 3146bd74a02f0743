/** The portfolio in a browser that starts anew where no server answers. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchWithProfile } from '../../sandbox/people/launch-chromium.ts'
import { type SiteWindow, startPortfolioSite } from '../../sandbox/portfolio-site.ts'
import type { LocalServer } from '../../sandbox/services/local-server.ts'
import type { Sandbox } from '../../sandbox/start.ts'
import { getSandbox } from './shared.ts'
import { hasSolana } from './solana-chain.ts'

const parts = ['api', 'rpc', 'project', 'relay', 'signIn'] as const

describe.runIf(hasSolana)('The portfolio after a restart of the browser, with all servers stopped', () => {
  let sandbox: Sandbox
  let site: LocalServer
  let total: string
  const profile = mkdtempSync(join(tmpdir(), 'billfold-portfolio-'))

  beforeAll(async () => {
    sandbox = await getSandbox()
    site = await startPortfolioSite(sandbox)
    const first = await launchWithProfile(profile)
    const page = await first.newPage()
    await page.goto(site.url)
    await page.getByText('Harbor Dollar', { exact: true }).first().waitFor()
    await page.getByText(/^Updated/).waitFor()
    await page.getByRole('list', { name: 'Activity' }).getByRole('listitem').first().waitFor()
    await page.waitForFunction(() => (window as SiteWindow).isKept)
    total = await page.locator('billfold-portfolio .money').innerText()
    await first.close()
    await Promise.all([site.stop('refuse'), ...parts.map((part) => sandbox.control.stop({ part }))])
  }, 120_000)

  afterAll(async () => {
    await site.close()
    await Promise.all(parts.map((part) => sandbox.control.start({ part })))
    rmSync(profile, { recursive: true, force: true })
  })

  async function open(context: BrowserContext) {
    const page = await context.newPage()
    await page.goto(site.url)
    await page.waitForFunction(() => (window as SiteWindow).paintedAt)
    expect(await page.locator('billfold-portfolio .money').innerText()).toBe(total)
    await page.getByText('Harbor Dollar', { exact: true }).first().waitFor()
    return page
  }

  it('shows two accounts from the cache, and sends requests only to its API and its nodes', async () => {
    const context = await launchWithProfile(profile)
    const failed: string[] = []
    const answered: string[] = []
    context.on('requestfailed', (request) => failed.push(new URL(request.url()).origin))
    // Pictures come from the browser's own cache.
    context.on('requestfinished', (request) => {
      if (request.resourceType() !== 'image' && !request.url().startsWith(site.url))
        answered.push(request.url())
    })
    const page = await open(context)
    await page.getByRole('list', { name: 'Activity' }).getByRole('listitem').first().waitFor()
    expect(answered).toEqual([])
    expect(failed.filter((origin) => ![sandbox.urls.api, sandbox.urls.rpc].includes(origin))).toEqual([])
    await context.close()
  }, 60_000)

  it('shows the last figures and tokens, with their age, before the worker answers', async () => {
    const context = await launchWithProfile(profile)
    await context.addInitScript({
      content: 'Worker = class extends EventTarget { postMessage() {} terminate() {} }',
    })
    const page = await open(context)
    expect(await page.locator('billfold-portfolio .page-total .age').innerText()).toMatch(/^(Updated|As of)/)
    await context.close()
  }, 60_000)
})
