/** The real engine and ledger on a disk in trouble: what was loaded of a history is there afterwards, and shown. */
import * as fake from 'fake-indexeddb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ActivityHead } from '../../../src/core/assets/activity.ts'
import { range, transaction } from '../activity/history.ts'
import { createTab, type Tab, type Watched } from '../create-tab.ts'
import { ACCOUNT, createFakeApi, type FakeApi, json } from '../fake-api.ts'
import { createFakeClock, type FakeClock, settle, through } from '../fake-clock.ts'
import { openOn } from '../store/disk.ts'
import { createFaultyIndexedDb, type FaultyIndexedDb } from '../store/faulty-indexeddb.ts'

// Dexie speaks of each fault that is put in on purpose.
beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterAll(() => void vi.restoreAllMocks())

const params = { account: ACCOUNT }
const ROWS = 10_000

interface World {
  inner: IDBFactory
  faulty: FaultyIndexedDb
  clock: FakeClock
}

const troubles: [string, (world: World) => void, isBefore: boolean][] = [
  ['takes 2.5 s to open', ({ faulty, clock }) => delay(faulty, clock, 'open', 2_500), true],
  ['is blocked by another tab for ten seconds', block, true],
  ['never answers the first request to open', ({ faulty }) => breakOnce(faulty, 'open', 'hangs'), true],
  ['is closed once by the browser', ({ faulty }) => breakOnce(faulty, 'transaction', 'closes'), false],
  ['is closed once during a write', ({ faulty }) => breakOnce(faulty, 'put', 'closes'), false],
  ['takes 5.5 s for one list', ({ faulty, clock }) => delay(faulty, clock, 'getAll', 5_500), false],
  ['takes 5.5 s for one record', ({ faulty, clock }) => delay(faulty, clock, 'get', 5_500), false],
  ['is full once', ({ faulty }) => breakOnce(faulty, 'put', 'is full'), false],
  ['never answers one write', ({ faulty }) => breakOnce(faulty, 'put', 'hangs'), false],
]

function delay(faulty: FaultyIndexedDb, clock: FakeClock, which: string, ms: number): void {
  let isDone = false
  faulty.delays = (_, name) => {
    if (isDone || name !== which) return undefined
    isDone = true
    return new Promise<void>((resolve) => clock.after(ms, resolve))
  }
}

function breakOnce(faulty: FaultyIndexedDb, which: string, fault: 'hangs' | 'closes' | 'is full'): void {
  let isDone = false
  faulty.breaks = (_, name) => {
    if (isDone || name !== which) return undefined
    isDone = true
    return fault
  }
}

/** A tab that wants to change the database and waits for nobody. */
function block({ inner, clock }: World): void {
  const request = inner.open('billfold-1', 999)
  request.onsuccess = () => clock.after(10_000, () => request.result.close())
}

function createHistory(clock: FakeClock): { api: FakeApi; addNewest(): void } {
  const api = createFakeApi(clock, () => 10)
  const pages = new Map<string, unknown>()
  for (let at = 0; at < ROWS; at += 500)
    pages.set(at === 0 ? '' : `p${at}`, { data: range(at, at + 500), next: `p${at + 500}` })
  api.answer('/history', (url) => {
    return json(pages.get(url.searchParams.get('cursor') ?? '') ?? { data: [], next: null })
  })
  let added = 0
  const addNewest = () => {
    added += 1
    const newest = Array.from({ length: added }, (_, at) => transaction(`n${added - at}`, at - added))
    pages.set('', { data: [...newest, ...range(0, 500)], next: 'p500' })
  }
  return { api, addNewest }
}

async function load(tab: Tab): Promise<void> {
  const watched = tab.watch('activity', params)
  await tab.clock.advance(1_000)
  for (let page = 0; page < 25 && total(watched) < ROWS; page += 1) {
    void tab.topics.more(params)
    await tab.clock.advance(300)
  }
  expect(total(watched)).toBe(ROWS)
  watched.stop()
  tab.topics.stop()
}

const total = (watched: Watched) => (watched.last?.data as ActivityHead | undefined)?.total ?? 0

/** What a worker shows that starts now, without a network. */
async function countStored(inner: IDBFactory, clock: FakeClock): Promise<number> {
  const api = createFakeApi(clock)
  api.answer('/history', () => Promise.reject(new TypeError('offline')))
  const tab = createTab({ clock, api, store: await openOn(inner, clock) })
  const watched = tab.watch('activity', params)
  await clock.advance(500)
  const { length } = await readAll(tab, total(watched))
  expect(length).toBe(total(watched))
  tab.topics.stop()
  return length
}

/** The bytes of each row, so that a hole in the list is noticed. */
async function readAll(tab: Tab, rows: number): Promise<unknown[]> {
  const found: unknown[] = []
  for (let index = 0; found.length < rows; index += 1) {
    const page = await through(tab.clock, tab.topics.page('activity', params, index))
    if (page.rows.length === 0) break
    found.push(...page.rows)
  }
  return found
}

describe('An activity of 10,000 rows', () => {
  test.each(troubles)(
    '[G1] [F31] is stored and shown completely even if the disk %s',
    async (_, trouble, isBefore) => {
      const inner = new fake.IDBFactory()
      const clock = createFakeClock()
      const { api, addNewest } = createHistory(clock)
      await load(createTab({ clock, api, store: await openOn(inner, clock) }))
      addNewest()
      const world = { inner, faulty: createFaultyIndexedDb(inner), clock }
      if (isBefore) trouble(world)
      const tab = createTab({ clock, api, store: await openOn(world.faulty.indexedDB, clock) })
      if (!isBefore) trouble(world)
      const watched = tab.watch('activity', params)
      await clock.advance(20_000)
      addNewest()
      await clock.advance(120_000)
      await settle(100)
      expect(total(watched)).toBe(ROWS + 2)
      expect(tab.store.kind).toBe('indexeddb')
      tab.topics.stop()
      await settle()
      expect(await countStored(inner, clock)).toBe(ROWS + 2)
    },
  )
})
