/** One metric of a benchmark with the values of several runs. */
export interface Result {
  scenario: string
  /** Number of transactions in the history; absent where it doesn't matter. */
  n?: number
  /** CPU throttling of the main thread; 1: none. It doesn't slow workers. */
  throttle?: number
  metric: string
  unit: 'ms' | 'count' | 'kB' | 'MB' | 'ratio' | '%' | 'px'
  median: number
  min: number
  max: number
  /** Each run's value, in order. */
  runs: readonly number[]
}

/** Creates a result from one metric's values. */
export function toResult(
  head: Pick<Result, 'scenario' | 'n' | 'throttle' | 'metric' | 'unit'>,
  runs: readonly number[],
): Result {
  const round = (value: number) => Number(value.toFixed(value < 10 ? 2 : 1))
  return {
    ...head,
    median: round(getMedian(runs)),
    min: round(Math.min(...runs)),
    max: round(Math.max(...runs)),
    runs: runs.map(round),
  }
}

export function getMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Creates results from the samples (metric → value) of several runs. */
export function toResults(
  head: Pick<Result, 'scenario' | 'n' | 'throttle'>,
  units: Readonly<Record<string, Result['unit']>>,
  samples: readonly Readonly<Record<string, number>>[],
): Result[] {
  return Object.entries(units).map(([metric, unit]) =>
    toResult(
      { ...head, metric, unit },
      samples.map((sample) => sample[metric] ?? Number.NaN),
    ),
  )
}
