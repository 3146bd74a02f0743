import * as fc from 'fast-check'
import * as fake from 'fake-indexeddb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { DurableStore } from '../../../worker/base/context.ts'
import { createDurableStore } from '../../../worker/store/durable.ts'
import { createFakeClock, settle, through } from '../fake-clock.ts'
import { dump, IDBKeyRange, openOn } from './disk.ts'
import { createFaultyIndexedDb, type Fault } from './faulty-indexeddb.ts'
import { put, record } from './store-conformance.ts'
import { propertyRuns } from '../../property-runs.ts'

// Dexie speaks of each fault that is put in on purpose.
beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterAll(() => void vi.restoreAllMocks())

const OWNER = 'eip155:0xa'
const unavailable = { code: 'store_unavailable' }

function open(indexedDB: IDBFactory | undefined, clock = createFakeClock()): DurableStore {
  return createDurableStore({ clock, indexedDB, IDBKeyRange })
}

/** What the next issues will keep: a session, and a transaction that was sent and is not confirmed yet. */
async function keepSentTransaction(durable: DurableStore): Promise<void> {
  await durable.update('session/1', () => ({ owner: OWNER, value: { topic: 'canary' } }))
  const sent = { chain: 'eip155:1', hash: '0x1234' }
  await durable.update('sent/eip155:1/0x1234', () => ({
    owner: OWNER,
    value: { ...sent, from: '0xa', to: 'canary' },
    remains: sent,
  }))
}

describe('[G62] Durable records', () => {
  test('are read, listed in order, replaced and removed, and survive a reload', async () => {
    const indexedDB = new fake.IDBFactory()
    const durable = open(indexedDB)
    expect(await durable.get('wc/2')).toBeUndefined()
    for (const key of ['wc/2', 'wc/1', 'x'])
      expect(await durable.update(key, () => ({ owner: '', value: key }))).toBe(true)
    expect(await durable.update('wc/2', () => undefined)).toBe(false)
    await durable.update('wc/2', (stored) => ({ owner: '', value: [stored?.value, 'again'] }))
    await durable.remove('x')
    expect(await open(indexedDB).list('')).toEqual([
      { key: 'wc/1', owner: '', value: 'wc/1' },
      { key: 'wc/2', owner: '', value: ['wc/2', 'again'] },
    ])
    expect((await durable.list('wc/1')).map(({ key }) => key)).toEqual(['wc/1'])
  })

  test('[F33] are removed when their account is forgotten, except the network and hash of a sent payment', async () => {
    const indexedDB = new fake.IDBFactory()
    const durable = open(indexedDB)
    await keepSentTransaction(durable)
    await durable.update('session/2', () => ({ owner: 'eip155:0xb', value: 'another' }))
    await durable.forget(OWNER)
    expect(await durable.list('')).toEqual([
      { key: 'sent/eip155:1/0x1234', owner: '', value: { chain: 'eip155:1', hash: '0x1234' } },
      { key: 'session/2', owner: 'eip155:0xb', value: 'another' },
    ])
    expect(await dump(indexedDB)).not.toMatch(/canary|0xa"/)
  })

  test('survive when the cache is rebuilt or removed, and when a full disk causes evictions', async () => {
    const indexedDB = new fake.IDBFactory()
    const durable = open(indexedDB)
    await keepSentTransaction(durable)
    const before = await durable.list('')
    const store = await openOn(indexedDB)
    await put(store, record('a/1', OWNER))
    await store.forget(OWNER)
    await new Promise((resolve) => (indexedDB.deleteDatabase('billfold-1').onsuccess = resolve))
    const clock = createFakeClock()
    const tight = await openOn(indexedDB, clock, async () => 400)
    for (const owner of ['eip155:0xb', 'eip155:0xc', 'eip155:0xd'])
      await put(tight, { ...record(`p/${owner}`, owner), bytes: 80 })
    expect(await open(indexedDB).list('')).toEqual(before)
  })

  test('keep the updates of two concurrent writers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(1), fc.nat(4)), { maxLength: 20 }), async (steps) => {
        const indexedDB = new fake.IDBFactory()
        const stores = [open(indexedDB), open(indexedDB)]
        const writing = []
        for (const [at, [writer, rest]] of steps.entries()) {
          const add = (stored: { value: unknown } | undefined) => [...((stored?.value as number[]) ?? []), at]
          writing.push(stores[writer]!.update('k', (stored) => ({ owner: '', value: add(stored) })))
          await settle(rest)
        }
        await Promise.all(writing)
        const found = ((await stores[0]!.get('k'))?.value as number[] | undefined) ?? []
        expect([...found].sort((a, b) => a - b)).toEqual([...steps.keys()])
      }),
      { numRuns: propertyRuns(20) },
    )
  })

  test('are not written when the caller’s update function throws, and the caller gets the error', async () => {
    const durable = open(new fake.IDBFactory())
    const broken = durable.update('k', () => {
      throw new RangeError('broken on purpose')
    })
    await expect(broken).rejects.toThrow(new RangeError('broken on purpose'))
    expect(await durable.list('')).toEqual([])
  })
})

describe('[G62] Durable records on a missing or faulty disk', () => {
  test('are reported as unavailable when there is no IndexedDB', async () => {
    const durable = open(undefined)
    await expect(durable.update('k', () => ({ owner: '', value: 1 }))).rejects.toMatchObject(unavailable)
    await expect(durable.get('k')).rejects.toMatchObject(unavailable)
    // Nothing was ever kept: a disconnect is done at once.
    await expect(durable.forget(OWNER)).resolves.toBeUndefined()
  })

  test.each<Fault>(['throws', 'fails', 'closes', 'is full', 'hangs'])(
    'are kept once their write was confirmed, whichever call to IndexedDB %s',
    async (fault) => {
      const counting = createFaultyIndexedDb()
      const clock = createFakeClock()
      await use(open(counting.indexedDB, clock), clock)
      for (const how of ['once', 'for good'])
        for (let at = 0; at < counting.calls; at += 1) {
          const inner = new fake.IDBFactory()
          await open(inner).update('old', () => ({ owner: '', value: 'old' }))
          const faulty = createFaultyIndexedDb(inner)
          faulty.breaks = (call) => ((how === 'once' ? call === at : call >= at) ? fault : undefined)
          const clock = createFakeClock()
          const durable = open(faulty.indexedDB, clock)
          const acknowledged = await use(durable, clock)
          faulty.breaks = () => undefined
          await clock.advance(31_000)
          expect(clock.pending).toBe(0)
          const kept = (await through(clock, durable.list(''))).map(({ key }) => key)
          expect(kept, `${how} at call ${at}`).toEqual(expect.arrayContaining([...acknowledged, 'old']))
        }
    },
  )

  /** @returns what was said to be kept. */
  async function use(durable: DurableStore, clock: ReturnType<typeof createFakeClock>): Promise<string[]> {
    const acknowledged: string[] = []
    for (const key of ['a', 'b', 'c']) {
      const writing = durable.update(key, () => ({ owner: key === 'b' ? OWNER : '', value: key, remains: 1 }))
      try {
        if (await through(clock, writing)) acknowledged.push(key)
      } catch (error) {
        expect(error).toMatchObject(unavailable)
      }
    }
    await through(clock, durable.forget(OWNER)).catch((error: unknown) =>
      expect(error).toMatchObject(unavailable),
    )
    return acknowledged
  }
})
