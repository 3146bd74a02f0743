/** What the built package holds. Run after `npm run build`, as the one test command does. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'

const dist = new URL('../dist/', import.meta.url)
const files = readdirSync(dist, { recursive: true, encoding: 'utf8' })
const read = (file: string) => readFileSync(new URL(file, dist), 'utf8')

test('[G26] The package contains no source maps and no links to source maps', () => {
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([])
  const code = files.filter((file) => file.endsWith('.js'))
  expect(code.filter((file) => read(file).includes('sourceMappingURL'))).toEqual([])
})

test('[G26] The package contains the code of the worker and of each worker domain only once', () => {
  const code = files.filter((file) => file.endsWith('.js'))
  expect(code.filter((file) => file.startsWith('billfold-')).sort()).toEqual([
    'billfold-bitcoin.js',
    'billfold-evm.js',
    'billfold-solana.js',
    'billfold-walletconnect.js',
    'billfold-worker.js',
  ])
  const hashes = code.map((file) => createHash('sha256').update(read(file)).digest('hex'))
  expect(new Set(hashes).size).toBe(code.length)
  // Of the store's library only the worker's own file may hold a copy.
  expect(code.filter((file) => read(file).includes('DexieError'))).toEqual(['billfold-worker.js'])
})

test('[F37] The package imports only its own files, and has no dependencies and no install scripts', () => {
  const code = files.filter((file) => file.endsWith('.js'))
  // A bundler must see each part; the worker is told by the page where its own files are.
  const imports = code.flatMap((file) =>
    [...read(file).matchAll(/\bimport\(\s*(?:\/\*[^*]*\*\/\s*)*([^)]{0,80})/g)].map(
      ([, target = '']) => `${file}: ${target}`,
    ),
  )
  expect(imports.length).toBeGreaterThan(20)
  expect(imports.filter((found) => !/: [`'"]\.\/[\w.-]+[`'"]$/.test(found))).toEqual([
    expect.stringMatching(/^billfold-worker\.js: \w+$/),
  ])
  const made = code.filter((file) =>
    /(?:[;=(!&|?:]|return )eval\(|\bnew Function\(|\bimportScripts\(|createElement\([`'"]script/.test(
      read(file),
    ),
  )
  expect(made).toEqual([])
  const { scripts, dependencies = {}, files: packed } = JSON.parse(read('../package.json')) as PackageJson
  expect(
    Object.keys(scripts).filter((name) => /install|prepare|prepack|postpack|publish/.test(name)),
  ).toEqual([])
  // What the product is made of is bundled: React is the page's own.
  expect(dependencies).toEqual({})
  expect(packed).toEqual(['dist', 'docs/errors.md'])
})

test('[F37] The package is built from dependencies that the lock file pins by their hash', () => {
  const { packages } = JSON.parse(read('../package-lock.json')) as { packages: Record<string, LockedPackage> }
  // Those of other platforms come by their name alone, see `.ci/complete-lock.ts`.
  const unknown = Object.entries(packages).filter(
    ([path, { link, optional, integrity }]) =>
      path.includes('node_modules/') && !link && !optional && !integrity?.startsWith('sha512-'),
  )
  expect(Object.keys(packages).length).toBeGreaterThan(500)
  expect(unknown.map(([path]) => path)).toEqual([])
})

test('The portfolio loads no code of wallets', () => {
  const loaded = new Set<string>()
  const load = (file: string) => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const [, other] of read(file).matchAll(/(?:from|import)\s*\(?\s*[`'"]\.\/([\w-]+\.js)[`'"]/g))
      if (!other!.startsWith('billfold-')) load(other!)
  }
  load('portfolio.js')
  expect(loaded.size).toBeGreaterThan(5)
  const ofWallets = /eip6963:|wallet-standard:|eth_requestAccounts|wallet_switchEthereumChain/
  expect([...loaded].filter((file) => ofWallets.test(read(file)))).toEqual([])
})

interface PackageJson {
  scripts: Record<string, string>
  dependencies?: Record<string, string>
  files: string[]
}

interface LockedPackage {
  link?: boolean
  optional?: boolean
  integrity?: string
}

test('The package includes the licences of bundled code, with the notice that WalletConnect requires', () => {
  const text = read('THIRD_PARTY_LICENSES.txt')
  // One of the page, one of the worker, one of each of its other files.
  for (const name of ['@preact/signals-core', 'dexie', 'viem', '@walletconnect/core'])
    expect(text).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, 'm'))
  expect(text).toContain('\nPortions © 2025 Reown, Inc. All Rights Reserved\n')
  expect(text).not.toMatch(/^(react|vite) \d/m)
})

test('[G26] The package has the types of its entries only, without the worker’s internals', () => {
  const types = files.filter((file) => file.endsWith('.d.ts'))
  expect(types).toEqual(
    expect.arrayContaining([
      'index.d.ts',
      'evm.d.ts',
      'react.d.ts',
      'element.d.ts',
      'solana.d.ts',
      'bitcoin.d.ts',
      'wagmi.d.ts',
    ]),
  )
  // Beside the entries what two of them share.
  expect(types.length).toBeLessThanOrEqual(21)
  for (const file of types) expect(read(file)).not.toMatch(/WorkerContext|StoreRecord|LedgerHead|IDBFactory/)
})

test.each([
  ['no React types', [], 'plain.ts'],
  ['the React types', ['@types/react', 'csstype'], 'jsx.tsx'],
])('[G21] `billfold/element` declares its elements to a page with %s', (_, packages, file) => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-types-'))
  const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
  for (const part of ['dist', 'package.json'])
    cpSync(at(part), join(folder, 'node_modules/billfold', part), { recursive: true })
  for (const name of packages)
    cpSync(at(`node_modules/${name}`), join(folder, 'node_modules', name), { recursive: true })
  writeFileSync(join(folder, file), pages[file]!)
  const options =
    '--noEmit --strict --jsx react-jsx --module esnext --moduleResolution bundler --lib es2022,dom'
  const { stdout } = spawnSync(at('node_modules/.bin/tsc'), [...options.split(' '), file], {
    cwd: folder,
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  expect(stdout).toBe('')
})

const pages: Record<string, string> = {
  'plain.ts': `
    import 'billfold/element'
    const button: HTMLElement = document.createElement('billfold-button')
    document.querySelector('billfold-button')?.setAttribute('label', button.innerText)
    // @ts-expect-error
    document.createElement('billfold-button').size`,
  'jsx.tsx': `
    import 'billfold/element'
    import { BillfoldButton } from 'billfold/react'
    export const page = [<billfold-button label="Go" size="small" balance />, <BillfoldButton />]
    // @ts-expect-error
    export const wrong = <billfold-button size="huge" />`,
}

test('[G3] The worker’s file loads even if BroadcastChannel is forbidden', async () => {
  vi.stubGlobal('BroadcastChannel', function forbid() {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  try {
    // As Firefox does with "block all cookies".
    const file = `${dist.href}billfold-worker.js?${Math.random()}`
    expect(await import(/* @vite-ignore */ file)).toHaveProperty('startWorker')
    expect(read('billfold-worker.js')).toContain('globalThis.BroadcastChannel')
  } finally {
    vi.unstubAllGlobals()
  }
})
