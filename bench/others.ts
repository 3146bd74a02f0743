/**
 * `npm run bench:others`: the same small page with Billfold and with other wallet modals, each set up for one EVM
 * network and installed wallets as its documentation says. Writes `bench/results/others.json`.
 *
 * Requests to other hosts are refused at once, so that runs are comparable. `-- runs=1` measures everything once. `--
 * before=FOLDER`, the built checkout of an earlier commit, measures that commit alternately with this one.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../sandbox/people/launch-chromium.ts'
import { announceHarbor } from './announce-harbor.ts'
import { formatTable } from './format-table.ts'
import { prepareApp } from './others/prepare-app.ts'
import { type AppServer, serveApps } from './others/serve-apps.ts'
import { openModal, watchOpening } from './others/watch-opening.ts'
import { packPackage } from './pack.ts'
import { connectOnce, TOKEN } from './others/connect-once.ts'
import { toResults } from './result.ts'

const apps = ['billfold', 'appkit', 'rainbowkit', 'connectkit', 'onboard'] as const
const before = /before=(\S+)/.exec(process.argv.join(' '))?.[1]
const billfolds = before ? ['billfold', 'before'] : ['billfold']
const measured = before ? ['before', ...apps] : apps
const runs = Number(/runs=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 5)
const units = {
  load_busy_ms: 'ms',
  open_busy_ms: 'ms',
  open_longest_task_ms: 'ms',
  open_ms: 'ms',
} as const
/** Metrics of a visit with an account from an earlier visit, until its tokens are painted. */
const accountUnits = {
  load_busy_ms: 'ms',
  account_busy_ms: 'ms',
  account_ms: 'ms',
} as const
const throttles = [1, 4] as const
/** Address that Harbor shares for these metrics. */
const ACCOUNT = '0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'
/** Milliseconds after which a loaded page is quiet. */
const SETTLED = 4_000
const KILO = 1_000

interface Loaded {
  /** kB of 1,000 bytes: scripts that the page without a modal doesn't load. */
  js_at_once_kb: number
  /** kB of further scripts until a wallet is visible. */
  js_until_open_kb: number
  /** Number of requests before the first click, by host. */
  foreign_requests: Readonly<Record<string, number>>
}

const packed = fileURLToPath(new URL('../.cache/others', import.meta.url))
const tarball = packPackage(packed)
const folders: Record<string, string> = {}
for (const name of ['plain', ...apps]) folders[name] = await prepareApp(name, tarball)
if (before)
  folders['before'] = await prepareApp('billfold', packPackage(`${packed}/packed-before`, before), 'before')
const server = await serveApps(folders)
const browser = await launchChromium()
try {
  const plain = await loadPlain(browser, server)
  const loaded: Record<string, Loaded> = {}
  for (const name of apps) loaded[name] = await countLoaded(browser, server, name, plain)
  console.log(JSON.stringify(loaded, null, 2))
  const results = [...(await measureTimes(browser, server)), ...(await measureAccounts(browser, server))]
  console.log(formatTable(results))
  const report = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores`,
    versions: { chromium: browser.version(), node: process.version },
    packages: Object.fromEntries(apps.map((name) => [name, readPackages(name)])),
    loaded,
    results,
  }
  const file = new URL('results/others.json', import.meta.url)
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
} finally {
  await browser.close()
  await server.close()
}

/** @returns bytes of the scripts on the page without a modal */
async function loadPlain(browser: Browser, server: AppServer): Promise<number> {
  return visit(browser, async (page) => {
    await load(page, server, 'plain')
    return server.takeScriptBytes()
  })
}

async function countLoaded(
  browser: Browser,
  server: AppServer,
  name: string,
  plain: number,
): Promise<Loaded> {
  return visit(browser, async (page, context) => {
    const hosts: string[] = []
    const note = (call: { url(): string }) => {
      const { host, protocol } = new URL(call.url())
      if (/^(http|ws)/.test(protocol) && !server.url.endsWith(host)) hosts.push(host)
    }
    context.on('request', note)
    page.on('websocket', note)
    await load(page, server, name)
    const js_at_once_kb = toKilo(server.takeScriptBytes() - plain)
    const foreign_requests = Object.fromEntries(
      [...new Set(hosts)].sort().map((host) => [host, hosts.filter((one) => one === host).length]),
    )
    await openModal(page, 'Harbor')
    return { js_at_once_kb, js_until_open_kb: toKilo(server.takeScriptBytes()), foreign_requests }
  })
}

/** Alternates the modals, so that a slow minute of the machine affects all of them. */
async function measureTimes(browser: Browser, server: AppServer) {
  return measure(measured, units, (name, throttle) =>
    visit(browser, async (page, context) => {
      await slowDown(page, context, throttle)
      return watchOpening(browser, page, 'Harbor', () => load(page, server, name))
    }),
  )
}

/**
 * Measures Billfold with an account from an earlier visit while no server answers, so that only stored data is shown.
 */
async function measureAccounts(browser: Browser, server: AppServer) {
  return measure(billfolds, accountUnits, (name, throttle) =>
    visit(
      browser,
      async (page, context) => {
        await load(page, server, name)
        await connectOnce(page, context)
        await slowDown(page, context, throttle)
        const opening = await watchOpening(browser, page, TOKEN, () => load(page, server, name))
        const { load_busy_ms, open_busy_ms: account_busy_ms, open_ms: account_ms } = opening
        return { load_busy_ms, account_busy_ms, account_ms }
      },
      ACCOUNT,
    ),
  )
}

async function measure<Unit extends string>(
  names: readonly string[],
  metrics: Readonly<Record<Unit, 'ms'>>,
  take: (name: string, throttle: number) => Promise<Readonly<Record<Unit, number>>>,
) {
  const samples = new Map<string, Readonly<Record<Unit, number>>[]>()
  for (let run = 0; run < runs; run++)
    for (const throttle of throttles)
      for (const name of names) {
        const key = `${name} ${throttle}`
        samples.set(key, [...(samples.get(key) ?? []), await take(name, throttle)])
      }
  return names.flatMap((scenario) =>
    throttles.flatMap((throttle) =>
      toResults({ scenario, throttle }, metrics, samples.get(`${scenario} ${throttle}`)!),
    ),
  )
}

async function slowDown(page: Page, context: BrowserContext, rate: number): Promise<void> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate })
}

async function visit<T>(
  browser: Browser,
  use: (page: Page, context: BrowserContext) => Promise<T>,
  account?: string,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    // tsx wraps function names in `__name`, a helper that doesn't exist in the page.
    await context.addInitScript('globalThis.__name ??= (value) => value')
    await context.addInitScript(announceHarbor, account)
    return await use(await context.newPage(), context)
  } finally {
    await context.close()
  }
}

async function load(page: Page, server: AppServer, name: string): Promise<void> {
  await page.goto(`${server.url}/${name}/`)
  await page.locator('header button').waitFor()
  await page.waitForTimeout(SETTLED)
}

function toKilo(bytes: number): number {
  return Number((bytes / KILO).toFixed(1))
}

function readPackages(name: string): Record<string, string> {
  const file = new URL(`others/${name}/package.json`, import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> }).dependencies
}
