/** Visits a consumer's page: connects, opens the account and its NFTs, and records how the worker was started. */
import type { Browser, Page } from 'playwright-core'
import type { Sandbox } from '../../sandbox/start.ts'

export interface Visit {
  /** Start modes of the worker in the order in which they were tried; the last one succeeded. */
  ways: string[]
  /** URLs of the workers that run at the end. */
  workers: string[]
  /** Paths that the page and its workers requested from the page's own servers. */
  requests: string[]
  /** Violations of the page's Content-Security-Policy. */
  violations: string[]
  uncaught: string[]
}

interface Watched extends Window {
  ways: string[]
  violations: string[]
}

export async function visit(browser: Browser, sandbox: Sandbox, url: string): Promise<Visit> {
  const context = await browser.newContext()
  context.setDefaultTimeout(60_000)
  try {
    const page = await context.newPage()
    const uncaught: string[] = []
    const requests: string[] = []
    /** Console output for failure messages, for example that a dev server reloaded the page. */
    const said: string[] = []
    page.on('pageerror', (error) => uncaught.push(error.message))
    page.on('console', (message) => said.push(message.text()))
    page.on('domcontentloaded', () => said.push('(The page was loaded.)'))
    context.on('request', (request) => requests.push(new URL(request.url()).pathname))
    // Define esbuild's helper `__name` before other scripts use it.
    await page.addInitScript('globalThis.__name ??= (value) => value')
    await page.addInitScript(watchPage)
    await page.addInitScript(announceWallet, { account: sandbox.accounts.mara, chainId: chainIdOf(sandbox) })
    const query = new URLSearchParams({
      api: sandbox.urls.api,
      rpc: sandbox.urls.rpc,
      chainId: String(chainIdOf(sandbox)),
    })
    // Wait until the network is idle: a dev server may reload the page while it compiles.
    await page.goto(`${url}/?${query.toString()}`, { waitUntil: 'networkidle' })
    await connectAndLook(page).catch(async (error: Error) => {
      const shown = await page.locator('billfold-modal').allInnerTexts()
      const all = JSON.stringify({ shown, said, uncaught }, undefined, 2)
      throw new Error(`${error.message}\nThe page: ${all}`, { cause: error })
    })

    const { ways, violations } = await page.evaluate(() => {
      const { ways, violations } = window as unknown as Watched
      return { ways, violations }
    })
    return { ways, violations, workers: page.workers().map((worker) => worker.url()), requests, uncaught }
  } finally {
    await context.close()
  }
}

async function connectAndLook(page: Page): Promise<void> {
  const button = page.locator('billfold-button button').first()
  const modal = page.locator('billfold-modal dialog')
  await button.click()
  await modal.getByRole('button', { name: 'Consumer’s wallet' }).click()
  await modal.waitFor({ state: 'hidden' })
  await button.click()
  await modal.getByText('Harbor Dollar', { exact: true }).waitFor()
  await modal.getByRole('tab', { name: 'NFTs' }).click()
  await modal
    .getByText(/Tidelines #\d+/)
    .first()
    .waitFor()
}

function chainIdOf({ chain }: Sandbox): number {
  return Number(chain.split(':')[1])
}

/** Runs in the page before its scripts: records the worker's start modes, and violations of the policy. */
function watchPage(): void {
  const ways: string[] = []
  const violations: string[] = []
  Object.assign(window, { ways, violations })
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    violations.push(`${effectiveDirective} ${blockedURI}`),
  )
  for (const { prototype } of [Worker, MessagePort]) {
    const post = prototype.postMessage as (...args: unknown[]) => void
    Object.assign(prototype, {
      postMessage(this: MessagePort, ...args: unknown[]) {
        const message = args[0] as
          | { path?: string[]; argumentList?: { value: { mode: string } }[] }
          | undefined
        if (message?.path?.[0] === 'hello') ways.push(message.argumentList![0]!.value.mode)
        post.apply(this, args)
      },
    })
  }
}

/** Runs in the page: an EIP-6963 wallet that approves every request. */
function announceWallet({ account, chainId }: { account: string; chainId: number }): void {
  const info = {
    uuid: '6f7f3c0a-0f0a-4c8e-9a53-0d3a3f0b7c11',
    name: 'Consumer’s wallet',
    rdns: 'example.consumer',
    icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  }
  const provider = {
    async request({ method }: { method: string }) {
      if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
      return method === 'eth_accounts' || method === 'eth_requestAccounts' ? [account] : null
    },
    on() {},
    removeListener() {},
  }
  const announce = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
