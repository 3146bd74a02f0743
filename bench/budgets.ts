/** Budgets of the benchmarks. A median over its budget fails the run. */
import type { Result } from './result.ts'

type Budget = Pick<Result, 'scenario' | 'n' | 'throttle' | 'metric'> & { limit: number }

/** The hardest case: 100,000 transactions on a main thread that is four times slower. */
const hardest = { scenario: 'activity', n: 100_000, throttle: 4 }

const budgets: readonly Budget[] = [
  { ...hardest, metric: 'longest_task_ms', limit: 50 },
  { ...hardest, metric: 'dom_nodes', limit: 400 },
  { scenario: 'worker-compute', n: 100_000, metric: 'ratio_to_json_parse', limit: 1.5 },
  { scenario: 'worker-persist', n: 100_000, metric: 'ratio_to_json_parse', limit: 4 },
  { scenario: 'long-list', n: 1_000_000, metric: 'longest_task_ms', limit: 50 },
  ...['first_screen_records', 'first_screen_kb', 'new_transaction_records', 'new_transaction_kb'].map(
    (metric): Budget => ({ scenario: 'long-list', n: 1_000_000, metric: `${metric}_ratio`, limit: 1.5 }),
  ),
  { scenario: 'search', n: 100_000, metric: 'first_match_ms', limit: 100 },
  ...['hash_ms', 'amount_ms', 'filter_ms'].map((metric): Budget => ({
    scenario: 'search',
    n: 100_000,
    metric,
    limit: 1_000,
  })),
  { scenario: 'search', n: 1_000_000, metric: 'first_match_ms', limit: 100 },
  { scenario: 'search', n: 1_000_000, metric: 'longest_task_ms', limit: 50 },
  // One frame to draw the dialog, and one until the paint is detected.
  { scenario: 'open-hanging-network', metric: 'painted_ms', limit: 34 },
  { scenario: 'open-after-hover', throttle: 1, metric: 'content_ms', limit: 30 },
  { scenario: 'open-after-hover', throttle: 4, metric: 'content_ms', limit: 100 },
  { scenario: 'offline-open', metric: 'painted_ms', limit: 100 },
  { scenario: 'portfolio', metric: 'painted_ms', limit: 100 },
  { scenario: 'pairing', metric: 'code_ms', limit: 500 },
  { scenario: 'pairing', metric: 'longest_task_ms', limit: 50 },
  { scenario: 'directory', metric: 'found_ms', limit: 100 },
  { scenario: 'idle-requests', metric: 'closed', limit: 0 },
  { scenario: 'worker-loss', metric: 'killed_found_ms', limit: 3_000 },
  { scenario: 'worker-loss', metric: 'killed_recovered_ms', limit: 500 },
  { scenario: 'worker-loss', metric: 'hung_found_ms', limit: 3_000 },
  { scenario: 'worker-loss', metric: 'hung_recovered_ms', limit: 500 },
]

/** @returns undefined for a metric without a budget */
export function judge(result: Result): { isOver: boolean; text: string } | undefined {
  const budget = budgets.find((one) => one.metric === result.metric && isSameRound(one, result))
  if (!budget) return undefined
  const { limit } = budget
  // `!(… <= …)`: a NaN fails its budget.
  const isOver = !(result.median <= limit)
  return { isOver, text: `${isOver ? 'OVER' : 'within'} ${limit.toLocaleString('en')}` }
}

type Round = Pick<Result, 'scenario' | 'n' | 'throttle'>

function isSameRound(one: Round, other: Round): boolean {
  return one.scenario === other.scenario && one.n === other.n && one.throttle === other.throttle
}
