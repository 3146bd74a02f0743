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
/** With the networks of these adapters' own that are named. */
const equip = (adapters: readonly string[], networks: readonly string[] = []) => `
  import { createBillfold } from 'billfold'
  ${adapters.map((name) => `import * as ${name} from 'billfold/${name}'`).join('\n')}
  import { BillfoldButton } from 'billfold/react'
  import { createElement } from 'react'
  import { createRoot } from 'react-dom/client'
  globalThis.showMore = () => import('./later.js')
  createBillfold({ projectId: 'size', networks: [${networks.join()}], adapters: [${adapters.map((name) => `${name}.${name}()`).join()}], metadata: { name: 'Driftwood' } })
  createRoot(document.body).render(createElement('header', null, 'Driftwood', createElement(BillfoldButton)))
`

unpackPackage(folder)
const without = await bundle('without', plain)
const chunks = await bundle('with', equip(['evm']))
const withSolana = await bundle('with-solana', equip(['evm', 'solana'], ['solana.solanaMainnet']))
const withBitcoin = await bundle('with-bitcoin', equip(['evm', 'bitcoin'], ['bitcoin.bitcoinMainnet']))
const before = loadedAtOnce(chunks)
/** All that `open()` fetches by name, in whatever chunk it ended up. */
const parts = ['create-shell', 'eip6963', 'mount']
/** And what it fetches behind the first picture. */
const behind = [...parts, 'connections']
const opened = laterThan(before, chunks, parts)
/**
 * Of a folder of views, in kB; of one that is not named here 5. The account's holds all its tabs, the ways on and the
 * icons, that of the components lists of any length, and why something is not known, that of names what follows a
 * registration to its end, that of signing in by email the ways to do it and the providers' marks, that of sending what reads amounts, addresses and
 * what is to be signed, that of swapping what brings limits and a swap to the wallet, that of WalletConnect what makes QR
 * codes.
 */
const ofDomains: Readonly<Record<string, number>> = {
  account: 23.7,
  buy: 9.6,
  components: 7.5,
  connect: 6.2,
  login: 9,
  names: 6.5,
  networks: 4.5,
  send: 21,
  swap: 15,
  walletconnect: 13,
}

check(
  'more before the modal opens: shell, evm, React button',
  sizeOf(before) - sizeOf(loadedAtOnce(without)),
  5,
)
check('more with solana', sizeOf(loadedAtOnce(withSolana)) - sizeOf(before), 1.1)
check('more with bitcoin', sizeOf(loadedAtOnce(withBitcoin)) - sizeOf(before), 0.6)
check('more with email and social accounts', fileSize('auth.js'), 0.6)
check('more when it first opens: finding wallets, UI', sizeOf(opened), 30)
check('more with solana', sizeOf(openedWith(withSolana, 'wallet-standard')), 1)
check('more with bitcoin', sizeOf(openedWith(withBitcoin, 'bitcoin-finder')), 1.3)
check('more where it is a part of the page', sizeOf([chunkWith('embedded')]), 1.5)
check('behind it: the connections', sizeOf([chunkWith('connections')]), 6)
check('behind it: what speaks to EVM wallets', sizeOf([chunkWith('evm-adapter')]), 3)
check('when a wallet of Solana is chosen: what speaks to it', sizeOf(chosenWith(withSolana, 'solana')), 3)
check('when a page first asks it in the way of all wallets', sizeOf(askedWith(withSolana, 'solana')), 1)
check(
  'when a wallet of Bitcoin is chosen: what speaks to it',
  sizeOf(chosenWith(withBitcoin, 'bitcoin')),
  7.6,
)
check('when it is first asked to sign', sizeOf(askedWith(withBitcoin, 'bitcoin')), 3)
check('more when data is first asked for: the link to the worker', sizeOf([chunkWith('link')]), 7)
check('what the dashboard decides, and reports', sizeOf([chunkWith('follow-project')]), 3.5)
check('more when a list is first drawn from', sizeOf([chunkWith('list')]), 2)
for (const [name, chunk] of findDomains())
  check(`the views of ui/${name}`, sizeOf([chunk]), ofDomains[name] ?? 5)
check('wagmi’s connector, beside wagmi and viem', fileSize('wagmi.js'), 1)
check('the worker, off the main thread', fileSize('billfold-worker.js'), 60)
check('the worker’s code for activity', fileSize('billfold-activity.js'), 21.5)
check('the worker’s code for the directory of wallets', fileSize('billfold-directory.js'), 5.6)
check('the worker’s code for NFTs', fileSize('billfold-nfts.js'), 12)
check('the worker’s code for ENS names', fileSize('billfold-ens.js'), 27)
check('the worker’s code for EVM contracts', fileSize('billfold-evm.js'), 40)
check('the worker’s code for WalletConnect', fileSize('billfold-walletconnect.js'), 137)
check('the worker’s code for signing in', fileSize('billfold-siwx.js'), 29)
check('the worker’s code for payments', fileSize('billfold-payments.js'), 23)
check('the worker’s code for prices, swaps, buying and names', fileSize('billfold-market.js'), 19)

/** What a namespace adds when the modal first opens. */
function openedWith(all: readonly Rolldown.OutputChunk[], finder: string): Rolldown.OutputChunk[] {
  return laterThan([...loadedAtOnce(all), ...laterThan([], all, parts)], all, [finder])
}

function chosenWith(all: readonly Rolldown.OutputChunk[], namespace: string): Rolldown.OutputChunk[] {
  const known = [...loadedAtOnce(all), ...laterThan([], all, behind)]
  return laterThan(known, all, [`${namespace}-adapter`])
}

function askedWith(all: readonly Rolldown.OutputChunk[], namespace: string): Rolldown.OutputChunk[] {
  const known = [...loadedAtOnce(all), ...laterThan([], all, [...behind, `${namespace}-adapter`])]
  return laterThan(known, all, [`${namespace}-calls`])
}

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

function loadedAtOnce(all: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  return closure(
    all,
    all.filter(({ isEntry }) => isEntry),
  )
}

/** The chunks with these files, and all that they import at once and that is not there yet. */
function laterThan(
  known: readonly Rolldown.OutputChunk[],
  all: readonly Rolldown.OutputChunk[],
  names: readonly string[],
): Rolldown.OutputChunk[] {
  const wanted = names.map((name) => chunkWith(name, all))
  return closure(all, wanted).filter((chunk) => !known.includes(chunk))
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
function chunkWith(name: string, among: readonly Rolldown.OutputChunk[] = chunks): Rolldown.OutputChunk {
  const found = findChunk(name, among)
  if (found) return found
  throw new Error(`The package has no chunk "${name}". Did the build rename it?`)
}

function findChunk(
  name: string,
  among: readonly Rolldown.OutputChunk[] = chunks,
): Rolldown.OutputChunk | undefined {
  // A hash of eight characters follows: `button-account-…` is not `button-…`.
  const isFile = (id: string) =>
    id.startsWith(join(dist, `${name}-`)) && id.length === join(dist, name).length + 12
  return among.find(({ moduleIds }) => moduleIds.some(isFile))
}
