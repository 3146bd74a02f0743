/** A million transactions cost no more than ten thousand where somebody only looks at what is new. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { ActivityHead, ActivityRow } from '../../../src/core/assets/activity.ts'
import { createActivitySearch } from '../../../worker/activity/search/search.ts'
import { createActivitySource } from '../../../worker/activity/source.ts'
import type {
  HttpClient,
  ListSource,
  Store,
  StoreRecord,
  WorkerContext,
} from '../../../worker/base/context.ts'
import { createTabs } from '../../../worker/tabs/tabs.ts'
import { config } from '../create-tab.ts'
import { ACCOUNT } from '../fake-api.ts'
import { createFakeClock, START } from '../fake-clock.ts'
import { transaction, type Transaction } from './history.ts'

const SMALL = 10_000
const LARGE = 1_000_000
/** The two lists are built from pages of this size, and polled with pages of 50. */
const BUILT = 5_000
const MINUTE = 60_000
const { signal } = new AbortController()

/** The nth from the beginning of the history: a minute apart, with ids as long as hashes. */
function createRow(nth: number, total: number): Transaction {
  const mixed = (Math.imul(nth, 2_654_435_761) >>> 0).toString(16).padStart(24, '5')
  const minedAt = new Date(START - (total - nth + 60) * MINUTE).toISOString()
  return transaction(`0x${mixed}${nth.toString(16).padStart(40, '0')}`, 0, { minedAt })
}

/** The list of an account with so many transactions, of which the API knows `more` besides. */
function open(
  store: Store,
  total: number,
  pageSize = 50,
  more = 0,
  timeZone = 'UTC',
): ListSource<ActivityHead> {
  const context = createContext(store, total, pageSize, more, timeZone)
  return createActivitySource(context, ACCOUNT) as ListSource<ActivityHead>
}

function createContext(
  store: Store,
  total: number,
  pageSize = 50,
  more = 0,
  timeZone = 'UTC',
): WorkerContext {
  process.env['TZ'] = timeZone
  const clock = createFakeClock()
  const nobody = () => Promise.reject(new Error('nobody should ask'))
  const client: Pick<HttpClient, 'get'> = {
    async get(_, { cursor }) {
      const to = cursor === undefined ? total + more : Number(cursor)
      const from = Math.max(0, to - pageSize)
      const data = Array.from({ length: to - from }, (__, at) => createRow(to - 1 - at, total))
      return { data, next: from > 0 ? String(from) : null }
    },
  }
  return {
    ...({ load: nobody } as unknown as WorkerContext),
    config,
    clock,
    store,
    http: { setClientId: () => {}, client: () => client as HttpClient, rpc: nobody, document: nobody },
    tabs: createTabs({ locks: undefined, BroadcastChannel: undefined, clock, isShared: () => false }),
    isSupported: async () => true,
  }
}

/** The worker's own memory ends at 200,000 transactions; a disk holds more. */
function createBoundless(): Store {
  const records = new Map<string, StoreRecord>()
  const store: Partial<Store> = {
    kind: 'indexeddb',
    get: async (key) => records.get(key),
    list: async (prefix) => [...records.values()].filter(({ key }) => key.startsWith(prefix)),
    async update(key, decide) {
      const change = decide(records.get(key))
      for (const one of change?.remove ?? []) records.delete(one)
      for (const record of change?.put ?? []) records.set(record.key, record)
      return change !== undefined
    },
  }
  return store as Store
}

async function build(total: number): Promise<Store> {
  const store = createBoundless()
  const source = open(store, total, BUILT)
  let { data } = await source.fetch({ signal, force: false })
  while (data.next !== null) data = (await source.more!({ signal })).data
  expect(data.total).toBe(total)
  return store
}

interface Costs {
  reads: number
  bytesRead: number
  bytesWritten: number
  /** Characters of JSON between two waits for the store: nothing else happens in the worker meanwhile. */
  longestTask: number
}

/** What a piece of work reads, writes and parses. Each look into the store is a wait, as on a disk. */
async function measure(inner: Store, run: (store: Store) => Promise<unknown>): Promise<Costs> {
  const costs: Costs = { reads: 0, bytesRead: 0, bytesWritten: 0, longestTask: 0 }
  let task = 0
  const wait = async () => {
    await new Promise((resolve) => setImmediate(resolve))
    task = 0
  }
  const read = (record: StoreRecord | undefined) => {
    costs.reads += 1
    costs.bytesRead += getSize(record?.value)
  }
  const store: Store = {
    ...inner,
    async get(key) {
      await wait()
      const record = await inner.get(key)
      read(record)
      return record
    },
    async list(prefix) {
      await wait()
      const records = await inner.list(prefix)
      records.forEach(read)
      return records
    },
    async update(key, decide) {
      await wait()
      return inner.update(key, (stored) => {
        const change = decide(stored)
        for (const { value } of change?.put ?? []) costs.bytesWritten += getSize(value)
        return change
      })
    },
  }
  const { parse, stringify } = JSON
  const count = (length = 0) => (costs.longestTask = Math.max(costs.longestTask, (task += length)))
  JSON.parse = (...given) => (count(given[0].length), parse(...given) as unknown)
  JSON.stringify = (...given: unknown[]) => {
    const text = stringify(...(given as [unknown]))
    count((text as string | undefined)?.length)
    return text
  }
  try {
    await run(store)
  } finally {
    Object.assign(JSON, { parse, stringify })
  }
  return costs
}

function getSize(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (ArrayBuffer.isView(value)) return value.byteLength
  if (typeof value !== 'object' || value === null) return 8
  return Object.values(value).reduce((sum: number, one) => sum + getSize(one), 0)
}

/** What one test writes is not seen by the next. */
function layer(inner: Store): Store {
  const written = new Map<string, StoreRecord | undefined>()
  const isGone = (key: string) =>
    [...written].some(([one, record]) => record === undefined && (key === one || key.startsWith(`${one}/`)))
  const get = async (key: string) => (written.has(key) || isGone(key) ? written.get(key) : inner.get(key))
  return {
    ...inner,
    get,
    list: () => Promise.reject(new Error('nobody should read a whole list')),
    async update(key, decide) {
      const change = decide(await get(key))
      for (const one of change?.remove ?? []) written.set(one, undefined)
      for (const record of change?.put ?? []) written.set(record.key, record)
      return change !== undefined
    },
  }
}

const lists = new Map<number, Store>()

beforeAll(async () => {
  for (const total of [SMALL, LARGE]) lists.set(total, await build(total))
}, 600_000)

/** The same work with both lists, one after the other. */
async function compare(run: (store: Store, total: number) => Promise<unknown>): Promise<[Costs, Costs]> {
  const small = await measure(layer(lists.get(SMALL)!), (store) => run(store, SMALL))
  const large = await measure(layer(lists.get(LARGE)!), (store) => run(store, LARGE))
  return [small, large]
}

/** Characters that one task may parse or write: a phone does that in some milliseconds. */
const TASK = 200_000

function expectNoMore(small: Costs, large: Costs): void {
  expect(large.reads).toBeLessThanOrEqual(1.5 * small.reads)
  expect(large.bytesRead).toBeLessThanOrEqual(1.5 * small.bytesRead)
  expect(large.longestTask).toBeLessThan(TASK)
  // The head names its segments; what it takes for that is less than a chunk.
  expect(large.bytesWritten).toBeLessThanOrEqual(1.5 * small.bytesWritten + 60_000)
}

describe('A million transactions', () => {
  test('[G14] take no longer to show the first screen than ten thousand transactions do', async () => {
    const [small, large] = await compare(async (store, total) => {
      const source = open(store, total)
      expect((await source.load())?.data.total).toBe(total)
      const { rows } = await source.page(0)
      expect((rows[0] as ActivityRow).id).toBe(createRow(total - 1, total).id)
      expect(rows).toHaveLength(100)
    })
    expectNoMore(small, large)
  })

  test('[G14] need no more time than ten thousand when a new worker polls for the first time and finds one new transaction', async () => {
    const [small, large] = await compare(async (store, total) => {
      const source = open(store, total, 50, 1)
      await source.load()
      const { data, unfinished } = await source.fetch({ signal, force: true })
      expect(data.total).toBe(total + 1)
      expect(unfinished).toBeFalsy()
    })
    expectNoMore(small, large)
  })

  test('[G14] need no more time than ten thousand for a poll that finds no new transactions', async () => {
    const [small, large] = await compare(async (store, total) => {
      const source = open(store, total)
      await source.load()
      expect((await source.fetch({ signal, force: true })).data.total).toBe(total)
    })
    expectNoMore(small, large)
  })

  test('[G14] are read equally fast at any position of the list', async () => {
    const [small, large] = await compare(async (store, total) => {
      const source = open(store, total)
      await source.load()
      for (const share of [0.99, 0.25, 0.5, 0.75]) {
        const index = Math.floor((total * share) / 100)
        const { rows } = await source.page(index)
        expect((rows[0] as ActivityRow).id).toBe(createRow(total - 1 - index * 100, total).id)
      }
    })
    expect(large.longestTask).toBeLessThan(TASK)
    // At ten thousand all four places are in one segment or two.
    expect(large.bytesRead).toBeLessThanOrEqual(3 * small.bytesRead)
  })

  test('[G14] [A86] are recounted for a new time zone in tasks of constant length', async () => {
    const [, large] = await compare(async (store, total) => {
      const { groups } = (await open(store, total, 50, 0, 'Asia/Tokyo').load())!.data
      expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(total)
    })
    expect(large.longestTask).toBeLessThan(TASK)
  })

  test('are searched a few chunks at a time, and each match is read from the store when it is viewed', async () => {
    const inner = lists.get(LARGE)!
    const reads = new Map<string, number>()
    let [running, most] = [0, 0]
    const store: Store = {
      ...inner,
      async get(key) {
        most = Math.max(most, (running += 1))
        reads.set(key, (reads.get(key) ?? 0) + 1)
        // As from a disk: others have their turn meanwhile.
        await new Promise((resolve) => setImmediate(resolve))
        running -= 1
        return inner.get(key)
      },
      onReturn: () => () => {},
    }
    // Every transaction is one.
    const search = createActivitySearch(createContext(store, LARGE), ACCOUNT, { direction: 'in' })
    const stop = new AbortController()
    const head = await new Promise<ActivityHead>((resolve) => {
      const cached = ({ data }: { data: ActivityHead }) => {
        expect(JSON.stringify(data).length).toBeLessThan(TASK)
        if (data.search!.searched === LARGE) resolve(data)
      }
      void search.start({ cached, event() {} }, stop.signal)
    })
    expect(head.total).toBe(LARGE)
    expect(most).toBeLessThanOrEqual(8)
    expect([...reads].filter(([, count]) => count > 1)).toEqual([])

    reads.clear()
    await search.page!(0)
    expect(reads.size).toBe(0)
    const { rows } = await search.page!(5_000)
    expect((rows[0] as ActivityRow).id).toBe(createRow(LARGE - 1 - 500_000, LARGE).id)
    expect(reads.size).toBeLessThanOrEqual(2)
    stop.abort()
  })
})
