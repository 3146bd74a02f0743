/**
 * Checks the example that uses only `billfold/portfolio`: its contents, its requests, and that it loads no code for
 * wallets.
 */
import { gzipSync } from 'node:zlib'
import type { Page, Response } from 'playwright-core'
import { expect } from 'vitest'

/** Matches code that finds wallets, sends them requests, or uses WalletConnect. */
const OF_WALLETS =
  /eip6963:|wallet-standard:|eth_requestAccounts|wallet_switchEthereumChain|wc_session|irn_publish/
/** Kilobytes with gzip, React included (60 kB). */
const PAGE_LIMIT = 165
const WORKER_LIMIT = 120

/** @param responses responses of the page's server; may grow meanwhile */
export async function lookAtPortfolio(page: Page, responses: readonly Response[]): Promise<void> {
  await page.getByText('Harbor Dollar', { exact: true }).waitFor()
  await page
    .getByText(/^\$\d[\d,]*\.\d\d$/)
    .first()
    .waitFor()
  await page
    .getByText(/Tidelines #\d+/)
    .first()
    .waitFor()
  await page.getByRole('list', { name: 'Activity' }).getByRole('button').first().click()
  await page.getByText('Status', { exact: true }).waitFor()

  const scripts = responses.filter((response) => new URL(response.url()).pathname.endsWith('.js'))
  // Count each URL once: a slow machine may start the worker twice.
  const byUrl = new Map(scripts.map((script) => [script.url(), script]))
  const loaded = await Promise.all(
    [...byUrl.values()].map(async (script) => ({
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
}
