/**
 * Checks the size budgets as an app pays for them: a small app is built with Vite from the packed package, and the same
 * app without Billfold. What the app loads at once is the difference of the two; what comes later is counted by file.
 * gzip, level 9, each file by itself. React is the app's own, and so is the bundler's helper for code that is loaded
 * later (0.6 kB): the app has such code itself.
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
  import { createBillfold } from 'billfold'
  import { evm } from 'billfold/evm'
  import { BillfoldButton } from 'billfold/react'
  import { createElement } from 'react'
  import { createRoot } from 'react-dom/client'
  globalThis.showMore = () => import('./later.js')
  createBillfold({ projectId: 'size', networks: [], adapters: [evm()], metadata: { name: 'Driftwood' } })
  createRoot(document.body).render(createElement('header', null, 'Driftwood', createElement(BillfoldButton)))
`

unpackPackage(folder)
const without = await bundle('without', plain)
const chunks = await bundle('with', equipped)
const before = closure(
  chunks,
  chunks.filter(({ isEntry }) => isEntry),
)
const beforeWithout = closure(
  without,
  without.filter(({ isEntry }) => isEntry),
)
/** All that `open()` fetches by name, in whatever chunk it ended up. */
const parts = ['create-shell', 'evm-adapter', 'mount'].map(chunkWith)
const opened = closure(chunks, parts).filter((chunk) => !before.includes(chunk))
/** Of a folder of views, in kB; of one that is not named here 5. The account's holds the lists of all its tabs. */
const ofDomains: Readonly<Record<string, number>> = { account: 21, networks: 2.5 }

check('more before the modal opens: shell, evm, React button', sizeOf(before) - sizeOf(beforeWithout), 5)
// The goal is 30: what is left to part is the code of connections, which is not needed before a wallet is pressed.
check('more when it first opens: wallets, UI', sizeOf(opened), 34.5)
check('more when data is first asked for: the link to the worker', sizeOf([chunkWith('link')]), 6)
for (const [name, chunk] of findDomains())
  check(`the views of ui/${name}`, sizeOf([chunk]), ofDomains[name] ?? 5)
check('the worker, off the main thread', fileSize('billfold-worker.js'), 60)
check('the worker’s code for activity', fileSize('billfold-activity.js'), 21)
check('the worker’s code for NFTs', fileSize('billfold-nfts.js'), 12)
check('the worker’s code for ENS names', fileSize('billfold-ens.js'), 27)

/** @param limit kilobytes of 1,000 bytes. */
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

/** The chunks and all that they import at once. */
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

/** The chunks of the folders of `ui` that are loaded later than the modal, by folder. */
function findDomains(): [name: string, chunk: Rolldown.OutputChunk][] {
  const folders = readdirSync(ui, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return folders.flatMap(({ name }) => {
    const chunk = findChunk(name)
    return chunk && !opened.includes(chunk) ? [[name, chunk]] : []
  })
}

/** The chunk that holds a file of the package, by the name that the build gave to it. */
function chunkWith(name: string): Rolldown.OutputChunk {
  const found = findChunk(name)
  if (found) return found
  throw new Error(`The package has no chunk "${name}". Did the build rename it?`)
}

function findChunk(name: string): Rolldown.OutputChunk | undefined {
  // A hash of eight characters follows: `button-account-…` is not `button-…`.
  const isFile = (id: string) =>
    id.startsWith(join(dist, `${name}-`)) && id.length === join(dist, name).length + 12
  return chunks.find(({ moduleIds }) => moduleIds.some(isFile))
}
