import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../ui/', import.meta.url))
const all = readdirSync(root, { recursive: true, encoding: 'utf8' })
const sheets = all.filter((name) => name.endsWith('.css'))
const read = (name: string) => readFileSync(join(root, name), 'utf8')

/** Classes in the selectors of a sheet. */
function readClasses(css: string): string[] {
  const selectors = css.replace(/\/\*[^]*?\*\//g, '').replace(/\{[^{}]*\}/g, '{}')
  return [...selectors.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(([, name]) => name!)
}

/** A file and all that it imports, whatever is fetched later aside. */
function listImports(name: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(name) || !all.includes(name)) return seen
  seen.add(name)
  for (const [, path] of read(name).matchAll(/from '(\.[^']+\.(?:tsx?|css))(?:\?inline)?'/g))
    listImports(join(dirname(name), path!), seen)
  return seen
}

describe('[G64] stylesheets', () => {
  it.each(sheets)(
    '%s is in the folder of the files that import it, or in components/ if files of several folders import it',
    (sheet) => {
      const users = all.filter(
        (name) => /\.tsx?$/.test(name) && read(name).includes(`/${basename(sheet)}?inline'`),
      )
      const rooms = new Set(users.map((name) => dirname(name)))
      expect(rooms.size).toBeGreaterThan(0)
      if (!rooms.has(dirname(sheet))) expect([dirname(sheet), rooms.size > 1]).toEqual(['components', true])
    },
  )

  it.each(sheets)('%s has only class names that are whole words and occur in the code', (sheet) => {
    const code = all
      .filter((name) => /\.tsx?$/.test(name))
      .map(read)
      .join('\n')
    for (const name of readClasses(read(sheet))) {
      expect(name).toMatch(/^[a-z]{3,}\d?(-[a-z]{2,})*$/)
      expect(code).toMatch(new RegExp(`\\b${name}\\b`))
    }
  })

  // Otherwise it looks right only for those who have been to another view before.
  it.each(all.filter((name) => name.endsWith('.tsx') && read(name).includes('export const view:')))(
    'the view %s imports the styles of all classes that it uses',
    (view) => {
      const own = [...listImports(view)]
      const brought = [...own, ...listImports('modal/mount.tsx')].filter((name) => name.endsWith('.css'))
      const known = brought.flatMap((sheet) => readClasses(read(sheet)))
      const styled = sheets.flatMap((sheet) => readClasses(read(sheet)))
      const used = own.flatMap((name) =>
        [...read(name).matchAll(/className="([^"]+)"/g)].flatMap(([, names]) => names!.split(' ')),
      )
      expect(used.filter((one) => styled.includes(one) && !known.includes(one))).toEqual([])
    },
  )

  it('have fewer than 300 lines each', () => {
    expect(sheets.length).toBeGreaterThan(20)
    for (const sheet of sheets) expect(read(sheet).split('\n').length, sheet).toBeLessThan(300)
  })
})
