/** Billfold as a guest: rendered on a server, hydrated, opened and closed again and again, and twice on one page. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { CDPSession, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../src/base/version.ts'
import { buildPage } from './build-page.ts'
import { useWorld } from './use-world.ts'

const world = useWorld()
const ADDRESS = '0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a'
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const onServer = `
  import { createElement, StrictMode } from 'react'
  import { renderToString } from 'react-dom/server'
  import { createBillfold } from './dist/index.js'
  import { evm } from './dist/evm.js'
  import './dist/element.js'
  import { BillfoldButton, useBillfoldAccount } from './dist/react.js'
  const billfold = createBillfold({
    projectId: 'host', networks: [{ id: 1, name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } } }], adapters: [evm()], metadata: { name: 'Host' } })
  const Status = () => { if (useBillfoldAccount().status !== 'disconnected') throw new Error('connected on a server') }
  renderToString(createElement(Status))
  await billfold.open()
  billfold.destroy()
  console.log(renderToString(createElement(StrictMode, null,
    createElement(BillfoldButton, { label: 'Connect' }), createElement(BillfoldButton, { size: 'small' }))))
`
let html: string
let script: string

beforeAll(async () => {
  const { stdout, stderr } = await promisify(execFile)('node', ['--input-type=module', '-e', onServer], {
    cwd: at('../..'),
  })
  expect(stderr).toBe('')
  html = stdout.trim()
  script = await buildPage('host-page.tsx')
})

interface Host {
  page: Page
  /** What the console said that is not mere information. */
  complaints: string[]
}

async function visitHost(): Promise<Host> {
  const { page, context } = await world.visit()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text())
  })
  await context.route('**/host/', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><link rel="icon" href="data:,"><div id="root">${html}</div><script type="module" src="page.js"></script>`,
    }),
  )
  await context.route('**/host/page.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.goto(`${world.sandbox.urls.page}/host/`)
  await page.waitForFunction(() => window.host !== undefined)
  return { page, complaints }
}

interface Holdings {
  listeners: number
  nodes: number
  /** Bytes. */
  heap: number
}

async function measure(cdp: CDPSession): Promise<Holdings> {
  for (let round = 0; round < 3; round++) await cdp.send('HeapProfiler.collectGarbage')
  const { jsEventListeners, nodes } = await cdp.send('Memory.getDOMCounters')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return { listeners: jsEventListeners, nodes, heap: usedSize }
}

/** Warms up, runs the cycles, and compares what is held after with what was held before. */
async function expectNoGrowth({ page }: Host, cycles: (count: number) => Promise<void>): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cycles(10)
  // What is fetched at leisure, and stays, is there before it is counted.
  let fetched = -1
  const isAllFetched = async () => {
    const last = fetched
    fetched = await page.evaluate(() => performance.getEntriesByType('resource').length)
    return fetched === last
  }
  await expect.poll(isAllFetched, { interval: 500, timeout: 30_000 }).toBe(true)
  const before = await measure(cdp)
  await cycles(100)
  // What was on its way at the end is let go when it has come.
  await expect
    .poll(
      async () => {
        const after = await measure(cdp)
        return [
          after.listeners > before.listeners && `${after.listeners - before.listeners} listeners`,
          after.nodes > before.nodes + 10 && `${after.nodes - before.nodes} nodes`,
          after.heap > before.heap + 1_000_000 && `${after.heap - before.heap} bytes`,
        ].filter(Boolean)
      },
      { timeout: 30_000, interval: 500 },
    )
    .toEqual([])
}

describe('A server-rendered page', () => {
  it('[F35] hydrates the button in StrictMode without a warning', { tags: 'quick' }, async () => {
    expect(html).toBe(
      '<billfold-button label="Connect">Connect</billfold-button><billfold-button size="small">Connect wallet</billfold-button>',
    )
    const { page, complaints } = await visitHost()
    await page.evaluate(() => void window.host!.create())
    await page.locator('billfold-button button').first().getByText('Connect').waitFor()
    expect(await page.evaluate(() => window.host!.problems)).toEqual([])
    expect(complaints).toEqual([])
  })
})

describe('Billfold on a page', () => {
  it('[F35] has one modal and no leaks after opening and closing the modal 100 times', async () => {
    const host = await visitHost()
    const { page } = host
    await page.evaluate(() => void window.host!.create())
    await expectNoGrowth(host, (count) =>
      page.evaluate(async (times) => {
        const billfold = window.host!.create()
        const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
        for (let time = 0; time < times; time++) {
          await billfold.open()
          await frames()
          billfold.close()
          await frames()
        }
        billfold.destroy()
      }, count),
    )
    expect(await page.locator('billfold-modal').count()).toBe(1)
    expect(host.complaints).toEqual([])
  })

  it('[F35] has no leaks after being created and destroyed with an open modal 100 times', async () => {
    const host = await visitHost()
    const { page } = host
    await expectNoGrowth(host, (count) =>
      page.evaluate(async (times) => {
        for (let time = 0; time < times; time++) {
          const billfold = window.host!.create()
          // The last of several owners ends it; every other one is destroyed while its modal is on its way.
          window.host!.create().destroy()
          const opening = billfold.open().catch(() => {})
          if (time % 2) await opening
          billfold.destroy()
          await opening
        }
        await new Promise((done) => setTimeout(done, 100))
      }, count),
    )
    expect(await page.locator('billfold-modal').count()).toBe(0)
    expect(host.complaints).toEqual([])
  })
})

it('[G24] Options edited during development take effect while the modal stays open', async () => {
  const { page, complaints } = await visitHost()
  await page.evaluate(() => window.host!.create().open())
  const modal = page.locator('billfold-modal dialog')
  await modal.getByRole('heading', { name: 'Connect to Host' }).waitFor()
  await page.evaluate(() => void window.host!.create({ metadata: { name: 'Edited' } }))
  await modal.getByRole('heading', { name: 'Connect to Edited' }).waitFor()
  expect(await page.locator('billfold-modal').count()).toBe(1)
  expect(complaints).toEqual([])
})

it('[A31] An embedded card leaves focus and scrolling to the page, and returns to its first view when closed', async () => {
  const { page, complaints } = await visitHost()
  await page.evaluate(async () => {
    document.body.style.minHeight = '3000px'
    document.body.insertAdjacentHTML(
      'afterbegin',
      '<main><h1>Shop</h1><billfold-modal></billfold-modal></main>',
    )
    await window.host!.create({ enableEmbedded: true }).open()
  })
  const modal = page.locator('main billfold-modal')
  await modal.getByRole('heading', { name: 'Connect to Host' }).waitFor()
  const [title, card] = await Promise.all([
    page.locator('h1').boundingBox(),
    modal.locator('.card').boundingBox(),
  ])
  expect(card).toMatchObject({ x: title!.x, width: 360 })
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  await page.mouse.move(card!.x + 20, card!.y + 20)
  await page.mouse.wheel(0, 400)
  await page.waitForFunction(() => scrollY > 300)
  await page.evaluate(() => scrollTo(0, 0))
  await modal.getByRole('button', { name: 'What is a wallet?' }).click()
  await modal.getByRole('heading', { name: 'What is a wallet?' }).waitFor()
  await modal.getByRole('button', { name: 'Close' }).click()
  await modal.getByRole('heading', { name: 'Connect to Host' }).waitFor()
  expect(await page.evaluate(() => window.host!.create({ enableEmbedded: true }).isOpen.value)).toBe(true)
  expect(complaints).toEqual([])
})

it('A page with its own wallet list connects a wallet, sends a request and disconnects without loading the modal', async () => {
  const { page } = await visitHost()
  const files: string[] = []
  page.on('request', (request) => files.push(request.url()))
  // With a button in it, a page has the modal too.
  await page.evaluate(() => window.host!.unmount())
  // From the package's own files; as text, because the test runner would replace `import`.
  const signature = await page.evaluate(`(async () => {
    const { createBillfold } = await import('/billfold/index.js')
    const { evm } = await import('/billfold/evm.js')
    const answers = { eth_requestAccounts: ['${ADDRESS}'], eth_accounts: ['${ADDRESS}'], eth_chainId: '0x1', personal_sign: '0x5161' }
    const provider = { request: async ({ method }) => answers[method] ?? null, on() {}, removeListener() {} }
    const info = { uuid: 'a', name: 'Lighter', rdns: 'example.lighter', icon: 'data:image/png;base64,' }
    const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
    addEventListener('eip6963:requestProvider', announce)
    const billfold = createBillfold({ ...host.options, adapters: [evm()] })
    const { connectors, connect, chain } = await billfold.headless()
    chain('eip155').account.subscribe(() => {})
    await connect(connectors.value[0])
    const wallet = await billfold.wallet()
    const signature = await wallet.signMessage({ message: 'Tide' })
    await billfold.disconnect()
    return signature
  })()`)
  expect(signature).toBe('0x5161')
  // The work that waits for leisure has begun.
  await page.evaluate(async () => {
    for (let time = 0; time < 3; time += 1) await new Promise((done) => requestIdleCallback(done))
  })
  expect(files.filter((name) => name.includes('/headless-'))).toHaveLength(1)
  expect(files.filter((name) => /\/(mount|account|connect)-/.test(name))).toEqual([])
})

it('[F35] Two copies of the same package version on one page share one Billfold and one button', async () => {
  const { page } = await visitHost()
  await page.evaluate(() => void window.host!.create())
  // Under two addresses, so that the browser holds two copies beside the one in the page's bundle. As text, because
  // the test runner would replace `import`.
  const shared = await page.evaluate(`Promise.all(
    ['/billfold', '/csp/strict/billfold'].map(async (path) => {
      const { createBillfold } = await import(path + '/index.js')
      const { evm } = await import(path + '/evm.js')
      await import(path + '/element.js')
      return createBillfold({ ...host.options, adapters: [evm()] }).account === host.create().account
    }),
  )`)
  expect(shared).toEqual([true, true])
  await page.locator('billfold-button button').first().click()
  await page.locator('billfold-modal dialog').waitFor()
  expect(await page.locator('billfold-modal').count()).toBe(1)
})

it('[F35] Two versions of the package have separate instances, and the button opens the newer instance until that instance is destroyed', async () => {
  const { page } = await visitHost()
  const code = await buildPage('newer-page.ts')
  const newer = code.replaceAll(`\`${version}\``, '`999.0.0`')
  expect(newer).not.toBe(code)
  await page.evaluate(() => void (window.older = window.host!.create()))
  await page.route('**/host/newer.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: newer }),
  )
  await page.addScriptTag({ type: 'module', url: 'newer.js' })
  await page.waitForFunction(() => window.newer)
  expect(await page.evaluate(() => window.newer!.account === window.older!.account)).toBe(false)

  await page.locator('billfold-button button').first().click()
  const modal = page.locator('billfold-modal')
  await modal.getByRole('heading', { name: 'Connect to Host' }).waitFor()
  expect(await page.evaluate(() => [window.older!.isOpen.value, window.newer!.isOpen.value])).toEqual([
    false,
    true,
  ])
  // Each announces itself to pages as a wallet; the other one does not offer it.
  expect(await modal.getByRole('button', { name: /Host/ }).count()).toBe(0)
  await modal.getByRole('button', { name: 'Close' }).click()
  await modal.locator('dialog').waitFor({ state: 'hidden' })

  await page.evaluate(() => window.newer!.destroy())
  await page.locator('billfold-button button').first().click()
  await page.waitForFunction(() => window.older!.isOpen.value)
  await modal.getByRole('heading', { name: 'Connect to Host' }).waitFor()
})
