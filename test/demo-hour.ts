/**
 * `npm run demo:hour`: uses the demo for an hour. Repeats all walks through its views, while checking that every
 * service answers. `-- minutes=5` makes it shorter.
 *
 * Prints a table at the end, and fails if a service crashed, an error was uncaught or a walk did not finish.
 */
import type { Browser } from 'playwright-core'
import { driftwood, getRpcUrl, skerry } from '../sandbox/chains/evm-networks.ts'
import type { SandboxState } from '../sandbox/control.ts'
import { launchChromium } from '../sandbox/people/launch-chromium.ts'
import { type Sandbox, startSandbox } from '../sandbox/start.ts'
import { createKeyboardVisit } from './browser/engines/keyboard-visit.ts'
import { drivePage } from './browser/engines/playwright.ts'
import { startApiWithSpam, walks } from './browser/walks.ts'

interface Service {
  name: string
  part?: keyof SandboxState['parts']
  ask(signal: AbortSignal): Promise<unknown>
}

interface Health {
  asked: number
  missed: number
  /** Number of checks in a row without an answer, up to now. */
  inRow: number
  died: boolean
  /** Slowest answer in milliseconds. */
  slowest: number
}

/** Interval of the checks of each service, and timeout of an answer, in milliseconds. */
const EVERY = 5_000
const PATIENCE = 10_000
/**
 * Number of missed checks in a row after which a service is reported as crashed. A busy machine may miss a single
 * check.
 */
const MAX_IN_ROW = 3

const minutes = Number(/^minutes=([\d.]+)$/.exec(process.argv.at(-1) ?? '')?.[1] ?? 60)
const until = Date.now() + minutes * 60_000
const trouble: Record<'uncaught' | 'rejected' | 'console' | 'unfinished', string[]> = {
  uncaught: [],
  rejected: [],
  console: [],
  unfinished: [],
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
process.on('uncaughtException', (error) => trouble.uncaught.push(`services: ${String(error)}`))
process.on('unhandledRejection', (error) => trouble.rejected.push(`services: ${String(error)}`))

const sandbox = await startSandbox(undefined, { restarts: true })
const browser = await launchChromium()
const health = new Map<string, Health>()
const services = listServices(sandbox)
const asking = setInterval(() => services.forEach((service) => void check(service)), EVERY)
let rounds = 0
let gone = 0
while (Date.now() < until) {
  await goRound(browser)
  rounds += 1
}
clearInterval(asking)
await browser.close()
await sandbox.stop()
const hasDied = [...health.values()].some(({ died }) => died) || sandbox.listRestarts().length > 0
const { uncaught, rejected, unfinished } = trouble
print()
process.exit(hasDied || uncaught.length + rejected.length + unfinished.length > 0 ? 1 : 0)

/** All walks with an empty profile. */
async function goRound(browser: Browser): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(20_000)
  // esbuild wraps function names in `__name`, a helper that doesn't exist in the page.
  await context.addInitScript('globalThis.__name ??= (value) => value')
  const rejections = new Set<string>()
  await context.exposeFunction('tellRejection', (text: string) => void rejections.add(text))
  await context.addInitScript(() =>
    addEventListener('unhandledrejection', ({ reason }) => {
      const { message } = reason as { message?: string }
      void (window as unknown as { tellRejection(text: string): void }).tellRejection(
        message ?? String(reason),
      )
    }),
  )
  const errors: string[] = []
  context.on('weberror', (error) => errors.push(error.error().message))
  context.on('console', (message) => {
    const text = message.text()
    // Skip the browser's own messages about failed requests.
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) trouble.console.push(text)
  })
  const page = await context.newPage()
  const visit = createKeyboardVisit(drivePage(page))
  const api = await startApiWithSpam(sandbox)
  const goto = async (query: Record<string, string> = {}) =>
    void (await page.goto(`${sandbox.urls.page}/?${new URLSearchParams({ api: api.url, ...query })}`))
  for (const [name, walk] of Object.entries(walks)) {
    if (Date.now() >= until) break
    try {
      await walk({ visit, sandbox, goto, stop: async () => {} })
      gone += 1
    } catch (error) {
      trouble.unfinished.push(`${name}: ${(error as Error).message.slice(0, 300)}`)
      // Stop the round: each walk starts with the wallet's state after the previous one.
      break
    } finally {
      await sandbox.control.reset()
    }
  }
  await context.close()
  await api.close()
  trouble.rejected.push(...rejections)
  trouble.uncaught.push(...errors.filter((text) => !rejections.has(text)))
}

async function check({ name, part, ask }: Service): Promise<void> {
  const known = health.get(name) ?? { asked: 0, missed: 0, inRow: 0, died: false, slowest: 0 }
  health.set(name, known)
  const isMeant = () => !part || sandbox.control.getState().parts[part] === 'running'
  if (!isMeant()) return
  const begun = Date.now()
  known.asked += 1
  try {
    await ask(AbortSignal.timeout(PATIENCE))
    known.inRow = 0
    known.slowest = Math.max(known.slowest, Date.now() - begun)
  } catch {
    // Skip parts that a walk has stopped on purpose.
    if (!isMeant()) return
    known.missed += 1
    known.inRow += 1
    if (known.inRow >= MAX_IN_ROW) known.died = true
  }
}

function listServices({ urls, solana }: Sandbox): Service[] {
  const { page, api, rpc, project, signIn, checkout, login, phone, control, relay } = urls
  const node = (name: string, url: string, method: string): Service => ({
    name,
    part: 'rpc',
    async ask(signal) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] })
      const response = await fetch(url, { method: 'POST', body, signal })
      if (!Object.hasOwn((await response.json()) as object, 'result')) throw new Error('no result')
    },
  })
  // Any response counts, even a 404.
  const site = (name: string, url: string, part?: Service['part']): Service => ({
    name,
    ...(part && { part }),
    ask: (signal) => fetch(url.replace(/^ws/, 'http'), { signal }),
  })
  return [
    node(driftwood.name, getRpcUrl(rpc, driftwood), 'eth_blockNumber'),
    node(skerry.name, getRpcUrl(rpc, skerry), 'eth_blockNumber'),
    ...(solana ? [node('Solana', solana.rpc, 'getSlot')] : []),
    site('API', api, 'api'),
    site('Directory of wallets', project, 'project'),
    site('Relay', relay, 'relay'),
    site('Sign-in server', signIn, 'signIn'),
    site('Sign-in site', login),
    site('Checkout', checkout),
    site('Phone', phone),
    site('Control', `${control}/sandbox/state`),
    site('Page', page),
  ]
}

function print(): void {
  const restarts = sandbox.listRestarts()
  console.table(
    Object.fromEntries(
      [...health].map(([name, { asked, missed, died, slowest }]) => [
        name,
        {
          asked,
          missed,
          'slowest, ms': slowest,
          restarts: restarts.filter(({ service }) => service === name).length,
          died,
        },
      ]),
    ),
  )
  for (const [kind, texts] of Object.entries(trouble)) {
    const counts = new Map<string, number>()
    for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
    for (const [text, count] of counts) console.log(`${kind}, ${count} ×: ${text}`)
  }
  console.log(
    `${minutes} minutes: ${rounds} rounds, ${gone} walks; ${uncaught.length} uncaught, ${rejected.length} rejected, ${trouble.console.length} console errors, ${unfinished.length} unfinished`,
  )
}
