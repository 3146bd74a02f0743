/** What the product may cost at most. A median over its budget fails the bench. */
import type { Result } from './result.ts'

type Budget = Pick<Result, 'scenario' | 'n' | 'throttle' | 'metric'> & { limit: number }

/** 100,000 transactions on a thread that is four times slower. */
const hardest = { scenario: 'activity', n: 100_000, throttle: 4 }
/** Of 120: what somebody would see as the page's own stutter. */
const LOST_FRAMES = 6

const budgets: readonly Budget[] = [
  { ...hardest, metric: 'longest_task_ms', limit: 50 },
  { ...hardest, metric: 'dom_nodes', limit: 400 },
  { ...hardest, metric: 'scroll_frames_dropped_40', limit: LOST_FRAMES },
  { ...hardest, metric: 'scroll_frames_dropped_400', limit: LOST_FRAMES },
  { ...hardest, metric: 'scroll_frames_dropped_4000', limit: LOST_FRAMES },
  { ...hardest, metric: 'wheel_frames_dropped_40', limit: LOST_FRAMES },
  { ...hardest, metric: 'wheel_frames_dropped_400', limit: LOST_FRAMES },
  { scenario: 'worker-compute', n: 100_000, metric: 'ratio_to_json_parse', limit: 1.5 },
  { scenario: 'worker-persist', n: 100_000, metric: 'ratio_to_json_parse', limit: 4 },
  // One frame to draw it, and one to know that it was drawn.
  { scenario: 'open-hanging-network', metric: 'painted_ms', limit: 34 },
  { scenario: 'idle-requests', metric: 'closed', limit: 0 },
  { scenario: 'worker-loss', metric: 'killed_found_ms', limit: 3_000 },
  { scenario: 'worker-loss', metric: 'killed_recovered_ms', limit: 500 },
  { scenario: 'worker-loss', metric: 'hung_found_ms', limit: 3_000 },
  { scenario: 'worker-loss', metric: 'hung_recovered_ms', limit: 500 },
]

/** @returns undefined where nothing is asked. */
export function judge(result: Result): { isOver: boolean; text: string } | undefined {
  const same = ['scenario', 'n', 'throttle', 'metric'] as const
  const budget = budgets.find((one) => same.every((key) => one[key] === result[key]))
  if (!budget) return undefined
  // A figure that is none holds no budget.
  const isOver = !(result.median <= budget.limit)
  return { isOver, text: `${isOver ? 'OVER' : 'within'} ${budget.limit.toLocaleString('en')}` }
}
