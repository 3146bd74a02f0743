/** Whatever the disk does: a history of 10,000 rows is all there afterwards. */
import * as fake from 'fake-indexeddb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Store, StoreRecord } from '../../../worker/base/context.ts'
import { createFakeClock, type FakeClock, settle, through } from '../fake-clock.ts'
import { openOn, orUnavailable } from './disk.ts'
import { createFaultyIndexedDb, type Fault, type FaultyIndexedDb } from './faulty-indexeddb.ts'
import { part, put, record } from './store-conformance.ts'

// Dexie speaks of each fault that is put in on purpose.
beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterAll(() => void vi.restoreAllMocks())

const KEY = 'activity/eip155:1:0xa'
const CHUNKS = 40
const ROWS = 250

/** A history as the domains keep it: a head that names its chunks, each of which is written once. */
interface Head {
  version: number
  chunks: string[]
}

const toHead = (head: Head) => record(KEY, 'eip155:0xa', JSON.stringify(head))
const toChunk = (name: string, rows: readonly string[]) =>
  part(`${KEY}/${name}`, 'eip155:0xa', JSON.stringify(rows))
const parse = (stored: StoreRecord | undefined) => stored && (JSON.parse(stored.value as string) as Head)

const whole = Array.from({ length: CHUNKS * ROWS }, (_, at) => `row ${at}`)

async function seed(): Promise<IDBFactory> {
  const indexedDB = new fake.IDBFactory()
  const chunks = Array.from({ length: CHUNKS }, (_, at) => `old-${at}`)
  const parts = chunks.map((name, at) => toChunk(name, whole.slice(at * ROWS, (at + 1) * ROWS)))
  const store = await openOn(indexedDB)
  await put(store, toHead({ version: 1, chunks }), ...parts)
  await put(store, record('portfolio/b', 'eip155:0xb'))
  return indexedDB
}

/** All rows. Whoever holds a head reads its chunks, or finds one gone and takes the new head. */
async function readRows(store: Store): Promise<string[]> {
  for (let tries = 0; tries < 3; tries += 1) {
    const head = parse(await store.get(KEY))
    const rows: string[] = []
    const records = new Map((await store.list(`${KEY}/`)).map((one) => [one.key, one]))
    const chunks = head?.chunks.map((name) => records.get(`${KEY}/${name}`))
    if (chunks?.some((chunk) => chunk === undefined)) continue
    for (const chunk of chunks ?? []) rows.push(...(JSON.parse(chunk!.value as string) as string[]))
    return rows
  }
  throw new Error('A head names a chunk that is not there.')
}

/** A new row at the top; a list of one's own where none is known, as after a first answer of the network. */
async function addRow(store: Store, clock: FakeClock, row: string): Promise<boolean> {
  const known = await orUnavailable(clock, store.get(KEY))
  const head = known === 'unavailable' ? undefined : parse(known)
  return through(
    clock,
    store.update(KEY, (stored) => {
      const now = parse(stored)
      if (now?.version !== head?.version) return undefined
      const name = `new-${row}`
      const next = { version: (now?.version ?? 100) + 1, chunks: [name, ...(now?.chunks ?? [])] }
      return { put: [toHead(next), toChunk(name, [row])], ...(now ? {} : { remove: [KEY] }) }
    }),
  )
}

/**
 * What a worker does in a while, with another account that is forgotten in the middle of it. Nothing is written for
 * that one: on a full disk, what was used longest ago would go for it, and rightly so.
 */
async function useStore(store: Store, clock: FakeClock): Promise<void> {
  await addRow(store, clock, 'a')
  await orUnavailable(clock, readRows(store))
  await through(clock, put(store, record('portfolio/a')))
  await Promise.all([addRow(store, clock, 'b'), orUnavailable(clock, store.get('portfolio/a'))])
  await through(clock, store.forget('eip155:0xb')).catch(() => {})
  await addRow(store, clock, 'c')
  await orUnavailable(clock, readRows(store))
}

/** With the trouble over: the store itself shows the whole list, the disk holds it, and nothing is left to be done. */
async function expectWhole(store: Store, clock: FakeClock, indexedDB: IDBFactory): Promise<void> {
  await settle()
  await clock.advance(31_000)
  // Whoever comes by makes the store look whether the disk is there again.
  await orUnavailable(clock, store.get('anything'))
  await through(clock, put(store, record('anything', '')))
  await settle(30)
  expect(store.kind).toBe('indexeddb')
  expect(clock.pending).toBe(0)
  for (const one of [store, await openOn(indexedDB)]) {
    const rows = await through(clock, readRows(one))
    const added = rows.filter((row) => !row.startsWith('row '))
    expect([...added].sort().reverse()).toEqual(added)
    expect(rows.length).toBe(added.length + whole.length)
    expect(rows.slice(added.length).every((row, at) => row === whole[at])).toBe(true)
  }
}

describe('A list of 10,000 stored rows', () => {
  test.each<[Fault, 'once' | 'from then on']>(
    (['throws', 'fails', 'closes', 'is full', 'hangs'] as const).flatMap((fault) => [
      [fault, 'once'] as const,
      [fault, 'from then on'] as const,
    ]),
  )('[G1] [F31] survives when IndexedDB %s at any call (%s)', async (fault, how) => {
    const counting = createFaultyIndexedDb(await seed())
    const clock = createFakeClock()
    await useStore(await openOn(counting.indexedDB, clock), clock)
    expect(counting.calls).toBeGreaterThan(20)
    for (let at = 0; at < counting.calls; at += 1) {
      const inner = await seed()
      const faulty: FaultyIndexedDb = createFaultyIndexedDb(inner)
      faulty.breaks = (call) => ((how === 'once' ? call === at : call >= at) ? fault : undefined)
      const clock = createFakeClock()
      const store = await openOn(faulty.indexedDB, clock)
      try {
        await useStore(store, clock)
        faulty.breaks = () => undefined
        await expectWhole(store, clock, inner)
      } catch (error) {
        throw new Error(`with the fault at call ${at}`, { cause: error })
      }
    }
  })
})
