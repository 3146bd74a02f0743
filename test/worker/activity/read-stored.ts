/** Reads what a newly started worker finds in the store, without any requests. */
import { expect } from 'vitest'
import type { ActivityHead, ActivityRow } from '../../../src/core/assets/activity.ts'
import type { Store } from '../../../worker/base/context.ts'
import { createFakeClock, type FakeClock } from '../fake-clock.ts'
import { createBench } from './history.ts'

interface Stored {
  head: ActivityHead | undefined
  rows: ActivityRow[]
  ids: string[]
}

/**
 * Reads the stored list, and checks that its head matches its rows: each id once, newest first, and as many rows as the
 * head counts.
 */
export async function readStored(store: Store, clock: FakeClock = createFakeClock()): Promise<Stored> {
  const bench = createBench({ store, clock })
  const head = (await bench.source.load())?.data
  const rows = head ? await bench.rows() : []
  const ids = rows.map(({ id }) => id)
  expect(bench.api.requests).toEqual([])
  expectWhole(rows, head)
  return { head, rows, ids }
}

export function expectWhole(rows: readonly ActivityRow[], head: ActivityHead | undefined): void {
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect(head?.total ?? 0).toBe(rows.length)
  expect((head?.groups ?? []).reduce((sum, { count }) => sum + count, 0)).toBe(rows.length)
  const times = rows
    .filter(({ status, future }) => status !== 'pending' && !future)
    .map(({ minedAt = -Infinity }) => minedAt)
  expect(times).toEqual([...times].sort((a, b) => b - a))
}
