/**
 * A visit to the demo page as a person makes it, behind a handful of verbs, so that one text drives every browser:
 * the browser tests and the bench both speak it.
 */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import type { Sandbox } from '../start.ts'
import { LOCAL_HOSTS } from './launch-chromium.ts'

export type WalletName = 'Harbor' | 'MetaMask (sandbox)'
export type Tab = 'Tokens' | 'NFTs' | 'Activity'

export interface Journey {
  readonly page: Page
  readonly context: BrowserContext
  /** The modal's dialog; everything in it is found through the open shadow root. */
  readonly modal: Locator
  readonly button: Locator
  /** Its row among the wallets that can be connected. Connect may name it a second time, to forget it. */
  getWallet(wallet: WalletName): Locator
  /** Uncaught errors, and requests that left this machine. */
  readonly trouble: string[]
  /** Errors that scripts wrote to the console. That a request failed is the browser's own remark and not among them. */
  readonly complaints: string[]
  goto(): Promise<void>
  /** As a person reloads: until the page is ready again, which is later than the browser's `load`. */
  reload(): Promise<void>
  open(): Promise<void>
  close(): Promise<void>
  /** Opens the modal, picks a wallet and approves there. */
  connect(wallet: WalletName): Promise<void>
  /** Answers the wallet's question. */
  answer(wallet: WalletName, answer: 'approve' | 'reject'): Promise<void>
  showTab(tab: Tab): Promise<void>
  end(): Promise<void>
}

export interface JourneyOptions {
  viewport?: { width: number; height: number }
  theme?: 'dark' | 'light'
  /** The seed of who is in Harbor (`createPerson` in `accounts.ts`). Default: mara and wren. */
  harborSeed?: string
  /** Path of the page below the sandbox's own, for example `csp/strict/`. */
  path?: string
  /** More of the page's address. */
  query?: Readonly<Record<string, string>>
  reducedMotion?: 'reduce' | 'no-preference'
  hasTouch?: boolean
  /** Of a journey that is under way: this one is another tab of the same browser. */
  context?: BrowserContext
}

export async function startJourney(
  browser: Browser,
  sandbox: Sandbox,
  options: JourneyOptions = {},
): Promise<Journey> {
  const newContext = () =>
    browser.newContext({
      viewport: options.viewport ?? { width: 1280, height: 800 },
      reducedMotion: options.reducedMotion ?? 'no-preference',
      colorScheme: 'light',
      hasTouch: options.hasTouch ?? false,
      locale: 'en-US',
      permissions: ['clipboard-read', 'clipboard-write'],
    })
  const context = options.context ?? (await newContext())
  // esbuild marks the names of functions that are sent into the page, by a helper that is not there.
  await context.addInitScript('globalThis.__name ??= (value) => value')
  const page = await context.newPage()
  const trouble: string[] = []
  const complaints: string[] = []
  page.on('pageerror', (error) => trouble.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) complaints.push(text)
  })
  // The browser finds no other host (`launch-chromium.ts`). Routes would take each request through Node, and end its cache.
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (/^(http|ws)/.test(protocol) && !LOCAL_HOSTS.includes(hostname))
      trouble.push(`left this machine: ${request.url()}`)
  })
  const modal = page.locator('billfold-modal dialog')
  const button = page.locator('billfold-button button')
  const url = new URL(options.path ?? '', `${sandbox.urls.page}/`)
  const query = {
    theme: options.theme ?? 'dark',
    balance: 'none',
    'smart-sessions': 'none',
    ...options.query,
  }
  if (options.harborSeed) Object.assign(query, { harbor: options.harborSeed })
  url.search = new URLSearchParams(query).toString()

  const journey: Journey = {
    page,
    context,
    modal,
    button,
    trouble,
    complaints,
    getWallet: (wallet) => modal.getByRole('list', { name: 'Wallets' }).getByRole('button', { name: wallet }),
    async goto() {
      await page.goto(url.href)
      await button.waitFor()
    },
    async reload() {
      await page.reload()
      await button.waitFor()
    },
    async open() {
      await button.click()
      await modal.waitFor()
    },
    async close() {
      await modal.getByRole('button', { name: 'Close' }).click()
      await modal.waitFor({ state: 'hidden' })
    },
    async connect(wallet) {
      await journey.open()
      await journey.getWallet(wallet).click()
      await journey.answer(wallet, 'approve')
      await modal.waitFor({ state: 'hidden' })
    },
    async answer(wallet, answer) {
      const person = wallet === 'Harbor' ? 'harbor' : 'sandboxMetaMask'
      await page.waitForFunction((name) => window[name as 'harbor']!.getPending() !== undefined, person)
      await page.evaluate(([name, what]) => window[name as 'harbor']![what as 'approve'](), [
        person,
        answer,
      ] as const)
    },
    async showTab(tab) {
      await modal.getByRole('tab', { name: tab }).click()
    },
    end: () => context.close(),
  }
  return journey
}
