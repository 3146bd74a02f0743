/**
 * `npm run bench`: drives the built demo page in Chromium, prints a table and fails when a median is over its budget. A
 * full run writes `bench/results/latest.json`. Arguments: `quick` checks within two minutes that everything works,
 * `runs=1` measures each figure once, and `long-list`, `search`, `pairing` and `portfolio` run only that scenario.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../sandbox/people/launch-chromium.ts'
import { startSandbox } from '../sandbox/start.ts'
import { benchActivity } from './activity.ts'
import { judge } from './budgets.ts'
import { formatTable } from './format-table.ts'
import { benchIdle } from './idle.ts'
import { benchLongList } from './long-list.ts'
import { benchOpen } from './open.ts'
import { benchPairing } from './pairing.ts'
import { benchPortfolio } from './portfolio.ts'
import type { Result } from './result.ts'
import { benchSearch } from './search.ts'
import { benchWorkerCost } from './worker-cost.ts'
import { benchWorkerLoss } from './worker-loss.ts'

const quick = process.argv.includes('quick')
const runs = Number(/runs=(\d+)/.exec(process.argv.join(' '))?.[1] ?? 3)
const plan = quick
  ? { counts: [1_000], longest: [10_000], searched: [10_000], throttles: [1], runs: 1 }
  : {
      counts: [1_000, 10_000, 100_000],
      longest: [10_000, 1_000_000],
      searched: [100_000, 1_000_000],
      throttles: [1, 4],
      runs,
    }

const sandbox = await startSandbox()
const browser = await launchChromium()
try {
  const measurePairing = () => benchPairing(browser, sandbox, { runs: quick ? 1 : 5 })
  const measureLongList = () => benchLongList(sandbox, { counts: plan.longest, runs: plan.runs })
  const measureSearch = () => benchSearch(sandbox, { counts: plan.searched, runs: plan.runs })
  const measurePortfolio = () => benchPortfolio(sandbox, { runs: quick ? 1 : 9 })
  const measureAll = async (): Promise<Result[]> => [
    ...(await benchWorkerCost(sandbox, { counts: plan.counts, runs: plan.runs })),
    ...(await measureLongList()),
    ...(await measureSearch()),
    ...(await benchOpen(browser, sandbox, { runs: quick ? 1 : 5 })),
    ...(await measurePortfolio()),
    ...(await measurePairing()),
    ...(await benchIdle(browser, sandbox, { minutes: quick ? 2 : 10 })),
    ...(await benchWorkerLoss(browser, sandbox, { runs: quick ? 1 : 5 })),
    ...(await benchActivity(browser, sandbox, plan)),
  ]
  const parts: Record<string, () => Promise<Result[]>> = {
    'long-list': measureLongList,
    search: measureSearch,
    pairing: measurePairing,
    portfolio: measurePortfolio,
  }
  const measure = parts[process.argv.find((word) => Object.hasOwn(parts, word)) ?? ''] ?? measureAll
  const results = await measure()
  const report = { machine: describeMachine(), versions: readVersions(browser), results }
  console.log(formatTable(results))
  if (results.some((result) => judge(result)?.isOver)) process.exitCode = 1
  if (!quick && measure === measureAll) {
    const file = new URL('results/latest.json', import.meta.url)
    writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`)
  }
} finally {
  await browser.close()
  await sandbox.stop()
}

function describeMachine(): Record<string, string | number> {
  const [cpu] = cpus()
  return {
    cpu: cpu?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
  }
}

function readVersions(browser: Browser): Record<string, string> {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return { billfold: version, chromium: browser.version(), node: process.version }
}
