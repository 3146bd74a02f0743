/** An app with `billfold/portfolio` alone, built from the packed package: what it loads, and that no wallet is among it. */
import { gzipSync } from 'node:zlib'
import type { Response } from 'playwright-core'
import { expect, it } from 'vitest'
import { getChromium, getSandbox } from '../browser/shared.ts'
import { folderOf, run } from './prepare.ts'
import { serve } from './serve.ts'

/** Of code that finds wallets, asks them, or speaks to them over WalletConnect. */
const OF_WALLETS =
  /eip6963:|wallet-standard:|eth_requestAccounts|wallet_switchEthereumChain|wc_session|irn_publish/
/** Kilobytes, gzip, React included: 60 of them are React's own. */
const PAGE_LIMIT = 165
const WORKER_LIMIT = 120

it('shows an account with a small page and worker, and loads nothing of wallets or WalletConnect', async () => {
  const [sandbox, browser] = await Promise.all([getSandbox(), getChromium()])
  await run('portfolio', ['node_modules/vite/bin/vite.js', 'build'])
  const server = await serve(folderOf('portfolio', 'out'))
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const scripts: Response[] = []
    context.on('response', (response) => {
      if (response.url().startsWith(server.url) && response.url().split('?')[0]!.endsWith('.js'))
        scripts.push(response)
    })
    const query = new URLSearchParams({
      api: sandbox.urls.api,
      rpc: sandbox.urls.rpc,
      chainId: sandbox.chain.split(':')[1]!,
      account: sandbox.accounts.mara,
    })
    await page.goto(`${server.url}/portfolio.html?${query.toString()}`)
    await page.getByText('Harbor Dollar', { exact: true }).waitFor()
    await page
      .getByText(/Tidelines #\d+/)
      .first()
      .waitFor()
    await page.getByRole('list', { name: 'Activity' }).getByRole('button').first().click()
    await page.getByText('Status', { exact: true }).waitFor()

    const loaded = await Promise.all(
      scripts.map(async (script) => ({
        name: new URL(script.url()).pathname,
        code: await script.text(),
        isWorkers: /billfold-(worker|evm|solana|bitcoin|walletconnect)/.test(script.url()),
      })),
    )
    const ofWorker = loaded.filter(({ isWorkers }) => isWorkers)
    const ofPage = loaded.filter(({ isWorkers }) => !isWorkers)
    expect(ofWorker.map(({ name }) => /billfold-(\w+)/.exec(name)?.[1]).sort()).toEqual(['evm', 'worker'])
    expect(ofPage.filter(({ code }) => OF_WALLETS.test(code)).map(({ name }) => name)).toEqual([])
    const sizeOf = (files: typeof loaded) =>
      files.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0) / 1000
    const worker = ofWorker.filter(({ name }) => name.includes('billfold-worker'))
    console.log(
      `On the page, React included: ${sizeOf(ofPage).toFixed(1)} kB; in the worker: ${sizeOf(worker).toFixed(1)} kB`,
    )
    expect(sizeOf(ofPage)).toBeLessThan(PAGE_LIMIT)
    expect(sizeOf(worker)).toBeLessThan(WORKER_LIMIT)
  } finally {
    await context.close()
    await server.close()
  }
})
