/**
 * `portfolio`: a page with two accounts in a newly started browser, with its files in a service worker and all servers
 * stopped. Measures from `createPortfolio` until its total and tokens are painted, with intermediate steps.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchWithProfile } from '../sandbox/people/launch-chromium.ts'
import { type SiteWindow, startPortfolioSite } from '../sandbox/portfolio-site.ts'
import type { Sandbox } from '../sandbox/start.ts'
import { type Result, toResults } from './result.ts'

const units = { code_ms: 'ms', painted_ms: 'ms', worker_ms: 'ms', activity_ms: 'ms' } as const
const parts = ['api', 'rpc', 'project', 'relay', 'signIn'] as const
const ACTIVITY = 'billfold-portfolio .row.entry:not(.skeleton-row)'

interface Window extends SiteWindow {
  /** Milliseconds from navigation to the worker's first message; absent before it. */
  spokenAt?: number
}

export async function benchPortfolio(sandbox: Sandbox, { runs }: { runs: number }): Promise<Result[]> {
  const site = await startPortfolioSite(sandbox)
  const profile = mkdtempSync(join(tmpdir(), 'billfold-bench-'))
  try {
    const first = await launchWithProfile(profile)
    const page = await first.newPage()
    await page.goto(site.url)
    await page.getByText(/^Updated/).waitFor()
    await page.locator(ACTIVITY).first().waitFor()
    await page.waitForFunction(() => (window as Window).isKept)
    await first.close()
    await Promise.all([site.stop('refuse'), ...parts.map((part) => sandbox.control.stop({ part }))])
    const samples = []
    for (let run = 0; run < runs; run += 1) samples.push(await startOnce(profile, site.url))
    return toResults({ scenario: 'portfolio' }, units, samples)
  } finally {
    await site.close()
    await Promise.all(parts.map((part) => sandbox.control.start({ part })))
    rmSync(profile, { recursive: true, force: true })
  }
}

async function startOnce(profile: string, url: string): Promise<Record<keyof typeof units, number>> {
  const context = await launchWithProfile(profile)
  try {
    await context.addInitScript({ content: HEAR_WORKER })
    const page = await context.newPage()
    await page.goto(url)
    await page.waitForFunction(() => (window as Window).paintedAt && (window as Window).spokenAt)
    await page.locator(ACTIVITY).first().waitFor()
    return await page.evaluate(() => {
      const { createdAt = 0, paintedAt = 0, spokenAt = 0 } = window as Window
      const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      const code = files.filter(({ name, startTime }) => name.endsWith('.js') && startTime < paintedAt)
      const codeAt = Math.max(...code.map(({ responseEnd }) => Math.min(responseEnd, paintedAt)))
      return {
        code_ms: codeAt - createdAt,
        painted_ms: paintedAt - createdAt,
        worker_ms: spokenAt - createdAt,
        activity_ms: performance.now() - createdAt,
      }
    })
  } finally {
    await context.close()
  }
}

/** Script that runs before the page's own scripts. Records when the worker sends its first message. */
const HEAR_WORKER = `
  const Original = Worker
  Worker = class extends Original {
    constructor(...given) {
      super(...given)
      this.addEventListener('message', () => (window.spokenAt ??= performance.now()))
    }
  }
`
