/** A portfolio with two accounts of two namespaces, while all servers are stopped. */
import { expect, it } from 'vitest'
import { hasSolana } from '../solana-chain.ts'
import { startPortfolioSite, type SiteWindow } from '../../../sandbox/portfolio-site.ts'
import type { EngineRun } from './run-in.ts'

const parts = ['api', 'rpc', 'project', 'relay', 'signIn'] as const

export function tryPortfolio(run: EngineRun): void {
  it.runIf(hasSolana)(
    'opens from the cache with all servers stopped, and refreshes once the network is back',
    async () => {
      const { driver, visit, sandbox } = run
      const site = await startPortfolioSite(sandbox)
      try {
        await driver.goto(site.url)
        const soon = { timeout: 60_000 }
        await expect
          .poll(() => visit.evaluate(readPortfolio), soon)
          .toMatchObject({
            total: expect.stringMatching(/\$\d/),
            age: expect.stringContaining('Updated'),
            tokens: expect.arrayContaining(['Harbor Dollar']),
            rows: expect.any(Number),
          })
        await expect.poll(() => visit.evaluate(readPortfolio), soon).toSatisfy(({ rows }) => rows > 3)
        await expect.poll(() => visit.evaluate(() => (window as SiteWindow).isKept), soon).toBe(true)
        const before = await visit.evaluate(readPortfolio)

        await Promise.all([site.stop('refuse'), ...parts.map((part) => sandbox.control.stop({ part }))])
        await visit.evaluate(ageBalances)
        await driver.goto('about:blank')
        await driver.goto(site.url)
        await expect
          .poll(() => visit.evaluate(readPortfolio), soon)
          .toMatchObject({
            total: before.total,
            tokens: before.tokens,
            rows: before.rows,
            age: expect.stringMatching(/^As of \d\d:\d\d/),
            banner: expect.stringContaining('Showing the last known figures.'),
          })

        await Promise.all([site.start(), ...parts.map((part) => sandbox.control.start({ part }))])
        // Fire the browser's event, which ends the backoff of 30 s after a failed balance.
        await visit.evaluate(() => window.dispatchEvent(new Event('online')))
        await expect
          .poll(() => visit.evaluate(readPortfolio), { timeout: 15_000 })
          .toMatchObject({
            age: expect.stringContaining('Updated'),
            banner: '',
          })
      } finally {
        await site.close()
        await Promise.all(parts.map((part) => sandbox.control.start({ part })))
      }
    },
  )
}

/** Runs in the page: ages the stored balances by an hour, so that the page requests them when it opens. */
function ageBalances() {
  return new Promise<void>((resolve, reject) => {
    const opening = indexedDB.open('billfold-1')
    opening.onerror = () => reject(opening.error!)
    opening.onsuccess = () => {
      const change = opening.result.transaction('records', 'readwrite')
      const records = change.objectStore('records')
      const walk = records.openCursor(IDBKeyRange.bound('portfolio/', 'portfolio/\uffff'))
      walk.onsuccess = () => {
        const cursor = walk.result
        if (!cursor) return
        const row = cursor.value as { value: { fetchedAt?: number } }
        const { fetchedAt } = row.value
        if (fetchedAt) cursor.update({ ...row, value: { ...row.value, fetchedAt: fetchedAt - 3_600_000 } })
        cursor.continue()
      }
      change.oncomplete = () => resolve(opening.result.close())
      change.onerror = () => reject(change.error!)
    }
  })
}

/** Runs in the page: reads what the portfolio shows. */
function readPortfolio() {
  const root = document.querySelector('billfold-portfolio')?.shadowRoot
  const read = (selector: string) => root?.querySelector<HTMLElement>(selector)?.innerText ?? ''
  const list = (selector: string) => [...(root?.querySelectorAll<HTMLElement>(selector) ?? [])]
  return {
    total: read('.money').replaceAll(/\s/g, ''),
    age: read('.page-total .age'),
    banner: read('.page-banner-words'),
    tokens: list('.row.asset .row-text > .row-title').map((title) => title.innerText),
    rows: list('.row.entry').length,
  }
}
