/**
 * `npm run rows`: lists which rows of the tables in `docs/` a test title names (`'[A51] a pending row …'`), and which
 * rows no title names. Fails when a title names a row that isn't in any table.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const tables = { A: 'acceptance', F: 'faults', T: 'traps', G: 'ground', S: 'specification' }

const folder = fileURLToPath(new URL('.', import.meta.url))
const named = new Set(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(test|cases)\.tsx?$/.test(path))
    .map((path) => readFileSync(folder + path, 'utf8'))
    .flatMap((text) => text.split('\n').filter((line) => !/^\s*(?:\/?\*|\/\/)/.test(line)))
    .flatMap((line) => line.match(/(?<=\[)[AFTGS]\d+(?=\])/g) ?? []),
)

for (const [letter, name] of Object.entries(tables)) {
  const text = readFileSync(`${folder}../docs/${name}.md`, 'utf8')
  const rows = [...text.matchAll(/^\| ?[TGS]?(\d+) \|/gm)].map(([, row]) => letter + row)
  const missing = rows.filter((row) => !named.delete(row))
  console.log(`${letter}  ${rows.length - missing.length} of ${rows.length}`)
  if (missing.length > 0) console.log(`   missing: ${missing.join(' ')}`)
}
if (named.size > 0) {
  console.log(`In no table: ${[...named].join(' ')}`)
  process.exitCode = 1
}
