import { readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../ui/', import.meta.url))
const all = readdirSync(root, { recursive: true, encoding: 'utf8' })
const sheets = all.filter((name) => name.endsWith('.css'))
const read = (name: string) => readFileSync(join(root, name), 'utf8')

/** Classes in the selectors of a sheet. */
function readClasses(css: string): string[] {
  const selectors = css.replace(/\/\*[^]*?\*\//g, '').replace(/\{[^{}]*\}/g, '{}')
  return [...selectors.matchAll(/\.(-?[_a-zA-Z][\w-]*)/g)].map(([, name]) => name!)
}

describe('[G64] stylesheets', () => {
  it.each(sheets)('%s lies beside the file that brings it', (sheet) => {
    const neighbours = all.filter((name) => dirname(name) === dirname(sheet) && /\.tsx?$/.test(name))
    const users = neighbours.filter((name) => read(name).includes(`'./${basename(sheet)}?inline'`))
    expect(users.length).toBeGreaterThan(0)
  })

  it.each(sheets)('%s calls its classes by words, and only those that are in use', (sheet) => {
    const code = all
      .filter((name) => /\.tsx?$/.test(name))
      .map(read)
      .join('\n')
    for (const name of readClasses(read(sheet))) {
      expect(name).toMatch(/^[a-z]{3,}\d?(-[a-z]{2,})*$/)
      expect(code).toMatch(new RegExp(`\\b${name}\\b`))
    }
  })

  it('none of them is everybody’s', () => {
    expect(sheets.length).toBeGreaterThan(20)
    for (const sheet of sheets) expect(read(sheet).split('\n').length, sheet).toBeLessThan(300)
  })
})
