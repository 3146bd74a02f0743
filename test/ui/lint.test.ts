import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'billfold-lint-'))
  mkdirSync(join(folder, 'ui'))
  copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function lint(element: string): string {
  writeFileSync(join(folder, 'ui/probe.tsx'), `export const Probe = ({ texts }) => ${element}\n`)
  const { stdout } = spawnSync(join(root, 'node_modules/.bin/oxlint'), ['--quiet', 'ui'], {
    cwd: folder,
    encoding: 'utf8',
  })
  return stdout
}

test.each([
  '<p>Hello</p>',
  "<p>{'Hello'}</p>",
  '<p>{`Hello`}</p>',
  '<p aria-label="Hello" />',
  '<p title="Hello" />',
])('[G63] lint rejects a text that stands in a component: %s', (element) =>
  expect(lint(element)).toContain('jsx-no-literals'),
)

test('[G63] and lets one of the catalogue pass', () => {
  expect(lint('<p className="lede" title={texts.hello}>{texts.hello}</p>')).not.toContain('jsx-no-literals')
})
