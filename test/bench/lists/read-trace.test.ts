import { expect, it } from 'vitest'
import { readPhase } from '../../../bench/lists/read-trace.ts'
import type { TraceEvent } from '../../../bench/thread-time.ts'

const PAGE = 1
const WORKER = 2
const OTHER = 3

const events: TraceEvent[] = [
  { name: 'thread_name', pid: 7, tid: WORKER, ts: 0, args: { name: 'DedicatedWorker thread' } },
  { name: 'thread_name', pid: 7, tid: OTHER, ts: 0, args: { name: 'Compositor' } },
  task(PAGE, 0, 900_000),
  { name: 'load:begin', pid: 7, tid: PAGE, ts: 1_000_000 },
  task(PAGE, 1_010_000, 20_000),
  task(PAGE, 1_050_000, 5_000),
  task(WORKER, 1_060_000, 70_000),
  task(OTHER, 1_070_000, 90_000),
  { ...task(PAGE, 1_080_000, 50_000), pid: 8 },
  { name: 'load:end', pid: 7, tid: PAGE, ts: 2_000_000 },
  task(PAGE, 2_100_000, 40_000),
]

it('A trace phase adds up the tasks of the page and of its workers between two marks', () => {
  expect(readPhase(events, 'load')).toEqual({ busy: 25, longest: 20, workers: 70 })
})

it('A trace phase without marks throws an error', () => {
  expect(() => readPhase(events, 'jump')).toThrow('jump')
})

function task(tid: number, ts: number, tdur: number): TraceEvent {
  return { name: 'RunTask', pid: 7, tid, ts, dur: tdur, tdur }
}
