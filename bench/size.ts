/**
 * Checks the size budgets on the built package as a page pays for them: an app that shows the button is bundled, and
 * what it loads at once and when the modal first opens is measured. gzip, level 9, each file by itself, React not
 * counted.
 */
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const KILO = 1000

const app = `
  import { createBillfold } from '${dist}index.js'
  import { evm } from '${dist}evm.js'
  import { BillfoldButton } from '${dist}react.js'
  globalThis.app = [createBillfold, evm, BillfoldButton]
`

const chunks = await bundle(app)
const workerChunks = await bundle(`import '${dist}worker.js'`)
const entry = chunks.find(({ isEntry }) => isEntry)
if (!entry) throw new Error('The bundle has no entry.')

const before = closure([entry])
/** All that `open()` fetches by name, in whatever chunk it ended up. */
const parts = ['create-shell', 'evm-adapter', 'mount', 'worker-client', 'start-worker'].map(chunkWith)
const opened = closure(parts).filter((chunk) => !before.includes(chunk))

const rows: [what: string, chunks: Rolldown.OutputChunk[], limit: number | undefined][] = [
  ['before the modal opens (shell, evm, React button)', before, 6 * KILO],
  ['more when it first opens (wallets, UI, link to the worker)', opened, 40 * KILO],
  ['the worker, off the main thread', closure(workerChunks.filter(({ isEntry }) => isEntry)), undefined],
]

for (const [what, files, limit] of rows) {
  const size = files.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
  const over = limit !== undefined && size > limit
  if (over) process.exitCode = 1
  const verdict = limit === undefined ? 'no budget' : `${over ? 'OVER' : 'within'} ${limit / KILO} kB`
  console.log(`${(size / KILO).toFixed(2).padStart(7)} kB  ${what}: ${verdict}`)
}

async function bundle(source: string): Promise<Rolldown.OutputChunk[]> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: 'app',
        resolveId: (id) => (id.endsWith('virtual:app') ? '\0virtual:app' : undefined),
        load: (id) => (id === '\0virtual:app' ? source : undefined),
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      // Library mode: the helpers that a bundler adds for itself are no share of ours.
      lib: { entry: 'virtual:app', formats: ['es'], fileName: 'app' },
      rolldownOptions: { external: [/^react($|\/)/, /^react-dom($|\/)/], output: { minify: true } },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  return outputs.filter((output) => output.type === 'chunk')
}

/** The chunks and all that they import at once. */
function closure(from: readonly Rolldown.OutputChunk[]): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>()
  const queue = [...from]
  for (let chunk = queue.pop(); chunk; chunk = queue.pop()) {
    if (found.has(chunk)) continue
    found.add(chunk)
    const { imports } = chunk
    queue.push(...[...chunks, ...workerChunks].filter(({ fileName }) => imports.includes(fileName)))
  }
  return [...found]
}

/** The chunk that holds a file of the package, by the name that the build gave to it. */
function chunkWith(name: string): Rolldown.OutputChunk {
  const found = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.startsWith(`${dist}${name}-`)))
  if (found) return found
  throw new Error(`The package has no chunk "${name}". Did the build rename it?`)
}
