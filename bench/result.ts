/** What a bench gives: figures of several runs under one name, with what is needed to read them. */
export interface Result {
  scenario: string
  /** Transactions in the history; absent where none matter. */
  n?: number
  /** CPU throttling of the page's main thread; 1 is none. Workers are never slowed by it. */
  throttle?: number
  metric: string
  unit: 'ms' | 'count' | 'kB' | 'MB' | 'ratio' | '%' | 'px'
  median: number
  min: number
  max: number
  /** Each run's value, in order. */
  runs: readonly number[]
}

/** Values of one metric in several runs, as a result. */
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

/** Turns the samples of several runs (metric → value) into results. */
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
