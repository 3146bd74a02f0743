/**
 * A wagmi app, an ethers app and a web3.js app, written from docs/recipes.md alone and built from the packed package. Whoever
 * starts a step, the app, Billfold and the wallet say the same after it. The wagmi app is built with wagmi 2 and React 18, too,
 * and the types are read by each TypeScript that docs/hosts.md lists.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { createPublicClient, type Hex, http, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { driftwood, type EvmNetwork, getRpcUrl, skerry } from '../../sandbox/chains/evm-networks.ts'
import type { LocalServer } from '../../sandbox/services/local-server.ts'
import type { Sandbox } from '../../sandbox/start.ts'
import type { EvmWalletPerson } from '../../sandbox/people/wallets/install.ts'
import { getChromium, getSandbox } from '../browser/shared.ts'
import { bundleScript } from './bundle-script.ts'
import { folderOf, run } from './prepare.ts'
import { serve } from './serve.ts'
import { compilerOptions, typedApp } from './typed-app.ts'

let sandbox: Sandbox
let browser: Browser
const sites: LocalServer[] = []
/** The wallet's script, as an extension puts it into every page. */
let harbor: string

beforeAll(async () => {
  ;[sandbox, browser, harbor] = await Promise.all([
    getSandbox(),
    getChromium(),
    bundleScript('harbor-page.ts'),
  ])
}, 600_000)
afterAll(async () => {
  for (const site of sites) await site.close()
})

/** What each library's users are told of a person who says no. */
const REJECTED = { wagmi: 'UserRejectedRequestError', ethers: 'ACTION_REJECTED', web3: '4001' }

interface App {
  library: keyof typeof REJECTED
  consumer: 'dapps' | 'dapps-old'
}

const apps: readonly (App & { title: string })[] = [
  { title: 'wagmi', library: 'wagmi', consumer: 'dapps' },
  { title: 'wagmi 2 and React 18', library: 'wagmi', consumer: 'dapps-old' },
  { title: 'ethers', library: 'ethers', consumer: 'dapps' },
  { title: 'web3', library: 'web3', consumer: 'dapps' },
]

/** Each is built and served once, for the first test that needs it. */
const served = new Map<string, Promise<LocalServer>>()

function serveApps(consumer: App['consumer']): Promise<LocalServer> {
  const found = served.get(consumer) ?? buildApps(consumer)
  served.set(consumer, found)
  return found
}

async function buildApps(consumer: App['consumer']): Promise<LocalServer> {
  await run(consumer, ['node_modules/vite/bin/vite.js', 'build'])
  const site = await serve(folderOf(consumer, 'out'))
  sites.push(site)
  return site
}

describe.each(apps)('[G23] In an app that uses $title', (kind) => {
  const { library } = kind
  const tags = kind.title === 'wagmi' ? ['quick'] : []
  it('the app’s own buttons connect, sign, send, switch the network and disconnect', { tags }, async () => {
    const { mara } = sandbox.accounts
    const app = await openApp(kind)
    await app.expectNobody()

    await app.press('Connect')
    await app.modal.getByRole('button', { name: 'Close' }).click()
    await app.expectResult(REJECTED[library])
    await app.expectNobody()

    await app.press('Connect')
    await app.chooseHarbor()
    await app.expectResult(mara)
    await app.expectAll(mara, driftwood)

    await app.press('Sign')
    await app.answer('reject')
    await app.expectResult(REJECTED[library])
    await app.press('Sign')
    await app.answer('approve')
    const signature = (await app.getResult()) as Hex
    expect(await verifyMessage({ address: mara, message: 'Ahoy', signature })).toBe(true)

    await app.press('Send')
    await app.answer('approve')
    await expectMined((await app.getResult()) as Hex, driftwood, mara)

    await app.press('Switch network')
    await app.answer('approve')
    await app.expectResult(skerry.name)
    await app.expectAll(mara, skerry)
    await app.press('Send')
    await app.answer('approve')
    await expectMined((await app.getResult()) as Hex, skerry, mara)

    await app.press('Disconnect')
    await app.expectResult('left')
    await app.expectNobody()
    await app.end()
  })

  it('the app’s account and network follow the modal and the wallet', async () => {
    const { mara, wren } = sandbox.accounts
    const app = await openApp(kind)
    await app.page.locator('billfold-button button').click()
    await app.chooseHarbor()
    await app.expectAll(mara, driftwood)

    await app.inWallet((wallet) => wallet.goTo(31338))
    await app.expectAll(mara, skerry)
    await app.inWallet((wallet) => wallet.goTo(31337))
    await app.expectAll(mara, driftwood)
    await app.inWallet((wallet) => wallet.select(1))
    await app.expectAll(wren, driftwood)

    await app.inWallet((wallet) => wallet.setCondition('locked'))
    await app.expectNobody()
    await app.inWallet((wallet) => wallet.setCondition('ready'))
    await app.expectAll(wren, driftwood)

    await app.press('Sign')
    await app.answer('approve')
    const signature = (await app.getResult()) as Hex
    expect(await verifyMessage({ address: wren, message: 'Ahoy', signature })).toBe(true)

    await app.inWallet((wallet) => wallet.disconnect())
    await app.expectNobody()
    await app.end()
  })

  it('the connection survives a reload, reaches a second tab without a request, and ends in both tabs at once', async () => {
    const { mara } = sandbox.accounts
    const app = await openApp(kind)
    await app.press('Connect')
    await app.chooseHarbor()
    await app.expectAll(mara, driftwood)

    await app.page.reload()
    await app.expectAll(mara, driftwood)
    const second = await openApp(kind, app.context)
    await second.expectAll(mara, driftwood)
    for (const { page } of [app, second])
      expect(await page.evaluate(() => window.harbor!.getPending())).toBeUndefined()

    await second.press('Disconnect')
    await second.expectNobody()
    await app.expectNobody()
    await app.end()
  })
})

describe.concurrent('[G21] The published types', () => {
  it.each([
    { title: 'TypeScript 5.0, wagmi 2 and React 18', consumer: 'dapps-old', typescript: 'typescript-5.0' },
    { title: 'TypeScript 7, wagmi 2 and React 18', consumer: 'dapps-old', typescript: 'typescript-7' },
    { title: 'TypeScript 5.9, wagmi 3 and React 19', consumer: 'dapps', typescript: 'typescript' },
    { title: 'TypeScript 6, wagmi 3 and React 19', consumer: 'dapps', typescript: 'typescript-6' },
    { title: 'TypeScript 7, wagmi 3 and React 19', consumer: 'dapps', typescript: 'typescript-7' },
  ] as const)('compile with $title', async ({ consumer, typescript }) => {
    const folder = folderOf(consumer, `types/${typescript}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'app.tsx'), typedApp)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }))
    await run(consumer, [`node_modules/${typescript}/bin/tsc`, '-p', folder])
  })
})

async function openApp({ library, consumer }: App, shared?: BrowserContext) {
  const site = await serveApps(consumer)
  const context = shared ?? (await browser.newContext())
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const uncaught: string[] = []
  page.on('pageerror', ({ message }) => uncaught.push(message))
  await page.addInitScript('globalThis.__name ??= (value) => value')
  await page.addInitScript(harbor)
  const { api, rpc } = sandbox.urls
  const nodes = { driftwood: getRpcUrl(rpc, driftwood), skerry: getRpcUrl(rpc, skerry) }
  await page.goto(`${site.url}/${library}.html?${new URLSearchParams({ api, ...nodes }).toString()}`)
  const modal = page.locator('billfold-modal dialog')
  const result = page.locator('#result')

  async function answer(what: 'approve' | 'reject'): Promise<void> {
    await page.waitForFunction(() => window.harbor!.getPending() !== undefined)
    await page.evaluate((way) => window.harbor![way](), what)
  }

  function expectSame(account: string, network: number | ''): Promise<void> {
    const same = [account.toLowerCase(), String(network)]
    return expect
      .poll(() => readAll(page), { timeout: 15_000 })
      .toEqual({ app: same, billfold: same, wallet: same })
  }

  return {
    page,
    context,
    modal,
    answer,
    press: (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click(),
    async chooseHarbor() {
      await modal.getByRole('list', { name: 'Wallets' }).getByRole('button', { name: 'Harbor' }).click()
      await answer('approve')
      await modal.waitFor({ state: 'hidden' })
    },
    inWallet: (act: (wallet: EvmWalletPerson) => void) => page.evaluate(`(${act.toString()})(window.harbor)`),
    expectAll: (account: string, { id }: EvmNetwork) => expectSame(account, id),
    expectNobody: () => expectSame('', ''),
    expectResult: (text: string) => expect.poll(() => result.textContent(), { timeout: 15_000 }).toBe(text),
    async getResult() {
      await expect.poll(() => result.textContent(), { timeout: 15_000 }).toMatch(/^0x/)
      return (await result.textContent())!
    },
    async end() {
      expect(uncaught).toEqual([])
      await context.close()
    },
  }
}

/** Account and network, as the app shows them, as Billfold holds them, and as the wallet shares them. */
function readAll(
  page: Page,
): Promise<Record<'app' | 'billfold' | 'wallet', [account: string, network: string]>> {
  return page.evaluate(async () => {
    const show = (id: string) => document.getElementById(id)!.textContent!.toLowerCase()
    const account = window.billfold!.account.peek()
    const wallet = window.harborProvider!
    const [shared] = (await wallet.request({ method: 'eth_accounts' })) as string[]
    const chainId = Number(await wallet.request({ method: 'eth_chainId' }))
    return {
      app: [show('account'), show('network')],
      billfold:
        account.status === 'connected'
          ? [account.address.toLowerCase(), account.caipNetworkId.split(':')[1]!]
          : ['', ''],
      wallet: shared ? [shared.toLowerCase(), String(chainId)] : ['', ''],
    }
  })
}

async function expectMined(hash: Hex, network: EvmNetwork, from: string): Promise<void> {
  const client = createPublicClient({
    transport: http(getRpcUrl(sandbox.urls.rpc, network)),
    pollingInterval: 100,
  })
  const receipt = await client.waitForTransactionReceipt({ hash })
  expect(receipt).toMatchObject({ status: 'success', from: from.toLowerCase() })
}
