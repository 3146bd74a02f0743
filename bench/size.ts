/**
 * Checks the size budgets on the built package: what a page loads before the modal opens, and what it loads when
 * the modal opens for the first time. gzip, level 9, each file by itself, React not counted.
 */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'

const dist = new URL('../dist/', import.meta.url)
const KILO = 1000

interface Budget {
  what: string
  files: ReadonlySet<string>
  /** Bytes; undefined: reported, not checked. */
  limit: number | undefined
}

const shell = staticClosure(['index.js', 'evm.js', 'react.js'])
const ui = chunkOf('index.js', 'mount')
const opened = staticClosure(
  [ui, chunkOf('index.js', 'worker-client'), chunkOf('index.js', 'start-worker')],
  shell,
)

const budgets: Budget[] = [
  { what: 'before the modal opens (shell, evm, React button)', files: shell, limit: 6 * KILO },
  { what: 'more when it first opens (UI, link to the worker)', files: opened, limit: 40 * KILO },
  { what: 'the worker, off the main thread', files: staticClosure(['worker.js']), limit: undefined },
]

let failed = false
for (const { what, files, limit } of budgets) {
  const size = [...files].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0)
  const over = limit !== undefined && size > limit
  failed ||= over
  const verdict = limit === undefined ? 'no budget' : `${over ? 'OVER' : 'within'} ${limit / KILO} kB`
  console.log(`${(size / KILO).toFixed(2).padStart(7)} kB  ${what}: ${verdict}  (${[...files].join(', ')})`)
}
process.exitCode = failed ? 1 : 0

function read(file: string): Buffer {
  return readFileSync(new URL(file, dist))
}

/** The files and all that they import at once, without those in `known`. */
function staticClosure(entries: readonly string[], known: ReadonlySet<string> = new Set()): Set<string> {
  const found = new Set<string>()
  const queue = [...entries]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file) || known.has(file)) continue
    found.add(file)
    for (const [, imported] of read(file)
      .toString()
      .matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)) {
      queue.push(imported!)
    }
  }
  return found
}

/** The chunk of this name that a file, or a chunk of it, imports when it is needed. */
function chunkOf(file: string, name: string): string {
  for (const part of staticClosure([file])) {
    for (const [, imported] of read(part)
      .toString()
      .matchAll(/import\(\s*["'`]\.\/([^"'`]+\.js)["'`]\s*\)/g)) {
      if (imported!.startsWith(`${name}-`)) return imported!
    }
  }
  throw new Error(`${file} imports no chunk "${name}". Did the build rename it?`)
}
