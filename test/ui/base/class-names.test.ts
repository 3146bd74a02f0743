/** All stylesheets of the modal lie in one shadow root: a name that two rooms use would reach from one into the other. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

/** A class alone, with states of it: what it styles wherever it stands. */
const ALONE = /^\.([\w-]+)(?::(?!has)[\w-]+(?:\([^)]*\))?)*$/

test('[V3] for each CSS class, all rules with only this class as their selector are in one folder', () => {
  const folders = new Map<string, Set<string>>()
  const names = readdirSync('ui', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.css'),
  )
  for (const name of names) {
    const css = readFileSync(`ui/${name}`, 'utf8').replace(/\/\*[^]*?\*\//g, '')
    for (const [, selectors = ''] of css.matchAll(/([^{}]+)\{/g))
      for (const selector of selectors.split(/,(?![^(]*\))/)) {
        const [, found] = ALONE.exec(selector.trim()) ?? []
        if (found) folders.set(found, (folders.get(found) ?? new Set()).add(dirname(name)))
      }
  }
  expect(folders.size).toBeGreaterThan(100)
  const shared = [...folders].filter(([, where]) => where.size > 1).map(([name, where]) => [name, ...where])
  expect(shared).toEqual([])
})
