/**
 * Builds the package: the page's side (shell, adapters, button, UI) and the worker, which exists three times, once
 * for each way to start it: as a module beside the package, as text for a blob, and as a chunk for the page's thread.
 */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { type Alias, build, defineConfig, type InlineConfig, type Plugin } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const at = (path: string) => `${root}${path}`

/** The chunks that the build fetches by name; `src/chunks.d.ts` gives their types. */
export const chunkAliases: Alias[] = [
  { find: '#ui', replacement: at('ui/mount.tsx') },
  { find: '#worker', replacement: at('worker/start.ts') },
]

/** The parts of React's own shims that React 18 and newer already hold. */
const reactAliases: Alias[] = [
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
]

const target = 'es2022'
const external = [/^react($|\/)/, /^react-dom($|\/)/]

export default defineConfig({
  root,
  publicDir: false,
  resolve: { alias: [...chunkAliases, ...reactAliases] },
  define: { 'process.env.NODE_ENV': '"production"', __BILLFOLD_BLOB__: 'false' },
  plugins: [react(), workerText(), moduleWorkerLiteral()],
  build: {
    target,
    // The first versions that know oklch(); older ones would cost a second set of all colours.
    cssTarget: ['chrome111', 'firefox113', 'safari16.4'],
    outDir: 'dist',
    emptyOutDir: true,
    sourcemap: true,
    minify: true,
    modulePreload: false,
    lib: {
      formats: ['es'],
      entry: {
        index: at('src/index.ts'),
        evm: at('src/evm.ts'),
        react: at('src/react.tsx'),
        element: at('src/element.ts'),
        worker: at('worker/main.ts'),
      },
    },
    rolldownOptions: {
      external,
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', minify: true },
    },
  },
})

/** Serves the worker and its lazily loaded domains as text, each bundled into one file that imports nothing. */
export function workerText(): Plugin {
  const entries: Record<string, string> = {
    '#worker-source': 'worker/main.ts',
    '#domain-source/nfts': 'worker/nfts/source.ts',
    '#domain-source/ens': 'worker/ens.ts',
  }
  return {
    name: 'billfold-worker-text',
    resolveId: (id) => (id in entries ? `\0${id}` : undefined),
    async load(id) {
      const entry = entries[id.slice(1)]
      if (!id.startsWith('\0#') || !entry) return undefined
      return `export default ${JSON.stringify(await bundle(entry))}`
    },
  }
}

async function bundle(entry: string): Promise<string> {
  const config: InlineConfig = {
    configFile: false,
    root,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"', __BILLFOLD_BLOB__: 'true' },
    build: {
      write: false,
      target,
      minify: true,
      lib: { formats: ['es'], entry: at(entry), fileName: 'bundle' },
      rolldownOptions: { output: { minify: true, codeSplitting: false } },
    },
  }
  const result = await build(config)
  const outputs = Array.isArray(result) ? result : [result]
  const chunks = outputs
    .flatMap((output) => ('output' in output ? output.output : []))
    .filter((part) => part.type === 'chunk')
  if (chunks.length !== 1 || !chunks[0])
    throw new Error(`${entry} must become one file, not ${chunks.length}`)
  return chunks[0].code
}

/**
 * Bundlers of the embedding app find the worker by one literal, and so does Vite in this very build. It is put in
 * after everything else, so that it reaches the package byte for byte.
 */
function moduleWorkerLiteral(): Plugin {
  const literal = "new Worker(new URL('./worker.js', import.meta.url), { type: 'module' })"
  return {
    name: 'billfold-module-worker-literal',
    generateBundle(_options, outputs) {
      let found = 0
      for (const output of Object.values(outputs)) {
        if (output.type !== 'chunk' || !output.code.includes('__NEW_MODULE_WORKER__()')) continue
        if (output.fileName.includes('/')) this.error(`${output.fileName} must lie beside worker.js`)
        output.code = output.code.replaceAll('__NEW_MODULE_WORKER__()', literal)
        found += 1
      }
      if (found !== 1)
        this.error(`the literal that starts the worker stands in ${found} chunks instead of one`)
    },
  }
}
