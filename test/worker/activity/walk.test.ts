/** A history that is longer than a page: how it arrives over a slow, broken or lying API, with nobody helping. */
import { describe, expect, test } from 'vitest'
import type { ActivityHead } from '../../../src/core/assets/activity.ts'
import type { Store } from '../../../worker/base/context.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { useRandom } from '../../seed.ts'
import { createTab, type Tab, type Watched } from '../create-tab.ts'
import { ACCOUNT, createFakeApi, json } from '../fake-api.ts'
import { createFakeClock, type FakeClock } from '../fake-clock.ts'
import { type Asked, type Chain, createChain } from './chain.ts'
import { createBench, nft } from './history.ts'
import { readStored } from './read-stored.ts'

const params = { account: ACCOUNT }
const SPAM = { transfers: [nft(true)] }
const MINUTE = 60_000

interface World {
  chain: Chain
  clock: FakeClock
  store: Store
  /** Milliseconds before each answer. */
  latency: number
  /** A worker that somebody looks at. */
  open(): Life
  /** Everything that the store holds now. */
  stored(): Promise<string[]>
  /** Asks for all there is, with somebody scrolling to its end. */
  readAll(): Promise<void>
  /** Moves on until it holds. */
  until(check: () => boolean | Promise<boolean>, limit?: number): Promise<void>
}

interface Life {
  tab: Tab
  watched: Watched
  head(): ActivityHead | undefined
  statuses(): Set<string>
  /** Somebody scrolls to the end, and waits. */
  wish(): Promise<void>
  /** Ends it as the browser does: nothing that is in flight has any effect. */
  kill(): void
}

function createWorld({ latency = 10, pageSize = 50 } = {}): World {
  const clock = createFakeClock()
  const chain = createChain(pageSize)
  const store = createMemoryStore()
  const world: World = {
    chain,
    clock,
    store,
    latency,
    open() {
      const alive = createMortal(store)
      const api = createFakeApi(clock, () => world.latency)
      api.answer('/history', (url) => chain.answer(url))
      const tab = createTab({ clock, api, store: alive.store })
      const watched = tab.watch('activity', params)
      return {
        tab,
        watched,
        head: () => watched.last?.data as ActivityHead | undefined,
        statuses: () => new Set(watched.snapshots.map(({ status }) => status)),
        async wish() {
          let isOver = false
          void tab.topics.more(params).finally(() => (isOver = true))
          await world.until(() => isOver, MINUTE)
        },
        kill() {
          alive.kill()
          tab.topics.stop()
        },
      }
    },
    stored: async () => (await readStored(store, clock)).ids,
    async readAll() {
      const life = world.open()
      await world.until(() => life.head() !== undefined)
      while (life.head()!.next !== null) {
        const { total } = life.head()!
        await life.wish()
        await world.until(() => life.head()!.total > total)
      }
      life.kill()
      // The next one who looks asks at once.
      await clock.advance(31_000)
    },
    async until(check, limit = 30 * MINUTE) {
      const end = clock.now() + limit
      while (!(await check())) {
        expect(clock.now()).toBeLessThan(end)
        await clock.advance(250)
      }
    },
  }
  return world
}

/** A store that answers nobody any more from a given moment on. */
function createMortal(inner: Store): { store: Store; kill(): void } {
  let isDead = false
  const never = new Promise<never>(() => {})
  const store = new Proxy(inner, {
    get(target, name) {
      const member = Reflect.get(target, name) as unknown
      if (typeof member !== 'function' || name === 'onReturn') return member
      return (...given: unknown[]) =>
        isDead ? never : (member as (...all: unknown[]) => unknown).apply(inner, given)
    },
  })
  return { store, kill: () => (isDead = true) }
}

/** Pages below the newest one that were answered. */
const inner = (log: readonly Asked[]) => log.filter(({ cursor, status }) => cursor !== '' && status === 200)

/** Nothing is asked for again that came, and nothing twice in a row unless the first try failed. */
function expectNoRepeats(log: readonly Asked[]): void {
  const cursors = inner(log).map(({ cursor }) => cursor)
  expect(cursors.filter((cursor, at) => cursors.indexOf(cursor) !== at)).toEqual([])
  const repeated = log.filter(
    ({ cursor }, at) => log[at - 1]?.cursor === cursor && log[at - 1]?.status === 200,
  )
  expect(repeated).toEqual([])
}

/** 500 or a connection that breaks. */
function breakSome(random: { next(): number }, share: number): Chain['intercept'] {
  return () => {
    if (random.next() >= share) return undefined
    return random.next() < 0.5 ? 'reset' : json({}, { status: 500 })
  }
}

describe('A hundred Activity pages that are newer than the known rows', () => {
  test('[G6] all arrive, each once, when a page takes 1 s and 5 % of the answers are broken', async () => {
    const random = useRandom()
    const world = createWorld()
    const { chain, clock, store } = world
    chain.grow(50)
    await world.readAll()
    chain.grow(5_000)
    world.latency = 1_000
    const start = chain.log.length
    // What came is stored before the next page is asked for.
    const came = new Set(await world.stored())
    let unstored = 0
    const breaks = breakSome(random, 0.05)
    chain.intercept = async (cursor, tried) => {
      const total = (await readTotal(store, clock)) ?? 0
      if (total < came.size) unstored += 1
      const broken = await breaks(cursor, tried)
      if (!broken) for (const { id } of chain.page(cursor).data) came.add(id)
      return broken
    }
    const life = world.open()
    await world.until(async () => (await readTotal(store, clock)) === 5_050)
    expectNoRepeats(chain.log.slice(start))
    expect(unstored).toBe(0)
    await clock.advance(5_000)
    expect(await world.stored()).toEqual(chain.ids())
    expect(life.head()).toMatchObject({ total: 5_050, next: null, empty: false })
    // Nothing is left to do but to look for what is new.
    const done = chain.log.length
    chain.intercept = () => undefined
    await clock.advance(5 * MINUTE)
    expect(inner(chain.log.slice(done))).toEqual([])
    life.kill()
  })

  test('[G6] continue in a new worker from where the killed worker stopped, and no page is requested twice', async () => {
    const random = useRandom()
    const world = createWorld({ latency: 200, pageSize: 20 })
    const { chain, clock } = world
    chain.grow(100)
    await world.readAll()
    // The last page names rows of both kinds.
    chain.grow(805)
    const again: string[] = []
    let held = new Set<string>()
    chain.intercept = async (cursor) => {
      held = new Set(await world.stored())
      if (cursor !== '' && chain.page(cursor).data.every(({ id }) => held.has(id))) again.push(cursor)
    }
    let before = 0
    for (let lives = 0; ; lives += 1) {
      const life = world.open()
      await clock.advance(random.between(0, 3_000))
      life.kill()
      // Whatever moment it was: what is stored is whole, and never less than before.
      const { length } = await world.stored()
      expect(length).toBeGreaterThanOrEqual(before)
      before = length
      if (length === 905) break
      expect(lives).toBeLessThan(200)
    }
    expect(await world.stored()).toEqual(chain.ids())
    expect(again).toEqual([])
  })
})

describe('Sixteen Activity pages that are newer than the known rows', () => {
  test('[G6] arrive with one request each at 1 s per page, and the topic does not fail', async () => {
    const world = createWorld()
    const { chain, clock } = world
    chain.grow(50)
    await world.readAll()
    chain.grow(800)
    world.latency = 1_000
    const start = chain.log.length
    const life = world.open()
    await world.until(() => life.head()?.total === 850, MINUTE)
    await clock.advance(10 * MINUTE)
    expect(life.statuses()).not.toContain('failed')
    expectNoRepeats(chain.log.slice(start).filter(({ cursor }) => cursor !== ''))
    expect(inner(chain.log.slice(start))).toHaveLength(16)
    expect(await world.stored()).toEqual(chain.ids())
  })

  test('[G6] are not requested while the topic has no subscriber, and continue to load for a new subscriber', async () => {
    const world = createWorld({ latency: 500 })
    const { chain, clock } = world
    chain.grow(50)
    await world.readAll()
    chain.grow(800)
    const start = chain.log.length
    const life = world.open()
    await world.until(() => (life.head()?.total ?? 0) > 200, MINUTE)
    life.watched.stop()
    await clock.advance(500)
    const asked = chain.log.length
    await clock.advance(10 * MINUTE)
    expect(chain.log.length).toBe(asked)
    const watched = life.tab.watch('activity', params)
    await world.until(() => (watched.last?.data as ActivityHead | undefined)?.total === 850, MINUTE)
    const cursors = inner(chain.log.slice(start)).map(({ cursor }) => cursor)
    // The one that was in flight when nobody looked any more may be asked for again.
    expect(cursors.length - new Set(cursors).size).toBeLessThanOrEqual(1)
  })

  test('[G6] all arrive after an API outage of two minutes', async () => {
    const world = createWorld({ latency: 500 })
    const { chain, clock } = world
    chain.grow(50)
    await world.readAll()
    chain.grow(800)
    const start = chain.log.length
    const life = world.open()
    await world.until(() => (life.head()?.total ?? 0) > 200, MINUTE)
    const down = clock.now() + 2 * MINUTE
    chain.intercept = () => (clock.now() < down ? json({}, { status: 503 }) : undefined)
    await world.until(() => life.watched.last?.status === 'failed', MINUTE)
    const { total } = life.head()!
    expect(total).toBeGreaterThan(200)
    await world.until(() => life.head()?.total === 850, 5 * MINUTE)
    expect(await world.stored()).toEqual(chain.ids())
    const cursors = inner(chain.log.slice(start)).map(({ cursor }) => cursor)
    expect(new Set(cursors).size).toBe(cursors.length)
    expect(life.watched.last?.status).not.toBe('failed')
  })
})

describe('New Activity rows above a gap', () => {
  test('[G6] leave a second gap, which is closed before the older gap below it', async () => {
    const world = createWorld({ latency: 500 })
    const { chain, clock } = world
    chain.grow(50)
    await world.readAll()
    chain.grow(400)
    const first = world.open()
    await world.until(() => (first.head()?.total ?? 0) >= 150, MINUTE)
    first.kill()
    await clock.advance(31_000)
    chain.grow(300)
    const start = chain.log.length
    const second = world.open()
    await world.until(() => second.head()?.total === 750, 2 * MINUTE)
    expect(await world.stored()).toEqual(chain.ids())
    const times = inner(chain.log.slice(start)).map(({ cursor }) => Number(cursor.split('~')[1]))
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expectNoRepeats(chain.log.slice(start))
  })

  test.each(['in the middle of', 'before'])(
    '[G6] do not prevent older pages from loading when the user asks for them %s the fetch of the missing rows',
    async (when) => {
      const world = createWorld({ latency: 500 })
      const { chain } = world
      chain.grow(500)
      const first = world.open()
      await world.until(() => first.head()?.total === 50)
      first.kill()
      chain.grow(500)
      const life = world.open()
      await world.until(() => (life.head()?.total ?? 0) > (when === 'before' ? 50 : 200), MINUTE)
      const oldest = () => world.stored().then((ids) => chain.minedAt(ids.at(-1)!))
      const before = await oldest()
      void life.tab.topics.more(params)
      await world.until(async () => (await oldest()) < before, 20_000)
      await world.until(async () => (await world.stored()).includes('t501'), 2 * MINUTE)
      await world.until(() => life.watched.last?.status === 'fresh', MINUTE)
      const ids = await world.stored()
      expect(ids).toEqual(chain.ids().slice(0, ids.length))
      expect(ids.length).toBeGreaterThanOrEqual(600)
    },
  )
})

describe('Older Activity pages', () => {
  test('[G6] are kept when the page below them fails, and the failed page is requested a second time', async () => {
    const world = createWorld({ latency: 10 })
    const { chain, clock } = world
    chain.grow(1_000)
    const life = world.open()
    await world.until(() => life.head()?.total === 50)
    const isDeep = (cursor: string) => cursor !== '' && chain.page(cursor).data[0]?.id === 't800'
    chain.intercept = (cursor) => (isDeep(cursor) ? json({}, { status: 500 }) : undefined)
    await life.wish()
    await clock.advance(1_000)
    const ids = await world.stored()
    expect(ids).toEqual(chain.ids().slice(0, 200))
    chain.intercept = () => undefined
    const start = chain.log.length
    await life.wish()
    await world.until(async () => (await world.stored()).length >= 250, MINUTE)
    const asked = inner(chain.log.slice(start)).map(({ cursor }) => chain.page(cursor).data[0]?.id)
    expect(asked[0]).toBe('t800')
  })
})

describe('Activity pages that have only spam', () => {
  test.each(['above the known rows', 'below the known rows, where the user scrolls'])(
    '[G6] do not make the topic fail at 150 ms per page: %s',
    async (where) => {
      const world = createWorld({ latency: 150 })
      const { chain, clock } = world
      const isAbove = where.startsWith('above')
      chain.grow(60)
      if (isAbove) await world.readAll()
      chain.grow(120 * 50, SPAM)
      chain.grow(isAbove ? 10 : 50)
      const life = world.open()
      await world.until(() => (life.head()?.total ?? 0) >= 50)
      const most = isAbove ? 0 : 20
      for (let wishes = 0; wishes < most && life.head()!.total < 110; wishes += 1) {
        await life.wish()
        await clock.advance(1_000)
      }
      await world.until(async () => (await world.stored()).length === (isAbove ? 70 : 110), 2 * MINUTE)
      await clock.advance(MINUTE)
      expect(life.statuses()).not.toContain('failed')
      expect(life.head()!.hidden).toEqual({ spam: 6_000, otherChain: 0, invalid: 0 })
      expect(await world.stored()).toEqual(chain.ids().filter((id) => !isSpam(chain, id)))
    },
  )
})

describe('An Activity cursor that the API rejects', () => {
  describe.each([400, 404, 410, 422])('with the status %i', (status) => {
    test('[G6] makes the worker fetch again from the newest page if rows are missing in the middle, until no row is missing', async () => {
      const world = createWorld({ latency: 200 })
      const { chain, clock } = world
      chain.grow(100)
      await world.readAll()
      chain.grow(400)
      const first = world.open()
      await world.until(() => (first.head()?.total ?? 0) >= 250, MINUTE)
      first.kill()
      const before = await world.stored()
      chain.expire(status)
      const start = chain.log.length
      const life = world.open()
      await world.until(() => life.head()?.total === 500, 3 * MINUTE)
      expect(await world.stored()).toEqual(chain.ids())
      expect(before.every((id) => chain.rows.has(id))).toBe(true)
      // Once from the newest page to where it went on.
      expect(chain.log.length - start).toBeLessThanOrEqual(15)
      await clock.advance(MINUTE)
      expect(life.watched.last?.status).not.toBe('failed')
    })

    test('[G6] is replaced below the oldest known row, so that older pages arrive', async () => {
      const world = createWorld({ latency: 300 })
      const { chain, clock } = world
      chain.grow(400)
      const first = world.open()
      await world.until(() => first.head()?.total === 50)
      for (const total of [100, 150]) {
        void first.tab.topics.more(params)
        await world.until(() => first.head()?.total === total)
      }
      first.kill()
      chain.expire(status)
      const start = chain.log.length
      const life = world.open()
      await clock.advance(1_000)
      for (let wishes = 0; wishes < 30 && (await world.stored()).length < 400; wishes += 1) {
        await life.wish()
        // Never less than was there.
        expect((await world.stored()).length).toBeGreaterThanOrEqual(150)
        await clock.advance(5_000)
      }
      expect(await world.stored()).toEqual(chain.ids())
      expect(life.head()).toMatchObject({ total: 400, next: null })
      expect(chain.log.length - start).toBeLessThanOrEqual(30)
    })
  })

  test('[G6] is requested only with pauses if the API rejects it every time, and no row is lost', async () => {
    const world = createWorld({ latency: 100 })
    const { chain, clock } = world
    chain.grow(100)
    await world.readAll()
    chain.grow(300)
    let refused: string | undefined
    chain.intercept = (cursor) => {
      const isThird = cursor !== '' && chain.page(cursor).data[0]?.id === 't300'
      if (isThird) refused = cursor
      return isThird ? json({}, { status: 400 }) : undefined
    }
    const start = chain.log.length
    world.open()
    await clock.advance(10 * MINUTE)
    expect(refused).toBeDefined()
    // A few for each poll; without a pause it would be thousands.
    expect(chain.log.length - start).toBeLessThan(200)
    const ids = await world.stored()
    expect(ids).toEqual(chain.ids().filter((id) => !isBetween(chain, id, 't300', 't101')))
  })

  test.each([401, 403, 429, 500])('[G6] [T5] is kept and retried if the status is %i', async (status) => {
    const world = createWorld({ latency: 300 })
    const { chain, clock } = world
    chain.grow(300)
    const life = world.open()
    await world.until(() => life.head()?.total === 50)
    void life.tab.topics.more(params)
    await world.until(() => life.head()?.total === 100)
    chain.intercept = (cursor) => (cursor === '' ? undefined : json({}, { status }))
    void life.tab.topics.more(params)
    await world.until(() => life.watched.last?.status === 'failed', MINUTE)
    expect(life.head()).toMatchObject({ total: 100, empty: true, next: null })
    const failed = chain.log.findLast(({ cursor }) => cursor !== '')!
    chain.intercept = () => undefined
    const start = chain.log.length
    await clock.advance(MINUTE)
    // The wish may have been kept, or be made again.
    if (life.head()!.total === 100) void life.tab.topics.more(params)
    await world.until(() => life.head()!.total >= 150, MINUTE)
    const asked = inner(chain.log.slice(start)).map(({ cursor }) => cursor)
    expect(asked[0]).toBe(failed.cursor)
    expect(new Set(asked).size).toBe(asked.length)
    const ids = await world.stored()
    expect(ids).toEqual(chain.ids().slice(0, ids.length))
  })
})

describe('An API whose list of Activity pages never ends', () => {
  /** New rows on the first pages, and then the same for ever. */
  const servers: [string, (cursor: string) => string | null][] = [
    ['the same cursor in every answer', () => 'x'],
    ['the cursors A, B, A', (cursor) => (cursor === 'a' ? 'b' : 'a')],
    ['new cursors and the same rows in every answer', (cursor) => `${cursor}x`],
  ]

  test.each(servers)(
    '[F3] gets at most two requests more than it has different pages if it returns %s (above the known rows)',
    async (_, getNext) => {
      const world = createWorld({ latency: 100 })
      const { chain, clock } = world
      chain.grow(50)
      await world.readAll()
      chain.grow(200)
      lie(chain, getNext)
      const start = chain.log.length
      const life = world.open()
      await clock.advance(25_000)
      expect(inner(chain.log.slice(start)).length).toBeLessThanOrEqual(countPages(inner(chain.log)) + 2)
      // Later polls may look again, but never in a row.
      await clock.advance(10 * MINUTE)
      expect(inner(chain.log.slice(start)).length).toBeLessThan(70)
      expect(life.statuses()).not.toContain('failed')
      const ids = await world.stored()
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.slice(-50)).toEqual(chain.ids().slice(-50))
    },
  )

  test.each(servers)(
    '[F3] gets at most two requests more than it has different pages if it returns %s (below the known rows)',
    async (_, getNext) => {
      const world = createWorld({ latency: 100 })
      const { chain, clock } = world
      chain.grow(250)
      lie(chain, getNext)
      const life = world.open()
      await world.until(() => life.head()?.total === 50)
      for (let wishes = 0; wishes < 10; wishes += 1) {
        void life.tab.topics.more(params)
        await clock.advance(2_000)
      }
      expect(inner(chain.log).length).toBeLessThanOrEqual(countPages(inner(chain.log)) + 2)
      const ids = await world.stored()
      expect(new Set(ids).size).toBe(ids.length)
    },
  )

  test('[F3] gets at most 200 requests in a row if it returns new rows each time', async () => {
    const world = createWorld({ latency: 20 })
    const { chain, clock } = world
    chain.grow(50)
    await world.readAll()
    chain.grow(20)
    // Each page names rows that nobody knows, and none of them reaches what is known.
    let made = 0
    chain.intercept = () => {
      const data = Array.from({ length: 5 }, () => {
        made += 1
        const minedAt = new Date(chain.minedAt('t60') - made).toISOString()
        return {
          ...chain.rows.get('t60')!,
          id: `n${made}`,
          metadata: { ...chain.rows.get('t60')!.metadata, minedAt },
        }
      })
      return json({ data, next: `n${made}` })
    }
    const start = chain.log.length
    const life = world.open()
    await clock.advance(25_000)
    const asked = inner(chain.log.slice(start)).length
    expect(asked).toBeGreaterThan(100)
    expect(asked).toBeLessThanOrEqual(200)
    expect(life.statuses()).not.toContain('failed')
    const ids = await world.stored()
    expect(ids.length).toBe(50 + 5 * (asked + 1))
  })
})

/** Same rows, other cursors. */
function lie(chain: Chain, getNext: (cursor: string) => string | null): void {
  chain.intercept = (cursor) => {
    if (cursor === '') return json({ ...chain.page(''), next: getNext('a') === 'x' ? 'x' : 'a' })
    // The second page, whatever was asked for; B is the third.
    const second = chain.page(chain.page('').next!)
    const data = cursor === 'b' ? chain.page(second.next!).data : second.data
    return json({ data, next: getNext(cursor) })
  }
}

/** Different ones of those that `lie` gives. */
function countPages(log: readonly Asked[]): number {
  return new Set(log.map(({ cursor }) => cursor === 'b')).size
}

function isSpam(chain: Chain, id: string): boolean {
  return chain.rows.get(id)!.transfers === SPAM.transfers
}

/** In the order of the list, both included. */
function isBetween(chain: Chain, id: string, newest: string, oldest: string): boolean {
  const time = chain.minedAt(id)
  return time <= chain.minedAt(newest) && time >= chain.minedAt(oldest)
}

async function readTotal(store: Store, clock: FakeClock): Promise<number | undefined> {
  return (await createBench({ store, clock }).source.load())?.data.total
}
