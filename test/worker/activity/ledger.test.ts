/** The list in the store, with other tabs and a bad disk in the middle of everything. */
import * as fake from 'fake-indexeddb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLedger, type Entry, type HeadFields, type Ledger } from '../../../worker/activity/ledger.ts'
import type { Store, StoreRecord } from '../../../worker/context.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { createFakeClock, settle, through } from '../fake-clock.ts'
import { dump, openOn } from '../store/disk.ts'
import { createFaultyIndexedDb } from '../store/faulty-indexeddb.ts'
import { getNamed } from './get-named.ts'

// Dexie speaks of each fault that is put in on purpose.
beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterAll(() => void vi.restoreAllMocks())

const OWNER = 'eip155:0xa'
const KEY = 'activity/eip155:1:0xa'
const NEWEST = 1e12
const HIDDEN = { spam: 0, otherChain: 0, invalid: 0 }
const at = (cursor: string | null): HeadFields => ({ cursor, fetchedAt: 1, hidden: HIDDEN, newest: 0 })

/** Newest first: one millisecond lies between two neighbours. */
function entry(id: number, status: Entry['item']['status'] = 'confirmed', order = NEWEST - id): Entry {
  const item = { id: String(id), kind: 'received', status, minedAt: order, amounts: [], nft: false } as const
  return { order, item: { ...item, amounts: [] } }
}

const entries = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => entry(from + index))
const ids = (from: number, to: number) => entries(from, to).map(({ item }) => item.id)
const readIds = async (ledger: Ledger) => (await ledger.read(0, 1e6)).items.map(({ id }) => id)

/** What makes the index learn of every chunk. */
const UNKNOWN = [entry(999_999)]

let time = 1_000
function open(store: Store, now = () => (time += 1)): Ledger {
  return createLedger({ store, key: KEY, owner: OWNER, now, zone: () => 'UTC', getGroup: () => 1 })
}

const change = (ledger: Ledger, put: Entry[], drop: string[] = [], place: 'before' | 'after' = 'before') => ({
  version: ledger.head?.version ?? 0,
  put,
  drop,
  place,
})

/** Something that happens in the middle of a request, once each. */
function interrupt(inner: Store) {
  const during: { [name in 'get' | 'list' | 'write']?: (key: string) => Promise<unknown> | undefined } = {}
  const run = async (name: keyof typeof during, key: string) => {
    const action = during[name]
    delete during[name]
    const done = action?.(key)
    if (action && !done) during[name] = action
    await done
  }
  const store: Store = {
    ...inner,
    async get(key) {
      const found = await inner.get(key)
      await run('get', key)
      return found
    },
    async list(prefix) {
      const found = await inner.list(prefix)
      await run('list', prefix)
      return found
    },
    async write(records, removed) {
      await run('write', '')
      await inner.write(records, removed)
    },
  }
  return { store, during }
}

describe('A list that changes at random', () => {
  test('[A87] [F32] holds in two tabs and after a reload what a plain list would, and nothing beside it', async () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return (seed / 2_147_483_648) * below
    }
    for (let round = 0; round < 4; round += 1) {
      const store = createMemoryStore()
      const model = new Map(entries(0, 12_000).map((one) => [one.item.id, one]))
      const tabs = [open(store), open(store)]
      await tabs[0]!.restart([...model.values()], at('deep'))
      let fresh = 20_000
      for (let step = 0; step < 25; step += 1) {
        if (random(5) < 1) tabs[0] = open(store)
        const ledger = tabs[random(10) < 3 ? 1 : 0]!
        await ledger.load()
        const known = [...model.values()]
        const pick = () => known[Math.floor(random(known.length))]!
        const put = new Map<string, Entry>()
        const add = (one: Entry) => put.set(one.item.id, one)
        for (let left = random(6); left > 1; left -= 1)
          add(entry(Number(pick().item.id), 'failed', pick().order))
        for (let left = random(300); left > 1; left -= 1) {
          const order = random(10) < 7 ? NEWEST + fresh : NEWEST - random(12_000)
          add(entry(fresh++, 'confirmed', order))
        }
        const drop = new Set<string>()
        for (let left = random(300); left > 1; left -= 1) drop.add(pick().item.id)
        for (const id of put.keys()) drop.delete(id)
        await ledger.getKnown([...drop].map((id) => model.get(id)!))
        const place = random(2) < 1 ? 'before' : 'after'
        expect(await ledger.apply(change(ledger, [...put.values()], [...drop], place), at('deep'))).toBe(true)
        for (const id of drop) model.delete(id)
        for (const [id, one] of put) model.set(id, one)
        const read = await readIds(ledger)
        expect([...read].sort()).toEqual([...model.keys()].sort())
        const orders = read.map((id) => model.get(id)!.order)
        expect(orders).toEqual([...orders].sort((a, b) => b - a))
        expect(ledger.head?.total).toBe(model.size)
        expect((await store.list(`${KEY}/`)).map(({ key }) => key)).toEqual(await getNamed(store, KEY))
      }
    }
  })
})

describe('Its version', () => {
  test('is another one when its last row goes, and the same when it stays empty', async () => {
    const ledger = open(createMemoryStore())
    await ledger.restart([entry(1, 'pending')], at(null))
    const { version } = ledger.head!
    await ledger.getKnown([entry(1, 'pending')])
    await ledger.apply(change(ledger, [], ['1']), at(null))
    const empty = ledger.head!
    expect(empty).toMatchObject({ total: 0, since: version })
    expect(empty.version).toBeGreaterThan(version)
    await ledger.restart([], at(null))
    expect(ledger.head).toMatchObject({ total: 0, version: empty.version })
  })
})

describe('Another time zone', () => {
  test('[A86] in the middle of a change: no month is left as it was', async () => {
    let zone = 1
    const { store, during } = interrupt(createMemoryStore())
    const ledger = createLedger({
      store,
      key: KEY,
      owner: OWNER,
      now: () => (time += 1),
      zone: () => `zone ${zone}`,
      getGroup: () => zone,
    })
    await ledger.restart(entries(0, 15_000), at('x'))
    during.get = () => Promise.resolve(void (zone = 2))
    expect(await ledger.apply(change(ledger, [entry(-1), entry(3_000, 'failed')]), at('x'))).toBe(true)
    expect(ledger.head?.groups).toEqual([[2, 15_001]])
    expect(await readIds(ledger)).toEqual(ids(-1, 15_000))
  })
})

describe('Another tab', () => {
  async function openTwo() {
    const memory = createMemoryStore()
    const { store, during } = interrupt(memory)
    const [here, there] = [open(store), open(memory)]
    await here.restart(entries(0, 15_000), at('x'))
    await there.load()
    return { here, there, during, memory }
  }

  test('[F32] that changed a list on shelves is followed by one that only reads', async () => {
    const { here, there } = await openTwo()
    expect(await readIds(there)).toEqual(ids(0, 15_000))
    await here.apply(change(here, [entry(-1), entry(7_000, 'failed')]), at('x'))
    await here.apply(change(here, entries(15_000, 16_000), [], 'after'), at('y'))
    await there.load()
    expect(await readIds(there)).toEqual(ids(-1, 16_000))
    expect((await there.read(7_001, 7_002)).items[0]?.status).toBe('failed')
  })

  test('[F32] that dropped what was pending: it is not known here any more', async () => {
    const { here, there } = await openTwo()
    const dropped = entry(5)
    expect(await there.getKnown([dropped])).toEqual(new Set(['5']))
    await here.getKnown([dropped])
    await here.apply(change(here, [], ['5']), at('x'))
    await there.load()
    expect(await there.getKnown([dropped])).toEqual(new Set())
  })

  test('[F32] that writes in the middle of a change here keeps what it wrote, and the change is not made', async () => {
    const { here, there, during } = await openTwo()
    await here.getKnown(UNKNOWN)
    during.get = (key) =>
      key === KEY
        ? undefined
        : there.apply(change(there, [entry(2_600, 'failed')]), at('x')).then(() => here.load())
    const late = [entry(100, 'failed'), entry(3_000, 'failed'), entry(4_000, 'failed')]
    expect(await here.apply(change(here, late), at('y'))).toBe(false)
    expect(await readIds(here)).toEqual(ids(0, 15_000))
    expect(here.head?.cursor).toBe('x')
  })

  test('[F32] that replaces a chunk while the index is being made leads to no row twice', async () => {
    const { there, memory } = await openTwo()
    const { store, during } = interrupt(memory)
    const ledger = open(store)
    await ledger.load()
    during.list = (prefix) =>
      prefix === `${KEY}/`
        ? there.apply(change(there, [entry(3_000, 'failed')]), at('x')).then(() => ledger.load())
        : undefined
    await ledger.getKnown(UNKNOWN)
    const moved = entry(3_001, 'confirmed', NEWEST + 5)
    expect(await ledger.apply(change(ledger, [moved]), at('x'))).toBe(true)
    const read = await readIds(ledger)
    expect(read[0]).toBe('3001')
    expect(read).toHaveLength(15_000)
    expect(new Set(read).size).toBe(15_000)
  })

  describe('whose change is read late', () => {
    /** A look into the store that waits for a shelf, and a later change behind it. */
    async function lookLate() {
      const { here, there, during } = await openTwo()
      await here.getKnown(UNKNOWN)
      await there.apply(change(there, [entry(7_000, 'failed')]), at('x'))
      let goOn = () => {}
      const gate = new Promise<void>((resolve) => (goOn = resolve))
      during.get = (key) => (key.includes('~') ? gate : undefined)
      const first = here.load()
      await settle(20)
      await there.apply(change(there, entries(15_000, 15_300), [], 'after'), at('y'))
      return { here, during, first, goOn }
    }

    test('[F32] never hides a later one', async () => {
      const { here, first, goOn } = await lookLate()
      await here.load()
      goOn()
      await first
      expect(here.head?.cursor).toBe('y')
      expect(await readIds(here)).toEqual(ids(0, 15_300))
    })

    test('[F32] and is there first does not keep a later one away', async () => {
      const { here, during, first, goOn } = await lookLate()
      during.get = (key) => {
        if (!key.includes('~')) return undefined
        goOn()
        return first
      }
      await here.load()
      expect(here.head?.cursor).toBe('y')
      expect(await readIds(here)).toEqual(ids(0, 15_300))
    })
  })

  test('[F32] that forgot the list: a change of it is not taken for the whole list', async () => {
    const { here, memory } = await openTwo()
    const put = [entry(-1), entry(9_000, 'failed')]
    await here.getKnown(put)
    await memory.forget(OWNER)
    expect(await here.apply(change(here, put), at('deep'))).toBe(false)
    expect(await memory.get(KEY)).toBeUndefined()
  })
})

describe('What is stored', () => {
  const replaceAll = (text: unknown, search: RegExp, by: string) => (text as string).replace(search, by)
  const damages: [string, 'head' | 'shelf', (record: StoreRecord) => unknown][] = [
    ['an empty shelf', 'shelf', () => '[]'],
    ['a shelf of nothing', 'shelf', () => '[null]'],
    [
      'a shelf without its first chunk',
      'shelf',
      ({ value }) => JSON.stringify(JSON.parse(value as string).slice(1)),
    ],
    ['a shelf of chunks without a size', 'shelf', ({ value }) => replaceAll(value, /"bytes":\d+,/g, '')],
    ['a head that is no JSON', 'head', () => '{"broken'],
    ['a head that is null', 'head', () => 'null'],
    ['a head of another layout', 'head', () => '{"version":1,"chunks":[]}'],
    [
      'a head whose front is nothing',
      'head',
      ({ value }) => replaceAll(value, /"front":\[\{/, '"front":[null,{'),
    ],
    [
      'a head without groups',
      'head',
      ({ value }) => replaceAll(value, /"groups":\[\[1,15000\]\],/, '"groups":[[]],'),
    ],
    ['a head with another total', 'head', ({ value }) => replaceAll(value, /"total":15000/, '"total":14000')],
  ]

  test.each(damages)(
    '%s: the list begins anew, and nothing of the old one stays',
    async (_, which, damage) => {
      const store = createMemoryStore()
      await open(store).restart(entries(0, 15_000), at('deep'))
      const [shelf] = await store.list(`${KEY}/~`)
      const record = which === 'head' ? (await store.get(KEY))! : shelf!
      await store.write([{ ...record, value: damage(record) }])
      const ledger = await reopen(store)
      expect([undefined, [[1, 15_000]]]).toContainEqual(ledger.head?.groups)
      const pending = await ledger.getPending()
      expect(pending).toEqual([])
      const known = await ledger.getKnown(entries(0, 50))
      // What is read is the whole list or none.
      expect([0, 50]).toContain(known.size)
      if (!(await ledger.apply(change(ledger, entries(-1, 50)), at('deep')))) {
        await ledger.restart(entries(-1, 50), at('next'))
      }
      const read = await readIds(ledger)
      expect([ids(-1, 50), ids(-1, 15_000)]).toContainEqual(read)
      expect(await readIds(await reopen(store))).toEqual(read)
      expect((await store.list(`${KEY}/`)).map(({ key }) => key)).toEqual(await getNamed(store, KEY))
    },
  )

  async function reopen(store: Store): Promise<Ledger> {
    const ledger = open(store)
    await ledger.load()
    return ledger
  }

  test('[F31] counts against the cap with all its chunks', async () => {
    const store = createMemoryStore()
    const ledger = open(store)
    await ledger.restart(entries(0, 15_000), at('deep'))
    const parts = await store.list(`${KEY}/`)
    const length = parts.reduce((sum, { value }) => sum + (value as string).length, 0)
    expect(parts.every(({ bytes }) => bytes === undefined)).toBe(true)
    expect((await store.get(KEY))?.bytes).toBeGreaterThan(0.9 * length)
    expect((await store.get(KEY))?.bytes).toBeLessThan(1.1 * length)
  })

  test('[F31] makes the account that was used longest ago go when it has grown enough', async () => {
    const clock = createFakeClock()
    // A quarter of the quota: two megabytes.
    const store = await openOn(new fake.IDBFactory(), clock, async () => 8_000_000)
    await through(clock, store.write([{ key: 'p/b', owner: 'eip155:0xb', value: 1, bytes: 1_500_000 }]))
    await clock.advance(3_600_001)
    const ledger = open(store, clock.now)
    await through(clock, ledger.restart(entries(0, 1_000), at('0')))
    expect(await store.get('p/b')).toBeDefined()
    for (let from = 1_000; from < 16_000; from += 1_000) {
      const put = entries(from, from + 1_000)
      await through(clock, ledger.apply(change(ledger, put, [], 'after'), at(String(from))))
    }
    expect(await through(clock, readIds(ledger))).toEqual(ids(0, 16_000))
    expect(await through(clock, store.get('p/b'))).toBeUndefined()
  })
})

describe('A list that ended while the disk was away', () => {
  test('[F33] leaves nothing on the disk once its account is forgotten', async () => {
    const inner = new fake.IDBFactory()
    const faulty = createFaultyIndexedDb(inner)
    const clock = createFakeClock()
    const store = await openOn(faulty.indexedDB, clock)
    const ledger = open(store, clock.now)
    await through(clock, ledger.restart(entries(0, 5_000), at('b')))
    await clock.advance(1_000)
    faulty.breaks = () => 'throws'
    await through(clock, ledger.apply(change(ledger, [entry(5_000)], [], 'after'), at('c')))
    expect(store.kind).toBe('memory')
    // Its chunks cannot be read any more: the list begins anew.
    expect((await through(clock, ledger.read(2_000, 2_100))).items).toEqual([])
    faulty.breaks = () => undefined
    await clock.advance(31_000)
    await store.get('anything')
    await settle(200)
    await clock.advance(0)
    expect(store.kind).toBe('indexeddb')
    expect(await dump(inner)).toBe('[]')
    await through(clock, store.forget(OWNER))
    expect(await dump(inner)).toBe('[]')
  })

  test('[F33] and begins anew in another tab at that moment leaves nothing either', async () => {
    const inner = new fake.IDBFactory()
    const clock = createFakeClock()
    const [a, b] = [await openOn(inner, clock), await openOn(inner, clock)]
    const there = open(b, clock.now)
    await through(clock, there.restart(entries(0, 5_000), at('b')))
    const [chunk] = await b.list(`${KEY}/`)
    await b.write([], [chunk!.key])
    const { store, during } = interrupt(a)
    during.write = () => clock.advance(1_000).then(() => there.restart(entries(0, 500), at('b')))
    const here = open(store, clock.now)
    await here.load()
    await through(clock, here.read(0, 5_000))
    await through(clock, a.forget(OWNER))
    expect(await dump(inner)).toBe('[]')
  })
})
