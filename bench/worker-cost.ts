/** `worker-compute` and `worker-persist`: what a history costs in the worker, as a ratio to JSON.parse. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateHistory } from '../sandbox/history/generate.ts'
import { launchWithProfile } from '../sandbox/people/launch-chromium.ts'
import type { Sandbox } from '../sandbox/start.ts'
import { askWorker, bundleWorker } from './bundle-worker.ts'
import type { WorkerCost, WorkerCostInput } from './measure-worker.ts'
import { type Result, toResult } from './result.ts'

const ACCOUNT = 'eip155:31337:0x9e1e57d57c43b5c1f5c5576666d04d2a9232d840'

export async function benchWorkerCost(
  sandbox: Sandbox,
  { counts, runs }: { counts: readonly number[]; runs: number },
): Promise<Result[]> {
  const code = await bundleWorker('measure-worker.ts')
  const results: Result[] = []
  for (const n of counts) {
    const history = generateHistory({ account: ACCOUNT.split(':')[2]!, count: n, seed: 7, now: Date.now() })
    const pages = Array.from({ length: history.pages }, (_, index) => history.page(index))
    const costs: WorkerCost[] = []
    for (let run = 0; run < runs; run++) costs.push(await measure(sandbox, code, { pages, account: ACCOUNT }))
    const add = (scenario: string, metric: string, unit: Result['unit'], field: keyof WorkerCost) =>
      results.push(
        toResult(
          { scenario, n, metric, unit },
          costs.map((cost) => cost[field]),
        ),
      )
    add('worker-compute', 'ratio_to_json_parse', 'ratio', 'compute_ratio')
    add('worker-compute', 'first_ratio_to_json_parse', 'ratio', 'first_compute_ratio')
    add('worker-compute', 'json_parse_ms', 'ms', 'parse_ms')
    add('worker-persist', 'ratio_to_json_parse', 'ratio', 'persist_ratio')
  }
  return results
}

/** Runs the worker in a new profile, which has an empty database on disk. */
async function measure(sandbox: Sandbox, code: string, input: WorkerCostInput): Promise<WorkerCost> {
  const profile = mkdtempSync(join(tmpdir(), 'billfold-bench-'))
  const context = await launchWithProfile(profile)
  try {
    const page = await context.newPage()
    // An empty document on an origin with storage.
    await page.goto(`${sandbox.urls.page}/config.json`)
    return await askWorker<WorkerCost>(page, code, input)
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}
