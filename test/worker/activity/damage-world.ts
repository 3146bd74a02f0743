/** A long stored history, and its records in damaged versions. */
import { expect } from 'vitest'
import type { ActivityHead } from '../../../src/core/assets/activity.ts'
import type { StoreRecord } from '../../../worker/base/context.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { ACCOUNT } from '../fake-api.ts'
import { START } from '../fake-clock.ts'
import { type Chain, createChain } from './chain.ts'
import { type Bench, createBench } from './history.ts'
import { expectWhole } from './read-stored.ts'

export const KEY = `activity/${ACCOUNT}`
/** More rows than one segment holds. */
export const ROWS = 8_500
export const PAGE = 1_700

export let chain: Chain
/** Records of a completely loaded list. */
export let whole: StoreRecord[]
/** Records of a list with other rows. */
export let foreign: StoreRecord[]

export type Kind = 'head' | 'segment' | 'chunk'
export const kindOf = ({ key, value }: StoreRecord): Kind =>
  key === KEY ? 'head' : typeof value === 'string' ? 'chunk' : 'segment'

/** Must be called before all tests of a file. */
export async function setUpHistory(): Promise<void> {
  chain = createChain(PAGE)
  chain.grow(ROWS - 3)
  for (const id of ['p1', 'p2', 'p3']) chain.put(id, START - 60_000, { status: 'pending' })
  whole = await store(chain)
  const other = createChain(PAGE)
  for (let at = 0; at < ROWS; at += 1) other.put(`other${at}`, chain.minedAt('t1') + at * 60_000)
  foreign = await store(other)
}

async function store(of: Chain): Promise<StoreRecord[]> {
  const bench = openOn(of)
  await walk(bench)
  expect(await bench.ids()).toEqual(of.ids())
  return bench.store.list(KEY)
}

export function openOn(of: Chain, store = createMemoryStore()): Bench {
  const bench = createBench({ store })
  bench.api.answer('/history', (url) => of.answer(url))
  return bench
}

/**
 * Loads until no request is left: automatic ones first, then those of scrolling.
 * @returns the head and the number of requests
 */
export async function walk(bench: Bench): Promise<{ head: ActivityHead; requests: number }> {
  const before = bench.api.requests.length
  const { signal } = new AbortController()
  await bench.source.load()
  let known = await bench.source.fetch({ signal, force: false })
  for (let turns = 0; known.unfinished || known.data.next !== null; turns += 1) {
    expect(turns).toBeLessThan(200)
    known = known.unfinished
      ? await bench.source.fetch({ signal, force: false })
      : await bench.source.more!({ signal })
  }
  return { head: known.data, requests: bench.api.requests.length - before }
}

export async function open(damage: (records: StoreRecord[]) => StoreRecord[]): Promise<Bench> {
  const store = createMemoryStore()
  const records = damage(structuredClone(whole))
  // Write the records one by one, without the list's own consistency checks.
  for (const record of records) await store.update(record.key, () => ({ put: [record] }))
  return openOn(chain, store)
}

/** Ids of the rows that a user sees when the modal opens without a network. */
export async function look(bench: Bench): Promise<string[]> {
  await bench.source.load()
  const rows = await bench.rows()
  expectWhole(rows, (await bench.source.load())?.data)
  return rows.map(({ id }) => id)
}

export const missing = (ids: readonly string[]) => {
  const there = new Set(ids)
  return chain.ids().filter((id) => !there.has(id))
}

/** Maximum number of rows that are lost with a record of each kind. */
export const BOUNDS: Record<Kind, number> = { head: ROWS, segment: 8_500, chunk: 270 }

export const pickAt = (kind: Kind, at: number) => {
  const some = whole.filter((record) => kindOf(record) === kind)
  return some[Math.floor(at * (some.length - 1))]!.key
}

export const replaceValue = (key: string, value: unknown) => (records: StoreRecord[]) =>
  records.map((record) => (record.key === key ? { ...record, value } : record))
