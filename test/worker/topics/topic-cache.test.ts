/** What a topic is told of the store. */
import * as fake from 'fake-indexeddb'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { Store } from '../../../worker/base/context.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { guardStore } from '../../../worker/topics/topic-cache.ts'
import { ACCOUNT } from '../fake-api.ts'
import { createFakeClock, through } from '../fake-clock.ts'
import { createBrowser } from '../nfts/fake-node.ts'
import { openOn } from '../store/disk.ts'
import { createFaultyIndexedDb } from '../store/faulty-indexeddb.ts'

// Dexie speaks of each fault that is put in on purpose.
beforeAll(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}))
afterAll(() => void vi.restoreAllMocks())

const KEY = `nfts/${ACCOUNT}`
const record = (key: string) => ({ key, owner: 'eip155:0xa', value: key, bytes: 10 })
const put = (key: string) => () => ({ put: [record(key)] })

/** One that can be written to, and read only while it can. */
function createUnreadable(): Store & { isAway: boolean } {
  const memory = createMemoryStore()
  const unlessAway = <T>(read: () => Promise<T>) =>
    store.isAway ? Promise.reject(new BillfoldError('store_unavailable', 'away')) : read()
  const store = Object.assign(Object.create(memory) as Store, {
    isAway: true,
    get: (key: string) => unlessAway(() => memory.get(key)),
    list: (prefix: string) => unlessAway(() => memory.list(prefix)),
  })
  return store
}
const unavailable = { code: 'store_unavailable' }

describe('[F31] [G1] The store of a topic while the disk cannot be read', () => {
  test('returns nothing if the topic has no known data, so that the topic can load', async () => {
    const guarded = guardStore(createUnreadable(), KEY, () => false)
    expect(await guarded.get(KEY)).toBeUndefined()
    expect(await guarded.list(`${KEY}/`)).toEqual([])
    // Also when it has failed, and that was written.
    await guarded.update(`failure/${KEY}`, put(`failure/${KEY}`))
    expect(await guarded.get(KEY)).toBeUndefined()
  })

  test('fails as store_unavailable for a record that the topic has already read', async () => {
    const store = createUnreadable()
    await store.update(KEY, put(KEY))
    store.isAway = false
    const guarded = guardStore(store, KEY, () => false)
    expect(await guarded.get(KEY)).toMatchObject({ value: KEY })
    store.isAway = true
    await expect(guarded.get(KEY)).rejects.toMatchObject(unavailable)
    await expect(guarded.list(`${KEY}/`)).rejects.toMatchObject(unavailable)
  })

  test('fails as store_unavailable for a record that the topic has already written, or read during an update', async () => {
    const written = guardStore(createUnreadable(), KEY, () => false)
    await written.update(KEY, put(KEY))
    await expect(written.get(`${KEY}/000000`)).rejects.toMatchObject(unavailable)
    const store = createUnreadable()
    await store.update(KEY, put(KEY))
    const found = guardStore(store, KEY, () => false)
    await found.update(KEY, () => undefined)
    await expect(found.get(KEY)).rejects.toMatchObject(unavailable)
  })

  test('fails as store_unavailable for the records of a different topic', async () => {
    const guarded = guardStore(createUnreadable(), KEY, () => false)
    await expect(guarded.get(`activity/${ACCOUNT}`)).rejects.toMatchObject(unavailable)
    await expect(guarded.get(`${KEY}5`)).rejects.toMatchObject(unavailable)
  })

  test('passes on all errors other than store_unavailable', async () => {
    const store = Object.assign(createUnreadable(), { get: () => Promise.reject(new Error('broken')) })
    await expect(guardStore(store, KEY, () => false).get(KEY)).rejects.toThrow('broken')
  })
})

describe('[F31] [G5] NFTs while the disk is open but does not answer', () => {
  /** The store over a disk, and the time that it takes for it to give up. */
  async function open(indexedDB: IDBFactory) {
    const clock = createFakeClock()
    const store = await openOn(indexedDB, clock)
    const within = <T>(work: Promise<T>) => through(clock, work)
    return { clock, store, within }
  }
  const hang = (_: number, name: string) =>
    /^(get|put|open.*Cursor|commit)/.test(name) ? 'hangs' : undefined

  test('are read from the network', async () => {
    const faulty = createFaultyIndexedDb()
    const { store, within } = await open(faulty.indexedDB)
    faulty.breaks = hang
    const browser = createBrowser(3, guardStore(store, KEY, () => false) as never)
    const nfts = browser.open()
    expect((await within(nfts.fetch())).data).toMatchObject({ total: 3, source: 'chain' })
    expect(await within(nfts.allIds())).toEqual([0, 1, 2])
  })

  test('do not replace the stored NFTs if they are read from the network; the stored NFTs are shown once the disk answers', async () => {
    const inner = new fake.IDBFactory()
    const before = await open(inner)
    const known = createBrowser(40, guardStore(before.store, KEY, () => false) as never)
    expect((await before.within(known.open().fetch())).data.total).toBe(40)

    const faulty = createFaultyIndexedDb(inner)
    const { clock, store, within } = await open(faulty.indexedDB)
    faulty.breaks = hang
    const browser = createBrowser(3, guardStore(store, KEY, () => false) as never)
    const later = browser.open()
    await later.clock.advance(60_000)
    expect((await within(later.fetch())).data.total).toBe(3)
    faulty.breaks = () => undefined
    await clock.advance(60_000)
    // What is written next finds it.
    const again = browser.open()
    await again.clock.advance(120_000)
    expect((await within(again.fetchOnce(true))).data.total).toBe(40)
    expect(await within(again.allIds())).toHaveLength(40)
  })
})
