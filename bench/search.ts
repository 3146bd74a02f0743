/**
 * `search`: searches, filters and exports a stored history in a worker that starts with it. Measures the first match,
 * all matches, the export, the longest task and the worker's memory.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sandbox } from '../sandbox/start.ts'
import { askWorker, bundleWorker } from './bundle-worker.ts'
import { visit } from './long-list.ts'
import type { LongListInput } from './measure-long-list.ts'
import type { SearchCost, SearchInput } from './measure-search.ts'
import { type Result, toResults } from './result.ts'
import { readWorkerHeaps } from './worker-heap.ts'

const ACCOUNT = 'eip155:31337:0x9e1e57d57c43b5c1f5c5576666d04d2a9232d840'

const units = {
  first_match_ms: 'ms',
  hash_ms: 'ms',
  amount_ms: 'ms',
  filter_ms: 'ms',
  filter_matches: 'count',
  far_page_ms: 'ms',
  cancel_ms: 'ms',
  export_ms: 'ms',
  export_mb: 'MB',
  longest_task_ms: 'ms',
  worker_heap_mb: 'MB',
} as const

export async function benchSearch(
  sandbox: Sandbox,
  { counts, runs }: { counts: readonly number[]; runs: number },
): Promise<Result[]> {
  const [build, search] = await Promise.all(['measure-long-list.ts', 'measure-search.ts'].map(bundleWorker))
  const results: Result[] = []
  for (const n of counts) {
    const profile = mkdtempSync(join(tmpdir(), 'billfold-bench-'))
    try {
      const list: LongListInput = { account: ACCOUNT, n, now: Date.now(), task: 'build' }
      await visit(sandbox, profile, (page) => askWorker<number>(page, build!, list))
      const input: SearchInput = { account: ACCOUNT, n, now: list.now }
      const samples = []
      for (let run = 0; run < runs; run += 1)
        samples.push(
          await visit(sandbox, profile, async (page) => ({
            ...(await askWorker<SearchCost>(page, search!, input)),
            worker_heap_mb: (await readWorkerHeaps(await page.context().newCDPSession(page)))[0]!,
          })),
        )
      results.push(...toResults({ scenario: 'search', n }, units, samples))
    } finally {
      rmSync(profile, { recursive: true, force: true })
    }
  }
  return results
}
