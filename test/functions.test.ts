/** How long a function may be. */
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const folders = ['src', 'worker', 'ui']
const fileIn = (folder: string) => `${root}${folder}/.long-function.ts`
afterAll(() => folders.forEach((folder) => rmSync(fileIn(folder), { force: true })))

it.each(folders)(
  '[G68] lint refuses a function of more than 150 lines in %s, with all that is in it',
  (folder) => {
    const lint = (lines: number) => {
      const inner = Array.from({ length: lines - 4 }, (_, line) => `    console.log(${line})`)
      const text = ['export function outer() {', '  return () => {', ...inner, '  }', '}\n'].join('\n')
      writeFileSync(fileIn(folder), text)
      return spawnSync('npx', ['oxlint', '--quiet', fileIn(folder)], { cwd: root, encoding: 'utf8' }).stdout
    }
    expect(lint(151)).toContain('`outer` has too many lines (151)')
    expect(lint(150)).not.toContain('too many lines')
  },
)
