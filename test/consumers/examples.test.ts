/**
 * The apps in examples/, unchanged: installed with the packed package, built by their own command, and opened. The sandbox
 * answers in the place of the public servers, and Harbor is on Ethereum.
 */
import type { Browser, Page, Response } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { solanaPeople } from '../../sandbox/chains/solana-accounts.ts'
import type { LocalServer } from '../../sandbox/services/local-server.ts'
import type { Sandbox } from '../../sandbox/start.ts'
import { getChromium, getSandbox } from '../browser/shared.ts'
import { answerFromSandbox } from './answer-from-sandbox.ts'
import { bundleScript } from './bundle-script.ts'
import { lookAtPortfolio } from './look-at-portfolio.ts'
import {
  type Consumer,
  folderOf,
  listExamples,
  prepare,
  run,
  type RunningServer,
  startServer,
} from './prepare.ts'
import { serve } from './serve.ts'

let sandbox: Sandbox
let browser: Browser
/** Scripts that put Harbor into a page. */
let wallets: string[]

beforeAll(async () => {
  ;[sandbox, browser, wallets] = await Promise.all([
    getSandbox(),
    getChromium(),
    Promise.all(['harbor-page.ts', 'solana-wallet-page.ts'].map(bundleScript)),
    prepare('examples/vite-react'),
  ])
}, 600_000)

interface Example {
  name: string
  /** Default: what was built, as a site serves it. */
  start?(consumer: Consumer): Promise<LocalServer | RunningServer>
  /** What a person does, and sees after it. Default: connects by Billfold's button, and sees the address. */
  look?(page: Page, responses: readonly Response[]): Promise<void>
}

const examples: Example[] = [
  { name: 'vite-react' },
  { name: 'vue' },
  { name: 'html', start: (consumer) => serve(folderOf(consumer)) },
  { name: 'next', start },
  {
    name: 'wagmi',
    async look(page) {
      await page.getByRole('button', { name: 'Connect' }).click()
      await chooseHarbor(page)
      await page.getByText(sandbox.accounts.mara).waitFor()
    },
  },
  {
    name: 'ethers',
    async look(page) {
      await page.getByRole('button', { name: 'Sign a message' }).click()
      await chooseHarbor(page)
      await page.getByText(`${sandbox.accounts.mara} signed: 0x`).waitFor()
    },
  },
  {
    name: 'solana-wallet-adapter',
    async look(page) {
      await page.getByRole('button', { name: 'Connect' }).click()
      await chooseHarbor(page)
      await page.getByText(solanaAddress).waitFor()
    },
  },
  {
    name: 'sign-in-with-server',
    start,
    async look(page) {
      await page.locator('billfold-button button').click()
      await chooseHarbor(page)
      await page.locator('billfold-modal dialog').getByRole('button', { name: 'Sign message' }).click()
      const greeting = page.getByText(`The server knows you as ${sandbox.accounts.mara}.`)
      await greeting.waitFor()
      await page.reload()
      await greeting.waitFor()
      expect(await page.evaluate(signInAgain, sandbox.accounts.mara)).toBe(422)
    },
  },
  { name: 'portfolio', look: lookAtPortfolio },
]

it('The tested examples include every example of the repository', () => {
  expect(examples.map(({ name }) => name).sort()).toEqual(listExamples().sort())
})

it.concurrent.for(examples)(
  'The example $name builds with its own command and works in a browser',
  async ({ name, start = serveBuilt, look = connectAndSeeAddress }, { onTestFinished }) => {
    const consumer: Consumer = `examples/${name}`
    await run(consumer, ['run', '--silent', 'build'], getEnv(), 'npm')
    const server = await start(consumer)
    onTestFinished(() => ('close' in server ? server.close() : server.stop()))
    const url = server.url.replace('127.0.0.1', 'localhost')
    const context = await browser.newContext()
    onTestFinished(() => context.close())
    context.setDefaultTimeout(60_000)
    const page = await context.newPage()
    const uncaught: string[] = []
    page.on('pageerror', ({ message }) => uncaught.push(message))
    await answerFromSandbox(context, sandbox)
    const responses: Response[] = []
    context.on('response', (response) => {
      if (response.url().startsWith(url)) responses.push(response)
    })
    await page.addInitScript("localStorage['harbor-wallet-network'] ??= '0x1'")
    for (const script of wallets) await page.addInitScript(script)
    await page.addInitScript('window.harbor.autoApprove = true')
    const query = new URLSearchParams({ driftwood: sandbox.urls.rpc, solana: solanaAddress })
    await page.goto(`${url}/?${query.toString()}`)
    await look(page, responses)
    expect(uncaught).toEqual([])
  },
)

const solanaAddress = solanaPeople.mara.publicKey.toBase58()

/** What a person sets, as each example's README says. */
function getEnv(): Record<string, string> {
  return {
    VITE_PROJECT_ID: 'example',
    NEXT_PUBLIC_PROJECT_ID: 'example',
    VITE_ACCOUNT: sandbox.accounts.mara,
    RPC_URL: sandbox.urls.rpc,
  }
}

function serveBuilt(consumer: Consumer): Promise<LocalServer> {
  return serve(folderOf(consumer, 'dist'))
}

function start(consumer: Consumer): Promise<RunningServer> {
  return startServer(consumer, () => ['start'], getEnv(), 'npm')
}

async function connectAndSeeAddress(page: Page): Promise<void> {
  const { mara } = sandbox.accounts
  await page.locator('billfold-button button').click()
  await chooseHarbor(page)
  await page.locator('billfold-modal dialog').waitFor({ state: 'hidden' })
  await page.locator('billfold-button button').getByText(mara.slice(-4)).waitFor()
  await page.getByText(mara).waitFor()
}

async function chooseHarbor(page: Page): Promise<void> {
  const wallets = page.locator('billfold-modal dialog').getByRole('list', { name: 'Wallets' })
  await wallets.getByRole('button', { name: 'Harbor' }).click()
}

/** Runs in the page: sends the server what was signed before. @returns the status of its answer. */
async function signInAgain(address: string): Promise<number> {
  const account = { chainId: 'eip155:1', address }
  const answer = await fetch(`/sign-in/session?${new URLSearchParams(account).toString()}`)
  const { sessions } = (await answer.json()) as { sessions: object[] }
  const { status } = await fetch('/sign-in/verify', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...account, ...sessions[0] }),
  })
  return status
}
