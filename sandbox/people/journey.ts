/**
 * Drives the demo page as a person would, through a few verbs. The browser tests of all engines and the benchmarks
 * share this script.
 */
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import type { Sandbox } from '../start.ts'
import { LOCAL_HOSTS } from './launch-chromium.ts'

export type WalletName = 'Harbor' | 'MetaMask (sandbox)'
export type Tab = 'Tokens' | 'NFTs' | 'Activity'

export interface Journey {
  readonly page: Page
  readonly context: BrowserContext
  /** The modal's dialog. Its contents are in an open shadow root, which locators pierce. */
  readonly modal: Locator
  readonly button: Locator
  /** The wallet's row in the list "Wallets". The view Connect may show a second row, to forget the wallet. */
  getWallet(wallet: WalletName): Locator
  /** Uncaught errors, and requests to other machines. */
  readonly trouble: string[]
  /** Errors that scripts wrote to the console. The browser's own messages about failed requests are left out. */
  readonly complaints: string[]
  goto(): Promise<void>
  /** Reloads the page and waits until the button is there, which is later than `load`. */
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
  /** Seed of the person in Harbor (`createPerson` in `accounts.ts`). Default: Mara and Wren. */
  harborSeed?: string
  /** Path of the page on the page server, for example `csp/strict/`. */
  path?: string
  /** More query parameters. */
  query?: Readonly<Record<string, string>>
  reducedMotion?: 'reduce' | 'no-preference'
  hasTouch?: boolean
  /** The browser context of another journey: this journey becomes another tab in it. */
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
  // esbuild wraps function names in `__name`, a helper that doesn't exist in the page.
  await context.addInitScript('globalThis.__name ??= (value) => value')
  const page = await context.newPage()
  const trouble: string[] = []
  const complaints: string[] = []
  page.on('pageerror', (error) => trouble.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) complaints.push(text)
  })
  // Only observe: a route would send each request through Node and disable the HTTP cache. The browser resolves no
  // other hosts (`launch-chromium.ts`).
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
