/**
 * Checks the size budgets from an app's point of view: builds a small app with Vite from the packed package, and the
 * same app without Billfold. The difference is what Billfold adds at once; chunks that load later are counted by file.
 * Sizes are gzip level 9, file by file. React and the bundler's helper for lazy loading (0.6 kB) count as the app's
 * own.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { unpackPackage } from './pack.ts'

const folder = fileURLToPath(new URL('../.cache/size', import.meta.url))
const dist = join(folder, 'node_modules/billfold/dist')
const ui = fileURLToPath(new URL('../ui', import.meta.url))
const KILO = 1000

const plain = `
  import { createElement } from 'react'
  import { createRoot } from 'react-dom/client'
  globalThis.showMore = () => import('./later.js')
  createRoot(document.body).render(createElement('header', null, 'Driftwood'))
`
const equipped = `
  import { authFrame } from 'billfold/auth'
  import { createBillfold } from 'billfold'
  import { bitcoin, bitcoinMainnet } from 'billfold/bitcoin'
  import { evm } from 'billfold/evm'
  import { BillfoldButton } from 'billfold/react'
  import { solana, solanaMainnet } from 'billfold/solana'
  import { createElement } from 'react'
  import { createRoot } from 'react-dom/client'
  globalThis.showMore = () => import('./later.js')
  createBillfold({ projectId: 'size', networks: [solanaMainnet, bitcoinMainnet], adapters: [evm(), solana(), bitcoin()], auth: authFrame(), metadata: { name: 'Driftwood' } })
  createRoot(document.body).render(createElement('header', null, 'Driftwood', createElement(BillfoldButton)))
`

const portfolio = `
  import { createPortfolio } from 'billfold/portfolio'
  import { createElement } from 'react'
  import { createRoot } from 'react-dom/client'
  globalThis.showMore = () => import('./later.js')
  createPortfolio({ projectId: 'size', networks: [{ id: 1, name: 'Ethereum', nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 }, rpcUrls: { default: { http: [] } } }] })
  createRoot(document.body).render(createElement('header', null, 'Driftwood', createElement('billfold-portfolio')))
`

unpackPackage(folder)
const without = await bundle('without', plain)
const chunks = await bundle('with', equipped)
const alone = await bundle('portfolio', portfolio)
const before = loadedAtOnce(chunks)
/**
 * Chunks that `open()` fetches until the first wallet is visible: shell, UI, and the wallet finders of each namespace.
 */
const opened = laterThan(before, ['create-shell', 'mount', 'evm-eip6963', 'solana-finder', 'bitcoin-finder'])
const views = findViews()

// These limits catch accidents and leave room to grow: a change that needs more raises a limit and says why.
const atOnce = sizeOf(before) - sizeOf(loadedAtOnce(without))
check('before the modal opens: shell, three adapters, sign-in by email, React button', atOnce, 15)
check('total until the first wallet is visible', atOnce + sizeOf(opened), 100)
const shownAlone = closure(alone, [
  ...loadedAtOnce(alone),
  ...['start-data', 'portfolio-page'].map((name) => chunkWith(name, alone)),
])
check('the portfolio alone, with the page', sizeOf(loadedAtOnce(alone)) - sizeOf(loadedAtOnce(without)), 25)
check('the portfolio alone, until it is drawn', sizeOf(shownAlone) - sizeOf(loadedAtOnce(without)), 100)
check('all views', sizeOf([...new Set(views.map(({ chunk }) => chunk))]), 250)
for (const { name, chunk } of views) check(`  the views of ui/${name}`, sizeOf([chunk]), 40)
check('the worker, off the main thread', fileSize('billfold-worker.js'), 120)
check('the worker’s code for EVM contracts', fileSize('billfold-evm.js'), 120)
check('the worker’s code for Bitcoin', fileSize('billfold-bitcoin.js'), 80)
check('the worker’s code for Solana', fileSize('billfold-solana.js'), 120)
check('the worker’s code for WalletConnect', fileSize('billfold-walletconnect.js'), 160)

/** @param limit in kilobytes of 1,000 bytes */
function check(what: string, size: number, limit: number): void {
  const over = size > limit * KILO
  if (over) process.exitCode = 1
  console.log(`${(size / KILO).toFixed(2).padStart(7)} kB  ${what}: ${over ? 'OVER' : 'within'} ${limit} kB`)
}

function fileSize(name: string): number {
  return gzipSync(readFileSync(join(dist, name)), { level: 9 }).length
}

function sizeOf(files: readonly Rolldown.OutputChunk[]): number {
  return files.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
}

async function bundle(name: string, source: string): Promise<Rolldown.OutputChunk[]> {
  const root = join(folder, name)
  mkdirSync(root, { recursive: true })
  writeFileSync(join(root, 'index.html'), '<!doctype html><script type="module" src="./main.js"></script>')
  writeFileSync(join(root, 'main.js'), source)
  writeFileSync(join(root, 'later.js'), "export const more = 'Tides'")
  const result = await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: { outDir: 'out', emptyOutDir: true },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  return outputs.filter((output) => output.type === 'chunk')
}

function loadedAtOnce(all: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  return closure(
    all,
    all.filter(({ isEntry }) => isEntry),
  )
}

/** The chunks with these files and their static imports, without those in `known`. */
function laterThan(known: readonly Rolldown.OutputChunk[], names: readonly string[]): Rolldown.OutputChunk[] {
  return closure(
    chunks,
    names.map((name) => chunkWith(name)),
  ).filter((chunk) => !known.includes(chunk))
}

/** The chunks and all their static imports. */
function closure(
  all: readonly Rolldown.OutputChunk[],
  from: readonly Rolldown.OutputChunk[],
): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>()
  const queue = [...from]
  for (let chunk = queue.pop(); chunk; chunk = queue.pop()) {
    if (found.has(chunk)) continue
    found.add(chunk)
    const { imports } = chunk
    queue.push(...all.filter(({ fileName }) => imports.includes(fileName)))
  }
  return [...found]
}

/** Chunks of the folders in `ui` that load after the modal. */
function findViews(): { name: string; chunk: Rolldown.OutputChunk }[] {
  const folders = readdirSync(ui, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return folders.flatMap(({ name }) => {
    const chunk = findChunk(name)
    return chunk && !opened.includes(chunk) ? [{ name, chunk }] : []
  })
}

/** The chunk with a file of the package, by the file's name in the build. */
function chunkWith(name: string, among = chunks): Rolldown.OutputChunk {
  const found = findChunk(name, among)
  if (found) return found
  throw new Error(`The package has no chunk "${name}". Did the build rename it?`)
}

function findChunk(name: string, among = chunks): Rolldown.OutputChunk | undefined {
  // The name is followed by a hash of eight characters, so that `button-account-…` isn't taken for `button-…`.
  const isFile = (id: string) =>
    id.startsWith(join(dist, `${name}-`)) && id.length === join(dist, name).length + 12
  return among.find(({ moduleIds }) => moduleIds.some(isFile))
}
