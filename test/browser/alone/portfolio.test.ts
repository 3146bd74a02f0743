/** The portfolio in a browser that starts anew where no server answers: how soon what is kept is painted. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { launchWithProfile } from '../../../sandbox/people/launch-chromium.ts'
import { getSandbox } from '../shared.ts'
import { hasSolana } from '../solana-chain.ts'
import { type SiteWindow, startPortfolioSite } from '../portfolio-site.ts'

const STARTS = 9
const parts = ['api', 'rpc', 'project', 'relay', 'signIn'] as const

it.runIf(hasSolana)(
  'paints two accounts from the cache after a restart of the browser, with all servers stopped',
  async () => {
    const sandbox = await getSandbox()
    const site = await startPortfolioSite(sandbox)
    const profile = mkdtempSync(join(tmpdir(), 'billfold-portfolio-'))
    try {
      const first = await launchWithProfile(profile)
      const page = await first.newPage()
      await page.goto(site.url)
      await page.getByText('Harbor Dollar', { exact: true }).first().waitFor()
      await page.getByText(/^Updated/).waitFor()
      await page.getByRole('list', { name: 'Activity' }).getByRole('listitem').first().waitFor()
      await page.waitForFunction(() => (window as SiteWindow).isKept)
      const total = await page.locator('billfold-portfolio .money').innerText()
      await first.close()

      await Promise.all([site.stop('refuse'), ...parts.map((part) => sandbox.control.stop({ part }))])
      const times: number[] = []
      const whole: number[] = []
      for (let start = 0; start < STARTS; start += 1) {
        const context = await launchWithProfile(profile)
        const failed: string[] = []
        const answered: string[] = []
        context.on('requestfailed', (request) => failed.push(new URL(request.url()).origin))
        // Pictures come from the browser's own cache.
        context.on('requestfinished', (request) => {
          if (request.resourceType() !== 'image' && !request.url().startsWith(site.url))
            answered.push(request.url())
        })
        const again = await context.newPage()
        await again.goto(site.url)
        await again.waitForFunction(() => (window as SiteWindow).paintedAt)
        const [createdAt, paintedAt] = await again.evaluate(() => {
          const { createdAt, paintedAt } = window as SiteWindow
          return [createdAt!, paintedAt!] as const
        })
        times.push(paintedAt - createdAt)
        whole.push(paintedAt)
        expect(await again.locator('billfold-portfolio .money').innerText()).toBe(total)
        expect(answered).toEqual([])
        expect(failed.filter((origin) => ![sandbox.urls.api, sandbox.urls.rpc].includes(origin))).toEqual([])
        await context.close()
      }
      tell('From its creation', times)
      tell('From when the page was asked for', whole)
    } finally {
      await site.close()
      await Promise.all(parts.map((part) => sandbox.control.start({ part })))
      rmSync(profile, { recursive: true, force: true })
    }
  },
  300_000,
)

function tell(what: string, times: number[]): void {
  times.sort((a, b) => a - b)
  const median = times[Math.floor(times.length / 2)]!
  console.log(`${what}: median ${Math.round(median)} ms, of ${times.map(Math.round).join(', ')}`)
}
