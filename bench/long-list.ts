/**
 * `long-list`: compares a stored history of a million transactions with one of ten thousand, in a worker that starts
 * with it. Measures the first screen, one new transaction, the longest task and the worker's memory.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchWithProfile } from '../sandbox/people/launch-chromium.ts'
import type { Sandbox } from '../sandbox/start.ts'
import { askWorker, bundleWorker } from './bundle-worker.ts'
import type { LongListCost, LongListInput } from './measure-long-list.ts'
import { type Result, toResult, toResults } from './result.ts'
import { readWorkerHeaps } from './worker-heap.ts'

const ACCOUNT = 'eip155:31337:0x9e1e57d57c43b5c1f5c5576666d04d2a9232d840'

const units = {
  first_screen_ms: 'ms',
  first_screen_records: 'count',
  first_screen_kb: 'kB',
  new_transaction_ms: 'ms',
  new_transaction_records: 'count',
  new_transaction_kb: 'kB',
  longest_task_ms: 'ms',
  worker_heap_mb: 'MB',
} as const

export async function benchLongList(
  sandbox: Sandbox,
  { counts, runs }: { counts: readonly number[]; runs: number },
): Promise<Result[]> {
  const code = await bundleWorker('measure-long-list.ts')
  const results: Result[] = []
  for (const n of counts) {
    const profile = mkdtempSync(join(tmpdir(), 'billfold-bench-'))
    try {
      const input = { account: ACCOUNT, n, now: Date.now() } as const
      await visit(sandbox, profile, (page) => ask<number>(page, code, { ...input, task: 'build' }))
      const samples = []
      for (let run = 0; run < runs; run += 1)
        samples.push(
          await visit(sandbox, profile, async (page) => ({
            ...(await ask<LongListCost>(page, code, { ...input, task: 'look' })),
            worker_heap_mb: (await readWorkerHeaps(await page.context().newCDPSession(page)))[0]!,
          })),
        )
      results.push(...toResults({ scenario: 'long-list', n }, units, samples))
    } finally {
      rmSync(profile, { recursive: true, force: true })
    }
  }
  return [...results, ...toRatios(results)]
}

/** Ratios of the longest history's store reads to the shortest history's. */
function toRatios(results: readonly Result[]): Result[] {
  return results.flatMap((result) => {
    const shortest = results.find(({ metric }) => metric === result.metric)
    if (!shortest || shortest.n === result.n || !/_(?:records|kb)$/.test(result.metric)) return []
    const ratio = result.median / shortest.median
    return [
      toResult({ scenario: 'long-list', n: result.n!, metric: `${result.metric}_ratio`, unit: 'ratio' }, [
        ratio,
      ]),
    ]
  })
}

function ask<Answer>(page: Page, code: string, input: LongListInput): Promise<Answer> {
  return askWorker<Answer>(page, code, input)
}

/** Calls `run` in a new browser, so that only the profile on disk remains from the visit before. */
export async function visit<T>(
  sandbox: Sandbox,
  profile: string,
  run: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await launchWithProfile(profile)
  try {
    const page = await context.newPage()
    // An empty document on an origin with storage.
    await page.goto(`${sandbox.urls.page}/config.json`)
    return await run(page)
  } finally {
    await context.close()
  }
}
