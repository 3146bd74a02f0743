/** Reads the running time of a page's threads, by their own clocks, between two marks in Chromium's trace. */
import type { TraceEvent } from '../thread-time.ts'

export const traceCategories = [
  '-*',
  'disabled-by-default-devtools.timeline',
  'blink.user_timing',
  '__metadata',
]

/** Milliseconds of CPU time by the threads' own clocks. */
export interface PhaseTimes {
  /** CPU time of the main thread. */
  busy: number
  /** Longest task of the main thread. */
  longest: number
  /** CPU time of all workers. */
  workers: number
}

/** @param phase the marks are `${phase}:begin` and `${phase}:end` @throws when the trace lacks a mark */
export function readPhase(events: readonly TraceEvent[], phase: string): PhaseTimes {
  const begin = events.find(({ name }) => name === `${phase}:begin`)
  const end = events.find(({ name }) => name === `${phase}:end`)
  if (!begin || !end) throw new Error(`The trace lacks the marks of "${phase}".`)
  const workers = new Set(
    events
      .filter(({ name, pid, args }) => name === 'thread_name' && pid === begin.pid && isWorker(args?.name))
      .map(({ tid }) => tid),
  )
  const tasks = events.filter(
    ({ name, pid, ts, dur = 0 }) =>
      name === 'RunTask' && pid === begin.pid && ts + dur > begin.ts && ts < end.ts,
  )
  const own = tasks.filter(({ tid }) => tid === begin.tid).map(toMs)
  return {
    busy: sum(own),
    longest: Math.max(0, ...own),
    workers: sum(tasks.filter(({ tid }) => workers.has(tid)).map(toMs)),
  }
}

function isWorker(name = ''): boolean {
  return name.startsWith('DedicatedWorker')
}

function toMs({ tdur = 0 }: TraceEvent): number {
  return tdur / 1_000
}

function sum(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
