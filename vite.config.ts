/**
 * Builds the package: the page's side (shell, adapters, button, UI), and beside it the worker and its code for each
 * large library as one file that imports nothing.
 */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type Alias, build, defineConfig, type InlineConfig, type Plugin } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const at = (path: string) => `${root}${path}`

/** The chunks that the build fetches by name; `src/shell/chunks.d.ts` gives their types. */
export const chunkAliases: Alias[] = [
  { find: '#ui', replacement: at('ui/mount.tsx') },
  { find: '#account', replacement: at('ui/account/account.tsx') },
  { find: '#embedded', replacement: at('ui/embedded.tsx') },
  // Where the sources run unbuilt, the worker's files are their sources.
  { find: /^\.\/(billfold-\w+)\.js$/, replacement: at('worker/files/$1.ts') },
]

/** The parts of React's own shims that React 18 and newer already hold. */
const reactAliases: Alias[] = [
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
]

/** The files that `src/worker-link/files.ts` names. */
const files = ['worker', 'evm', 'solana', 'bitcoin', 'walletconnect'].map((name) => `billfold-${name}`)

/**
 * What is loaded together is one chunk: it compresses better. The modal is only ever loaded beside the shell, so what
 * both need lies with the shell; what the page needs before comes first.
 */
const groups = [
  { name: 'errors', test: /src\/(core\/(errors|snapshot)|connections\/storage)\.ts$/, priority: 4 },
  { name: 'add-styles', test: /src\/shell\/add-styles\.ts$/, priority: 4 },
  { name: 'avatar', test: /src\/core\/(avatar|own-balance)\.ts$/, priority: 4 },
  {
    name: 'create-shell',
    test: /src\/(shell\/create-shell|connections\/find-doors|wallets\/(wallet-finder|frame-task)|core\/(text|address|shapes|url|explorer-link))\.ts$|signals-core|rolldown.runtime/,
    priority: 3,
  },
  // Who signs in needs what is ready-made beside it.
  { name: 'sign-in', test: /src\/(siwx\/(?!local|server|create-message|nonce)|core\/siwx-)/, priority: 2 },
  // What draws from lists, and follows what was sent: an account's views, or the page.
  { name: 'list', test: /src\/(worker-link\/list|core\/sent)\.ts$/, priority: 2 },
  {
    name: 'connections',
    test: /src\/(connections\/connections|shell\/account-types|wallets\/wallet-error)\.ts$/,
    priority: 1,
  },
  // Some namespaces bring it sooner.
  { name: 'lazy-adapter', test: /src\/wallets\/lazy-adapter\.ts$/, priority: 2 },
  // Wallets of Solana and Bitcoin read addresses and signatures, and so does sending.
  { name: 'bytes', test: /@scure\/base\/|src\/core\/(base58|byte-text|solana-address)\.ts$/, priority: 2 },
  { name: 'hashes', test: /@noble\/hashes\/(?!.*sha3)/, priority: 2 },
  // The views borrow from the modal what both need.
  { name: 'mount', test: /ui\/mount\.tsx$/, priority: 2 },
  // Where the views are, and the icons that they bring.
  { name: 'view-files', test: /ui\/(view-files|components\/later-icons)\.ts$/, priority: 1 },
  // What views that list something are made of, and why something is not known.
  {
    name: 'components',
    test: /ui\/(lists\/window-list\.tsx|components\/(failure|ways-on)\.tsx|account\/list-actions\.ts|explain-error\.ts|error-texts\.ts|use-overdue\.ts)$/,
    priority: 2,
  },
  { name: 'controls', test: /ui\/components\/(copy-button|search-field|skeleton|ways)\.tsx$/, priority: 2 },
  // How a wallet is opened on a phone; a page that draws wallets itself takes it without the views.
  {
    name: 'links',
    test: /src\/(core\/(deep|browse)-link|shell\/read-device|wallets\/walletconnect\/(proposal|ready-link|renewal))\.ts$/,
    priority: 2,
  },
  // What follows a finger comes with the next view.
  {
    name: 'connect',
    test: /ui\/(connect\/((connecting-(external|multi-chain)|more)\.tsx|(choose-listed|use-ready-link)\.ts)|swipe\.ts)$/,
    priority: 2,
  },
  // A folder of views is a chunk, with what else its views need at once.
  { name: (id: string) => /\/ui\/([\w-]+)\//.exec(id)?.[1] ?? null },
]

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
  plugins: [react(), selfContainedFiles(), fileLiterals(), thirdPartyLicenses()],
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
      },
    },
    rolldownOptions: {
      external,
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        minify: true,
        codeSplitting: { groups },
      },
    },
  },
})

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
      lib: { formats: ['es'], entry: at(`worker/files/${file}.ts`), fileName: file },
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
      if (!id.endsWith('/src/worker-link/files.ts')) return undefined
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
