/** What is written about the code is about the code that is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const documents = [
  'README.md',
  'bench/README.md',
  'docs/analytics.md',
  'docs/api.md',
  'docs/architecture.md',
  'docs/errors.md',
  'docs/hosts.md',
  'docs/migrate-from-appkit.md',
  'docs/migrate-from-connectkit.md',
  'docs/migrate-from-rainbowkit.md',
  'docs/offline.md',
  'docs/options.md',
  'docs/recipes.md',
  'docs/portfolio.md',
  'docs/specification.md',
  'docs/theming.md',
  'examples/README.md',
]

test.each(documents)('[G67] Every file that %s links to exists', (document) => {
  const links = [...readFileSync(join(root, document), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)/g)]
  const paths = links.map(([, path = '']) => path)
  expect(paths.filter((path) => !existsSync(join(root, dirname(document), path)))).toEqual([])
})

test('docs/hosts.md lists only versions that the tested apps use', () => {
  const [, table = ''] = readFileSync(join(root, 'docs/hosts.md'), 'utf8').split('## Versions that work')
  const listed = [...table.matchAll(/(?<![.\d])\d+\.\d+(?![.\d])/g)].map(([version]) => version)
  const pinned = readdirSync(join(root, 'test/consumers'))
    .map((name) => join(root, 'test/consumers', name, 'package.json'))
    .filter((path) => existsSync(path))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const isPinned = (version: string) => ['"', '@'].some((before) => pinned.includes(`${before}${version}.`))
  expect(listed.length).toBeGreaterThan(15)
  expect(listed.filter((version) => !isPinned(version))).toEqual([])
})

test('README has at most 900 words', () => {
  const words = readFileSync(join(root, 'README.md'), 'utf8').split(/\s+/).filter(Boolean)
  expect(words.length).toBeLessThanOrEqual(900)
})

test('[A152] [F38] docs/analytics.md lists exactly the events that are reported, by their names', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const find = (text: string, pattern: RegExp) =>
    new Set([...text.matchAll(pattern)].map(([, name = '']) => name))
  const code = ['src/analytics/watch-events.ts', 'src/base/tracked-event.ts'].map(read).join('\n')
  const told = find(code, /'([A-Z]+(?:_[A-Z]+)*)'/g)
  const listed = find(read('docs/analytics.md'), /`([A-Z]+(?:_[A-Z]+)+|ERROR)`/g)
  // No event, but a kind of connector.
  told.delete('WALLET_CONNECT')
  expect(told.size).toBeGreaterThan(50)
  expect([...told].filter((name) => !listed.has(name))).toEqual([])
  expect([...listed].filter((name) => !told.has(name))).toEqual([])
})

test('docs/errors.md has exactly one line for each error code', () => {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const [, union = ''] =
    /^export type ErrorCode =\n((?: +[|/].*\n)+)/m.exec(read('src/core/base/errors.ts')) ?? []
  const codes = [...union.matchAll(/^ +\| '(\w+)'/gm)].map(([, code]) => code)
  const lines = [...read('docs/errors.md').matchAll(/^\| <a id="(\w+)"><\/a>`\1` \| \S.* \| \S.* \|$/gm)]
  expect(codes.length).toBeGreaterThan(80)
  expect(lines.map(([, code]) => code).sort()).toEqual(codes.sort())
})

describe('docs/api.md', () => {
  const listed = [
    ...readFileSync(join(root, 'docs/api.md'), 'utf8').matchAll(/^\| `((?:GET|POST) \/[^`]+)`/gm),
  ]
  const documented = listed.map(([, call = '']) => call.replaceAll(/\{\w+\}/g, '{}')).sort()
  const readAll = (folder: string) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => readFileSync(join(root, folder, name), 'utf8'))
      .join('\n')

  test('names exactly the API calls that the worker makes', () => {
    const code = ['worker', 'src']
      .map(readAll)
      .join('\n')
      .replaceAll(/\$\{(?:[^{}`]|\{[^{}]*\})*\}/g, '{}')
    const calls = [...code.matchAll(/\b(get|post)\(\s*(?:path)?['`](\/\w[^'`]*)['`]/g)].map(
      ([, method = '', path = '']) => `${method.toUpperCase()} ${path}`,
    )
    const pictures = [...code.matchAll(/((?:\/public)?\/get\w+Image\/\{\})/g)].map(
      ([, path = '']) => `GET ${path}`,
    )
    expect([...new Set([...calls, ...pictures])].sort()).toEqual(documented)
  })

  test('names exactly the API calls that the sandbox serves, except the call for pictures of networks', () => {
    const code = readAll('sandbox/services')
    const getNoun = (call: string) => call.replaceAll('/{}', '').split('/').at(-1)!
    const missing = documented.filter((call) => !new RegExp(`[' /]${getNoun(call)}['/]`).test(code))
    expect(missing).toEqual(['GET /public/getAssetImage/{}'])
    const routes = [...code.matchAll(/'((?:GET|POST) \/[^']+)'/g)].map(([, route = '']) => route)
    expect(routes.length).toBeGreaterThan(6)
    expect(routes.filter((route) => !documented.includes(route))).toEqual([])
  })
})

test('[G67] docs/architecture.md lists every folder of src', () => {
  const map = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  expect(folders.length).toBeGreaterThan(4)
  expect(folders.filter(({ name }) => !map.includes(`\`src/${name}/\``)).map(({ name }) => name)).toEqual([])
})

describe('[G67] The table of the specification', () => {
  const table = readFileSync(join(root, 'docs/specification.md'), 'utf8')
  const rows = table.split('\n').filter((line) => /^\| (?!-|statement|#)/.test(line))

  test('names files that exist', () => {
    const files = rows.flatMap((row) => [...row.matchAll(/`((?:src|worker|ui|test)\/[^`]+)`/g)])
    expect(files.length).toBeGreaterThan(200)
    expect(files.map(([, file = '']) => file).filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  test('names row tags that exist in the test files it names', () => {
    // `test/shell/home-view.test.ts` A10 A11
    const proofs = rows.flatMap((row) => [...row.matchAll(/`(test\/[^`]+)`((?: [AS]\d+)+)/g)])
    const missing = proofs.flatMap(([, file = '', numbers = '']) => {
      const text = readFileSync(join(root, file), 'utf8')
      return numbers
        .trim()
        .split(' ')
        .filter((number) => !text.includes(`[${number}]`))
        .map((number) => `${file} ${number}`)
    })
    expect(proofs.length).toBeGreaterThan(100)
    expect(missing).toEqual([])
  })

  test('names a file and a test for each statement', () => {
    const isProven = (row: string) =>
      /`(?:src|worker|ui)\/[^`]+`/.test(row) && /`test\/[^`]+` [AS]\d/.test(row)
    expect(rows.filter((row) => !isProven(row))).toEqual([])
    const last = rows.flatMap((row) => /^\| (S\d+) \|/.exec(row)?.[1] ?? [])
    expect(last).toEqual(Array.from({ length: 19 }, (_, index) => `S${index + 1}`))
  })

  test('covers each row of the acceptance checklist', () => {
    const rowsOf = (text: string) => [...text.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => `A${number}`)
    const checklist = rowsOf(readFileSync(join(root, 'docs/acceptance.md'), 'utf8'))
    const proven = new Set(rows.flatMap((row) => row.match(/\bA\d+/g) ?? []))
    expect(checklist).toHaveLength(214)
    expect(checklist.filter((row) => !proven.has(row))).toEqual([])
  })
})
