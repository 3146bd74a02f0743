/**
 * Builds the package: the page's side (shell, adapters, button, UI), and beside it the worker and its code for each
 * large library as one file that imports nothing.
 */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type Alias, build, defineConfig, type InlineConfig, type Plugin, type Rolldown } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const at = (path: string) => `${root}${path}`

/** The chunks that the build fetches by name; `src/shell/chunks.d.ts` gives their types. */
export const chunkAliases: Alias[] = [
  { find: '#ui', replacement: at('ui/modal/mount.tsx') },
  { find: '#account', replacement: at('ui/account/account-view.tsx') },
  { find: '#embedded', replacement: at('ui/modal/embedded.tsx') },
  { find: '#languages', replacement: at('ui/languages/load-texts.ts') },
  { find: '#portfolio', replacement: at('ui/portfolio-page/mount.tsx') },
  // Where the sources run unbuilt, the worker's files are their sources.
  { find: /^\.\/(billfold-\w+)\.js$/, replacement: at('worker/main/files/$1.ts') },
]

/** The parts of React's own shims that React 18 and newer already hold. */
const reactAliases: Alias[] = [
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
]

/** The files that `src/worker-link/start/files.ts` names. */
const files = ['worker', 'evm', 'solana', 'bitcoin', 'walletconnect'].map((name) => `billfold-${name}`)

/** The forms of what an account's money is used for, which views and pages share. */
const ofForms =
  /\/src\/(onramp|names|payments\/(?!start-payments|create-payments|payment-journal|outcomes|assert-|decode-|can-send-token|fee-payer))/

const ofSource = /\/src\//
const ofPortfolio = loadedWith(
  'src/portfolio.tsx',
  'src/portfolio/start-data.ts',
  'ui/portfolio-page/mount.tsx',
)
const ofMount = loadedWith('ui/modal/mount.tsx')
const ofShell = loadedWith('src/shell/create-shell.ts', 'ui/modal/mount.tsx')
const ofLink = loadedWith('src/worker-link/link.ts')
const ofTyped = loadedWith('src/portfolio/read-typed.ts')
const ofEntries = loadedWith(
  ...['index.ts', 'evm.ts', 'solana.ts', 'bitcoin.ts', 'react.tsx', 'element.ts', 'auth.ts'].map(
    (file) => `src/${file}`,
  ),
)

/** Whether a module is loaded at once with one of these files. */
function loadedWith(...files: string[]) {
  const known = new Map(files.map((file) => [at(file), true]))
  return function isLoaded(id: string, context: Rolldown.ChunkingContext): boolean {
    if (!known.has(id)) {
      // A ring of modules ends where it began.
      known.set(id, false)
      const importers = context.getModuleInfo(id)?.importers ?? []
      known.set(
        id,
        importers.some((importer) => isLoaded(importer, context)),
      )
    }
    return known.get(id)!
  }
}

/** Names a chunk of the modules that are loaded with each of these. */
function where(
  name: string,
  ...tests: readonly ReturnType<typeof loadedWith>[]
): Rolldown.CodeSplittingNameFunction {
  return (id, context) => (tests.every((isLoaded) => isLoaded(id, context)) ? name : null)
}

/**
 * The chunks of the page. A group takes along what its files import, unless a group with a higher priority has it; code
 * of `src` never lies in a chunk of views, which needs React.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  // What the portfolio shares with the other entries, with the shell and with the link to the worker: each with what is
  // loaded at the same time, and no wallet among it.
  { name: where('ground', ofPortfolio, ofEntries), priority: 9 },
  { name: where('data', ofPortfolio, ofShell), test: ofSource, minShareCount: 2, priority: 8 },
  { name: where('link', ofPortfolio, ofLink), test: /\/src\/|comlink/, minShareCount: 2, priority: 8 },
  { name: where('shown', ofPortfolio), test: ofSource, minShareCount: 2, priority: 6 },
  { name: where('typed', ofTyped), test: ofSource, minShareCount: 2, priority: 7 },
  // What an entry shares with the code behind it.
  {
    name: 'page',
    tags: ['$initial'],
    test: /\/src\/(?!siwx|core\/(siwx|contract\/schemas|text\/amount)|wagmi)|signals-core/,
    minShareCount: 2,
    priority: 6,
  },
  {
    name: 'create-shell',
    test: /\/src\/(shell\/create-shell|base\/guard-events|core\/chains\/(checksum|solana)-address)\.ts$|rolldown.runtime/,
    priority: 5,
  },
  // What the adapters share.
  {
    name: 'adapters',
    test: /\/src\/(wallets\/((evm|solana|bitcoin|standard)\/)?[\w-]+|core\/base\/same-bytes)\.ts$|@noble|@scure/,
    minShareCount: 2,
    priority: 4,
  },
  // What reads untrusted data.
  { name: 'schemas', test: /\/valibot\/|\/src\/core\/contract\/schemas\.ts$/, priority: 4 },
  {
    name: 'shared',
    test: (id: string) => /\/src\//.test(id) && !ofForms.test(id),
    minShareCount: 2,
    priority: 3,
  },
  // Nothing of the forms is loaded before one is used.
  { name: 'forms', test: ofForms, minShareCount: 2, priority: 2 },
  { name: 'sign-in', test: /\/src\/siwx\/create-sign-in\.ts$/, priority: 3 },
  { name: 'mount', test: /\/ui\/modal\/mount\.tsx$/, priority: 2 },
  // What the first view is made of, then what most others are.
  {
    name: where('frame', ofMount),
    test: /\/ui\/(base|components)\/|signals-react/,
    minShareCount: 2,
    priority: 6,
  },
  {
    name: 'components',
    test: /\/ui\/(base\/.*|components\/.*|lists\/window-list\.tsx|modal\/swipe\.ts)$|signals-react/,
    priority: 5,
  },
  // What the modal and the portfolio show alike: no wallet is among it either.
  {
    name: where('reading', ofPortfolio),
    test: /\/ui\//,
    minShareCount: 2,
    priority: 4,
  },
  // A folder of views is a chunk, and so is each language.
  { name: (id: string) => /\/ui\/(?!modal|languages)([\w-]+)\//.exec(id)?.[1] ?? null },
]

/** The rooms of the namespaces have files of the same names. */
function findNamespace(file: string | null | undefined): string {
  const [, room] = /\/wallets\/(evm|solana|bitcoin)\//.exec(file ?? '') ?? []
  return room ? `${room}-` : ''
}

/** What the bundler finds of licences, as JSON, until the package's own text is made of it. */
const LICENSES = 'licenses.json'

interface License {
  name: string
  version: string
  /** SPDX, or what the package says in its place. */
  identifier?: string
  text?: string
}

/** Of all that the worker's files hold. */
const workerLicenses: License[] = []

/** A smaller asset would be inlined by bundlers as `data:`, which a strict policy blocks. Bytes. */
const ASSET_FLOOR = 4_096

/** How the worker imports a domain: every bundler leaves this alone. */
const BARE_IMPORT =
  /import\(\s*\/\* webpackIgnore: true \*\/\s*\/\* turbopackIgnore: true \*\/\s*\/\* @vite-ignore \*\//

const target = 'es2022'
const external = [/^react($|\/)/, /^react-dom($|\/)/, 'viem']

export default defineConfig({
  root,
  publicDir: false,
  resolve: { alias: [...chunkAliases, ...reactAliases] },
  define: { 'process.env.NODE_ENV': '"production"', __HOST_NODE_ENV__: 'process.env.NODE_ENV' },
  plugins: [react(), selfContainedFiles(), sourcesWithoutReact(), fileLiterals(), thirdPartyLicenses()],
  build: {
    target,
    // The first versions that know oklch(); older ones would cost a second set of all colours.
    cssTarget: ['chrome111', 'firefox113', 'safari16.4'],
    outDir: 'dist',
    emptyOutDir: true,
    minify: true,
    modulePreload: false,
    license: { fileName: LICENSES },
    lib: {
      formats: ['es'],
      entry: {
        index: at('src/index.ts'),
        evm: at('src/evm.ts'),
        solana: at('src/solana.ts'),
        react: at('src/react.tsx'),
        element: at('src/element.ts'),
        siwx: at('src/siwx.ts'),
        wagmi: at('src/wagmi.ts'),
        bitcoin: at('src/bitcoin.ts'),
        auth: at('src/auth.ts'),
        portfolio: at('src/portfolio.tsx'),
      },
    },
    rolldownOptions: {
      external,
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: ({ name, facadeModuleId }) => `${findNamespace(facadeModuleId)}${name}-[hash].js`,
        minify: true,
        codeSplitting: { groups },
      },
    },
  },
})

/** Stops a build in which a page without views loads React: `headless()` works in pages that have none. */
function sourcesWithoutReact(): Plugin {
  return {
    name: 'billfold-sources-without-react',
    generateBundle(_options, outputs) {
      const findReact = (fileName: string, way: readonly string[] = []): readonly string[] | undefined => {
        if (/^react(\/|-dom|$)/.test(fileName)) return [...way, fileName]
        const output = outputs[fileName]
        if (output?.type !== 'chunk' || way.includes(fileName)) return undefined
        return output.imports.map((name) => findReact(name, [...way, fileName])).find((found) => found)
      }
      for (const output of Object.values(outputs)) {
        if (output.type !== 'chunk' || !/\/src\/.*\.ts$/.test(output.facadeModuleId ?? '')) continue
        const way = findReact(output.fileName)
        if (way) this.error(`Code without views loads React: ${way.join(' → ')}`)
      }
    },
  }
}

/** Brings each file of the worker to the package as one file. Bundlers copy it as it is, so it is ready to run. */
function selfContainedFiles(): Plugin {
  return {
    name: 'billfold-self-contained-files',
    async generateBundle() {
      for (const file of files) {
        const code = await bundle(file)
        if (code.length <= ASSET_FLOOR)
          this.error(`${file}.js is too small to stay a file: fold it into the worker`)
        if (file === 'billfold-worker' && !BARE_IMPORT.test(code))
          this.error(`${file}.js has lost the comments that make bundlers leave its import() alone`)
        this.emitFile({ type: 'asset', fileName: `${file}.js`, source: code })
      }
    },
  }
}

async function bundle(file: string): Promise<string> {
  const config: InlineConfig = {
    configFile: false,
    root,
    // Dexie's build for browsers of today; what its name leads to is the one for those of 2015.
    resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
    logLevel: 'warn',
    // Dexie opens a channel between tabs when it is evaluated, for a feature that is not used here; where cookies are
    // blocked Firefox throws then, and the whole file would be lost. The worker asks for its own by `globalThis`.
    define: { 'process.env.NODE_ENV': '"production"', BroadcastChannel: 'undefined' },
    build: {
      write: false,
      target,
      minify: true,
      license: { fileName: LICENSES },
      lib: { formats: ['es'], entry: at(`worker/main/files/${file}.ts`), fileName: file },
      rolldownOptions: {
        output: { minify: true, codeSplitting: false },
        // `@solana/spl-token` takes Node's Buffer for a global, which a worker does not have and gets none of.
        ...(file === 'billfold-solana' && { transform: { inject: { Buffer: ['buffer', 'Buffer'] } } }),
      },
    },
  }
  const result = await build(config)
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  const [chunk, licenses] = outputs
  if (outputs.length !== 2 || chunk?.type !== 'chunk' || chunk.imports.length > 0)
    throw new Error(`${file} must become one file that imports nothing`)
  if (licenses?.type !== 'asset' || licenses.fileName !== LICENSES)
    throw new Error(`The licences of what ${file} holds are missing`)
  workerLicenses.push(...(JSON.parse(String(licenses.source)) as License[]))
  return chunk.code
}

/** Brings the licences of everything bundled to the package as one text. */
function thirdPartyLicenses(): Plugin {
  return {
    name: 'billfold-third-party-licenses',
    generateBundle: {
      order: 'post',
      handler(_options, outputs) {
        const found = outputs[LICENSES]
        if (found?.type !== 'asset') this.error('The licences of what the page loads are missing')
        delete outputs[LICENSES]
        const all = [...(JSON.parse(String(found.source)) as License[]), ...workerLicenses]
        const byName = new Map(all.map((license) => [`${license.name} ${license.version}`, license]))
        const entries = [...byName].toSorted(([one], [other]) => one.localeCompare(other, 'en'))
        const sections = entries.map(([title, { identifier, text }]) =>
          [
            `${title} (${identifier ?? 'see its text'})`,
            text ?? 'The package holds no text of its licence.',
          ].join('\n\n'),
        )
        // The second line is what the WalletConnect Community License asks for.
        const head =
          'Billfold holds code of these packages. Each stays under its own licence.\n' +
          'Portions © 2025 Reown, Inc. All Rights Reserved'
        this.emitFile({
          type: 'asset',
          fileName: 'THIRD_PARTY_LICENSES.txt',
          source: `${[head, ...sections].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`,
        })
      },
    },
  }
}

/**
 * Bundlers of the embedding app find the worker's files by two literals each. They are taken out before this build can
 * see them, and put in again after everything else, so that they reach the package byte for byte.
 */
function fileLiterals(): Plugin {
  const literals = files.flatMap((file) => [
    `new URL('./${file}.js', import.meta.url)`,
    `import('./${file}.js')`,
  ])
  const placeholder = (index: number) => `__BILLFOLD_FILE_${index}__()`
  return {
    name: 'billfold-file-literals',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/src/worker-link/start/files.ts')) return undefined
      return literals.reduce((text, literal, index) => text.replace(literal, placeholder(index)), code)
    },
    generateBundle(_options, outputs) {
      const found = literals.map(() => 0)
      for (const output of Object.values(outputs)) {
        if (output.type !== 'chunk' || output.fileName.includes('/')) continue
        for (const [index, literal] of literals.entries()) {
          if (!output.code.includes(placeholder(index))) continue
          output.code = output.code.replace(placeholder(index), literal)
          found[index]! += 1
        }
      }
      if (found.some((count) => count !== 1))
        this.error(`the names of the worker's files stand in ${found.join(', ')} chunks instead of one each`)
    },
  }
}
