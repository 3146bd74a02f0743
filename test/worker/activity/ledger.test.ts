/** The list in the store, with other tabs and a bad disk in the middle of everything. */
import * as fake from 'fake-indexeddb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { OPEN_END, TOP } from '../../../worker/activity/gaps.ts'
import { createLedger, type HeadFields } from '../../../worker/activity/ledger.ts'
import type { ActivityItem } from '../../../worker/activity/item.ts'
import type { Entry } from '../../../worker/activity/order.ts'
import { replaceRow, toEdit } from '../../../worker/activity/rewrite.ts'
import { countRows, type Part } from '../../../worker/activity/tree.ts'
import type { Store } from '../../../worker/base/context.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { propertyRuns } from '../../property-runs.ts'
import { useRandom } from '../../seed.ts'
import { createFakeClock, through } from '../fake-clock.ts'
import { openOn } from '../store/disk.ts'
import { getNamed } from './get-named.ts'

// Dexie speaks of each fault that is put in on purpose.
beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterAll(() => void vi.restoreAllMocks())

type Ledger = ReturnType<typeof createLedger>

const OWNER = 'eip155:0xa'
const KEY = 'activity/eip155:1:0xa'
const NEWEST = 1e12
const HIDDEN = { spam: 0, otherChain: 0, invalid: 0 }
const at = (cursor: string | null): HeadFields => ({
  gaps: [{ upper: TOP, lower: OPEN_END, cursor }],
  fetchedAt: 1,
  hidden: HIDDEN,
  newest: 0,
})

/** Newest first: one millisecond lies between two neighbours. */
function entry(id: number, status: Entry['item']['status'] = 'confirmed', order = NEWEST - id): Entry {
  const item = { id: String(id), kind: 'received', status, minedAt: order, amounts: [], nft: false } as const
  return { order, item: { ...item, amounts: [] } }
}

const entries = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => entry(from + index))
const ids = (from: number, to: number) => entries(from, to).map(({ item }) => item.id)
const readIds = async (ledger: Ledger) => (await ledger.read(0, 1e6)).items.map(({ id }) => id)

/** A month has a thousand rows. */
const getGroup = (order: number) => Math.ceil(order / 1_000)
function countMonths(orders: readonly number[]): [code: number, count: number][] {
  const counts = new Map<number, number>()
  for (const order of orders) counts.set(getGroup(order), (counts.get(getGroup(order)) ?? 0) + 1)
  return [...counts].sort(([a], [b]) => b - a)
}

let time = 1_000
function open(store: Store, now = () => (time += 1)): Ledger {
  return createLedger({ store, key: KEY, owner: OWNER, now, zone: () => 'UTC', getGroup })
}

function change(ledger: Ledger, put: Entry[], drop: string[] = [], place: 'before' | 'after' = 'before') {
  const gone = new Set(drop)
  return ledger.change(async (head, tree) => {
    const parts = head?.parts ?? []
    const edit = toEdit(put, await tree.find(parts, put), place)
    for (const row of drop.length > 0 ? await tree.between(parts, TOP, OPEN_END) : [])
      if (gone.has(row.entry.item.id)) replaceRow(edit, row, undefined)
    return { edit, fields: at('deep') }
  }, true)
}

describe('The ledger with random changes', () => {
  test('[A87] [F32] [G2] equals a plain list with the same changes, in two tabs and after a reload, and leaves no extra records', async () => {
    const random = useRandom()
    const below = (limit: number) => Math.floor(random.next() * limit)
    let follows = 0
    // Each counts as 25 cases.
    const rounds = Math.ceil(propertyRuns(75) / 25)
    for (let round = 0; round < rounds; round += 1) {
      const store = createMemoryStore()
      const model = new Map(entries(0, 12_000).map((one) => [one.item.id, one]))
      const tabs = [open(store), open(store)]
      await change(tabs[0]!, [...model.values()])
      let fresh = 20_000
      /** Of somebody who reads again only what a head names as changed. */
      let held: readonly ActivityItem[] = []
      let heldVersion = 0
      for (let step = 0; step < 20; step += 1) {
        if (below(5) < 1) tabs[0] = open(store)
        const ledger = tabs[below(10) < 3 ? 1 : 0]!
        // Now and then a tab works from what it knew long ago.
        if (below(3) > 0) await ledger.load()
        const known = [...model.values()]
        const pick = () => known[below(known.length)]!
        const put = new Map<string, Entry>()
        const add = (one: Entry) => put.set(one.item.id, one)
        for (let left = below(6); left > 1; left -= 1)
          add(entry(Number(pick().item.id), 'failed', pick().order))
        for (let left = below(300); left > 1; left -= 1) {
          const order = below(10) < 7 ? NEWEST + fresh : NEWEST - below(12_000)
          add(entry(fresh++, 'confirmed', order))
        }
        const drop = new Set<string>()
        for (let left = below(300); left > 1; left -= 1) drop.add(pick().item.id)
        for (const id of put.keys()) drop.delete(id)
        await change(ledger, [...put.values()], [...drop], below(2) < 1 ? 'before' : 'after')
        for (const id of drop) model.delete(id)
        for (const [id, one] of put) model.set(id, one)
        const { version, since, dirty } = ledger.head!
        const items = (await ledger.read(0, 1e6)).items
        expect(dirty.length).toBeLessThanOrEqual(1)
        const isDirty = (row: number) => dirty.some(([from, to]) => row >= from && row < to)
        if (since === heldVersion || version === heldVersion) {
          follows += 1
          expect(items.map((item, row) => (isDirty(row) ? item : held[row]))).toEqual(items)
        }
        held = items
        heldVersion = version
        const read = items.map(({ id }) => id)
        expect([...read].sort()).toEqual([...model.keys()].sort())
        const orders = read.map((id) => model.get(id)!.order)
        expect(orders).toEqual([...orders].sort((a, b) => b - a))
        expect(countRows(ledger.head!.parts)).toBe(model.size)
        expect(ledger.head!.groups).toEqual(countMonths(orders))
        expect((await store.list(`${KEY}/`)).map(({ key }) => key)).toEqual(await getNamed(store, KEY))
      }
    }
    expect(follows).toBeGreaterThan(0)
  })

  test('[G2] loses no row when several tabs change it at the same time', async () => {
    const random = useRandom()
    const memory = createMemoryStore()
    // Every request takes a while, so that the changes run into one another.
    const wait = async () => {
      for (let left = Math.floor(random.next() * 6); left > 0; left -= 1) await Promise.resolve()
    }
    const store: Store = {
      ...memory,
      get: async (key) => (await wait(), memory.get(key)),
      update: async (key, decide) => (await wait(), memory.update(key, decide)),
    }
    await change(open(store), entries(0, 3_000))
    const tabs = [open(store), open(store), open(store)]
    await Promise.all(
      tabs.map(async (ledger, tab) => {
        for (let step = 0; step < 12; step += 1) {
          const id = 10_000 + tab * 1_000 + step
          await change(ledger, [entry(id, 'confirmed', NEWEST - Math.floor(random.next() * 3_000))])
        }
      }),
    )
    const ledger = open(store)
    await ledger.load()
    const read = await readIds(ledger)
    expect(read).toHaveLength(3_036)
    expect(new Set(read).size).toBe(3_036)
    expect((await store.list(`${KEY}/`)).map(({ key }) => key)).toEqual(await getNamed(store, KEY))
  })
})

describe('The head record of a ledger', () => {
  test('[G70] names the changed rows, so that a reader of only these rows has the whole list', async () => {
    const random = useRandom()
    const below = (limit: number) => Math.floor(random.next() * limit)
    const ledger = open(createMemoryStore())
    await change(ledger, entries(0, 1_000))
    let held = (await ledger.read(0, 1e6)).items
    let fresh = 2_000
    for (let step = 0; step < propertyRuns(300); step += 1) {
      const pick = () => held[below(held.length)]!
      const drop = Array.from({ length: below(3) }, () => pick().id)
      const put = Array.from({ length: below(3) }, () =>
        below(2) < 1
          ? entry((fresh += 1), 'confirmed', NEWEST - below(1_000))
          : { order: pick().minedAt!, item: { ...pick(), status: 'failed' as const } },
      )
      const known = new Map(held.map((item) => [item.id, item]))
      const own = put.map(({ order, item }) => ({ order: known.get(item.id)?.minedAt ?? order, item }))
      await change(
        ledger,
        own.filter(({ item }) => !drop.includes(item.id)),
        drop,
        below(2) < 1 ? 'before' : 'after',
      )
      const { dirty, parts } = ledger.head!
      const { items } = await ledger.read(0, 1e6)
      for (const [from, to] of dirty) {
        expect(from).toBeLessThan(to)
        expect(to).toBeLessThanOrEqual(countRows(parts))
      }
      const isDirty = (row: number) => dirty.some(([from, to]) => row >= from && row < to)
      expect(items.map((item, row) => (isDirty(row) ? item : held[row]))).toEqual(items)
      held = items
    }
  })

  test('[G70] names no rows after the last rows were removed, and only the new rows after rows were appended', async () => {
    const ledger = open(createMemoryStore())
    await change(ledger, entries(0, 600))
    await change(ledger, [], ids(590, 600))
    expect(ledger.head!.dirty).toEqual([])
    await change(ledger, entries(590, 700), [], 'after')
    expect(ledger.head!.dirty).toEqual([[590, 700]])
    await change(ledger, [entry(7, 'failed'), entry(400, 'failed')])
    expect(ledger.head!.dirty).toEqual([[7, 401]])
    // The last row of a chunk.
    await change(ledger, [], ids(199, 200))
    expect(ledger.head!.dirty).toEqual([[199, 699]])
  })
})

describe('The version of a ledger', () => {
  test('changes when the only row is removed, and stays the same while the ledger is empty', async () => {
    const ledger = open(createMemoryStore())
    await change(ledger, [entry(1, 'pending')])
    const { version } = ledger.head!
    await change(ledger, [], ['1'])
    const empty = ledger.head!
    expect(empty).toMatchObject({ parts: [], since: version })
    expect(empty.version).toBeGreaterThan(version)
    await change(ledger, [])
    expect(ledger.head).toMatchObject({ parts: [], version: empty.version })
  })
})

describe('The ledger’s counts by month', () => {
  test('[A86] are all recalculated when the time zone changes during a write', async () => {
    let zone = 1
    const memory = createMemoryStore()
    let onGet = () => {}
    const ledger = createLedger({
      store: { ...memory, get: (key) => (onGet(), memory.get(key)) },
      key: KEY,
      owner: OWNER,
      now: () => (time += 1),
      zone: () => `zone ${zone}`,
      getGroup: () => zone,
    })
    await change(ledger, entries(0, 15_000))
    await ledger.load()
    onGet = () => void (zone = 2)
    await change(ledger, [entry(-1), entry(3_000, 'failed')])
    expect(ledger.head!.groups).toEqual([[2, 15_001]])
    expect(await readIds(ledger)).toEqual(ids(-1, 15_000))
  })
})

describe('A missing ledger chunk that spans two months', () => {
  test('[A86] is subtracted from the counts of both months in every tab', async () => {
    const store = createMemoryStore()
    const ledger = open(store)
    await change(ledger, entries(100, 12_100))
    const stored = async (name: string) => (await store.get(`${KEY}/${name}`))!.value as Part[]
    const isBetween = ({ first, last }: Part) => getGroup(first) !== getGroup(last)
    const lost = (await stored(ledger.head!.parts[0]!.name)).find(isBetween)!
    await store.update(KEY, (head) => ({ put: [head!], remove: [`${KEY}/${lost.name}`] }))
    for (const one of [open(store), open(store)]) {
      await one.load()
      const left = (await one.read(0, 1e6)).items.map(({ minedAt }) => minedAt!)
      expect(left).toHaveLength(12_000 - lost.count)
      expect(one.head!.groups).toEqual(countMonths(left))
    }
  })
})

describe('A ledger that a second tab deleted', () => {
  test('[F33] does not contain the deleted rows again after the first tab writes a change', async () => {
    const memory = createMemoryStore()
    const ledger = open(memory)
    await change(ledger, entries(0, 5_000))
    await memory.forget(OWNER)
    await change(ledger, [entry(-1)])
    expect(await readIds(ledger)).toEqual(['-1'])
  })
})

describe('The storage limit of a ledger', () => {
  test('[F31] is compared with the size of all records of the ledger', async () => {
    const store = createMemoryStore()
    await change(open(store), entries(0, 15_000))
    const parts = await store.list(`${KEY}/`)
    const length = parts.reduce((sum, { value }) => sum + (typeof value === 'string' ? value.length : 0), 0)
    expect(parts.every(({ bytes }) => bytes === undefined)).toBe(true)
    expect((await store.get(KEY))?.bytes).toBeGreaterThan(0.9 * length)
    expect((await store.get(KEY))?.bytes).toBeLessThan(1.1 * length)
  })

  test('[F31] evicts the least recently used account when the ledger grows beyond the limit', async () => {
    const clock = createFakeClock()
    // A quarter of the quota: two megabytes.
    const store = await openOn(new fake.IDBFactory(), clock, async () => 8_000_000)
    const other = { key: 'p/b', owner: 'eip155:0xb', value: 1, bytes: 1_500_000 }
    await through(
      clock,
      store.update('p/b', () => ({ put: [other] })),
    )
    await clock.advance(3_600_001)
    const ledger = open(store, clock.now)
    await through(clock, change(ledger, entries(0, 1_000)))
    expect(await store.get('p/b')).toBeDefined()
    for (let from = 1_000; from < 16_000; from += 1_000) {
      await through(clock, change(ledger, entries(from, from + 1_000), [], 'after'))
    }
    expect(await through(clock, readIds(ledger))).toEqual(ids(0, 16_000))
    expect(await through(clock, store.get('p/b'))).toBeUndefined()
  })
})
