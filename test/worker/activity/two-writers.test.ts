/** Several tabs on one store with nothing that keeps them apart: no lock, no channel, any order of what they do. */
import * as fake from 'fake-indexeddb'
import { describe, expect, test } from 'vitest'
import type { ActivityHead } from '../../../src/core/assets/activity.ts'
import type { Random } from '../../../sandbox/history/random.ts'
import { ownerOf, type Store } from '../../../worker/base/context.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { propertyRuns } from '../../property-runs.ts'
import { useRandom } from '../../seed.ts'
import { createTab } from '../create-tab.ts'
import { ACCOUNT, createFakeApi } from '../fake-api.ts'
import { createFakeBrowser } from '../fake-browser.ts'
import { createFakeClock, settle } from '../fake-clock.ts'
import { openOn } from '../store/disk.ts'
import { type Chain, createChain } from './chain.ts'
import { type Bench, createBench } from './history.ts'
import { readStored } from './read-stored.ts'

const OWNER = ownerOf(ACCOUNT)
const MINUTE = 60_000

/** Waits for a moment that nobody can foresee. */
async function pause(random: Random): Promise<void> {
  for (let ticks = random.between(0, 6); ticks > 0; ticks -= 1)
    await new Promise((resolve) => setImmediate(resolve))
}

/** Every answer comes at some later moment, and every write happens at one. */
function jitter(inner: Store, random: Random): Store {
  const late = async <T>(run: () => Promise<T>): Promise<T> => {
    await pause(random)
    const result = await run()
    await pause(random)
    return result
  }
  return new Proxy(inner, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown
      if (typeof member !== 'function' || name === 'onReturn') return member
      return (...given: unknown[]) =>
        late(async () => (member as (...all: unknown[]) => unknown).apply(inner, given))
    },
  })
}

interface Writer {
  bench: Bench
  /** Ids of all pages that this one was given since the last look. */
  given: Set<string>
}

/** A clock that all tabs share: now and then two of them act in the same millisecond. */
const ticking = createFakeClock()
let ticks = 0
const clock: typeof ticking = { ...ticking, now: () => ticking.now() + Math.floor((ticks += 1) / 3) }

function openWriter(chain: Chain, store: Store, random: Random): Writer {
  const bench = createBench({ store: jitter(store, random), clock })
  const given = new Set<string>()
  bench.api.answer('/history', async (url) => {
    await pause(random)
    const { data } = chain.page(url.searchParams.get('cursor') ?? '')
    const answer = await chain.answer(url)
    await pause(random)
    for (const { id } of data) given.add(id)
    return answer
  })
  return { bench, given }
}

/** One thing that a tab may do, as the engine does it. */
async function act({ bench: { source } }: Writer, random: Random): Promise<void> {
  const { signal } = new AbortController()
  const choice = random.between(0, 9)
  if (choice < 5) await source.fetch({ signal, force: false })
  else if (choice < 7) await source.more!({ signal })
  else if (choice < 9) await source.load()
  else await source.page(random.between(0, 3))
}

type Open = () => Promise<Store>
const stores: [string, () => Open][] = [
  [
    'one memory store',
    () =>
      (
        (store) => async () =>
          store
      )(createMemoryStore()),
  ],
  [
    'one disk, each with its own connection',
    () =>
      (
        (disk) => () =>
          openOn(disk)
      )(new fake.IDBFactory()),
  ],
]

describe.each(stores)('Tabs that share Activity on %s', (_, createOpen) => {
  test.each([2, 3])(
    '[G2] never lose or repeat a row, in any order of writes, and store no head that names a missing record (%i tabs)',
    async (count) => {
      const random = useRandom()
      const rounds = Math.ceil(propertyRuns(100) / 25)
      for (let round = 0; round < rounds; round += 1) {
        const chain = createChain(random.pick([5, 20, 50]))
        chain.grow(random.between(0, 400))
        const open = createOpen()
        const writers: Writer[] = []
        for (let tab = 0; tab < count; tab += 1) writers.push(openWriter(chain, await open(), random))
        const outside = await open()
        const stored = new Set<string>()
        for (let turn = 0; turn < 8; turn += 1) {
          if (random.next() < 0.5) chain.grow(random.between(1, 120))
          // A worker that was closed and opened again knows nothing but the store.
          if (random.next() < 0.1)
            writers[random.between(0, count - 1)] = openWriter(chain, await open(), random)
          const acts = Array.from({ length: random.between(1, 6) }, () =>
            act(random.pick(writers as never), random),
          )
          await Promise.all(acts)
          const { ids } = await readStored(outside)
          for (const { given } of writers) {
            for (const id of given) stored.add(id)
            given.clear()
          }
          expect([...ids].sort()).toEqual([...stored].sort())
        }
        await expectAgreement(writers, outside)
        expect((await outside.list(`activity/${ACCOUNT}/`)).length).toBeLessThan(3 + stored.size / 20)
      }
    },
  )

  test('[G2] store the whole list or nothing when one tab deletes the account while the others write', async () => {
    const random = useRandom()
    const rounds = Math.ceil(propertyRuns(125) / 25)
    for (let round = 0; round < rounds; round += 1) {
      const chain = createChain(20)
      chain.grow(200)
      const open = createOpen()
      const writers = [openWriter(chain, await open(), random), openWriter(chain, await open(), random)]
      const outside = await open()
      for (let turn = 0; turn < 6; turn += 1) {
        if (random.next() < 0.5) chain.grow(random.between(1, 60))
        const acts = Array.from({ length: random.between(1, 5) }, () =>
          act(random.pick(writers as never), random),
        )
        if (random.next() < 0.5) acts.push(pause(random).then(() => forget(outside)))
        await Promise.all(acts)
        const { ids } = await readStored(outside)
        expect(ids.every((id) => chain.rows.has(id))).toBe(true)
      }
      await forget(outside)
      expect((await readStored(outside)).ids).toEqual([])
      expect(await outside.list('')).toEqual([])
      // Whoever looks now finds the newest page again, and older ones as far as somebody asks.
      for (const writer of writers) writer.given.clear()
      const { signal } = new AbortController()
      for (const { bench } of writers) await bench.source.load()
      await Promise.all(writers.map(({ bench }) => bench.source.fetch({ signal, force: true })))
      const { ids } = await readStored(outside)
      expect(ids).toEqual(chain.ids().slice(0, 20))
      await expectAgreement(writers, outside)
    }
  })
})

describe('An Activity list that the store evicted', () => {
  test.each(['an older page', 'the newest page', 'a page between'])(
    '[G2] is re-fetched down to its oldest row, whichever page was being fetched: %s',
    async (which) => {
      const chain = createChain(20)
      // More than may be gathered for one wish.
      chain.grow(700)
      const store = createMemoryStore()
      const { bench } = openWriter(chain, store, useRandom())
      const { signal } = new AbortController()
      await bench.source.fetch({ signal, force: false })
      if (which === 'a page between') {
        chain.grow(100)
        await bench.source.fetch({ signal, force: true })
      }
      const remove = () => store.update(`activity/${ACCOUNT}`, () => ({ remove: [`activity/${ACCOUNT}`] }))
      let isRemoved = false
      chain.intercept = async () => void (isRemoved ||= await remove())
      let known =
        which === 'an older page'
          ? await bench.source.more!({ signal })
          : await bench.source.fetch({ signal, force: which === 'the newest page' })
      expect(isRemoved).toBe(true)
      // What is known now may be little, but it is no end.
      expect(known.unfinished || known.data.next !== null).toBe(true)
      await bench.source.load()
      known = await bench.source.fetch({ signal, force: true })
      for (let turns = 0; known.unfinished || known.data.next !== null; turns += 1) {
        expect(turns).toBeLessThan(100)
        known = await (known.unfinished
          ? bench.source.fetch({ signal, force: false })
          : bench.source.more!({ signal }))
      }
      expect((await readStored(store)).ids).toEqual(chain.ids())
    },
  )
})

describe('Tabs in a browser without Web Locks', () => {
  test('[G2] end with the same complete Activity list after polling and requesting pages from a slow API at the same time', async () => {
    const clock = createFakeClock()
    const chain = createChain(50)
    chain.grow(300)
    const store = createMemoryStore()
    const browser = { ...createFakeBrowser(), locks: undefined as never }
    let latency = 10
    const tabs = Array.from({ length: 3 }, () => {
      const api = createFakeApi(clock, () => latency)
      api.answer('/history', (url) => chain.answer(url))
      return createTab({ clock, api, store, browser })
    })
    const watched = tabs.map((tab) => tab.watch('activity', { account: ACCOUNT }))
    await clock.advance(2_000)
    latency = 8_000
    chain.grow(500)
    await clock.advance(35_000)
    void tabs[1]!.topics.more({ account: ACCOUNT })
    void tabs[2]!.topics.refresh('activity', { account: ACCOUNT })
    await clock.advance(20_000)
    chain.grow(3)
    await clock.advance(10 * MINUTE)
    const { ids } = await readStored(store, clock)
    expect(ids).toEqual(chain.ids().slice(0, ids.length))
    expect(ids.length).toBeGreaterThan(553)
    const heads = watched.map(({ last }) => last?.data as ActivityHead)
    expect(heads.map(({ version }) => version)).toEqual(Array(3).fill(heads[0]!.version))
    for (const { last, snapshots } of watched) {
      expect(last?.status).not.toBe('failed')
      expect(snapshots.map(({ status }) => status)).not.toContain('failed')
    }
    for (const tab of tabs) {
      const rows: string[] = []
      for (let index = 0; index * 100 < ids.length; index += 1) {
        const page = await tab.topics.page('activity', { account: ACCOUNT }, index)
        rows.push(...page.rows.map((row) => (row as { id: string }).id))
      }
      expect(rows).toEqual(ids)
      tab.topics.stop()
    }
  })
})

async function forget(store: Store): Promise<void> {
  // Nobody connects again in the same millisecond.
  ticks += 1_000
  await store.forget(OWNER)
}

/** Every tab that looks again shows what is stored. */
async function expectAgreement(writers: readonly Writer[], outside: Store): Promise<void> {
  await settle(5)
  const { ids, head } = await readStored(outside)
  for (const { bench } of writers) {
    const known = await bench.source.load()
    expect(known?.data.version).toBe(head?.version)
    expect(await bench.ids()).toEqual(ids)
  }
}
