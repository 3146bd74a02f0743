/** The harness of `bench/lists` as somebody calls it who brings a list. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { Report } from '../../../bench/lists/report.ts'

const at = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

it('The list benchmark measures a custom list of 1,000 rows', { timeout: 300_000 }, () => {
  const out = mkdtempSync(join(tmpdir(), 'billfold-lists-'))
  try {
    const options = [
      '--list',
      at('test/bench/lists/tiny-list.ts'),
      '--only',
      'tiny-list',
      '--quick',
      '--no-plots',
    ]
    execFileSync('npx', ['tsx', at('bench/lists/run.ts'), ...options, '--out', out], { stdio: 'pipe' })
    const { cells } = JSON.parse(readFileSync(join(out, 'lists.json'), 'utf8')) as Report
    expect(cells).toHaveLength(1)
    const [{ name, rows, unfinished, figures }] = cells as [Report['cells'][0]]
    expect({ name, rows, unfinished }).toEqual({ name: 'Tiny list', rows: 1_000, unfinished: undefined })
    // A row for each transaction, and the list.
    expect(figures['elements']?.max).toBe(1_001)
    expect(figures['jump_off']?.max).toBeLessThan(2)
    expect(figures['script_400_blank']?.max).toBe(0)
    expect(figures['script_400_moved']?.max).toBe(24_000)
    expect(figures['wheel_400_moved']?.max).toBeGreaterThan(1_000)
    expect(figures['touch_200_moved']?.max).toBeGreaterThan(300)
    expect(figures['load_busy']?.max).toBeGreaterThan(0)
    expect(readFileSync(join(out, 'lists.md'), 'utf8')).toContain('Tiny list')
  } finally {
    rmSync(out, { recursive: true })
  }
})
