/** What a filter finds, as the engine of a worker shows it to a page. */
import { describe, expect, it, test } from 'vitest'
import type { ActivityFilter, ActivityHead, ActivityRow } from '../../../../src/core/assets/activity.ts'
import type { Snapshot } from '../../../../src/core/contract/protocol.ts'
import { createMemoryStore } from '../../../../worker/store/memory-store.ts'
import type { Store } from '../../../../worker/base/context.ts'
import { createTab, type Tab, type Watched } from '../../create-tab.ts'
import { eventually } from '../../../eventually.ts'
import { ACCOUNT, json, OTHER_ACCOUNT } from '../../fake-api.ts'
import { nft, token, transaction, type Transaction } from '../history.ts'

const params = { account: ACCOUNT }

/** The nth, of which every 100th paid 12.5 ORCH. */
function createRow(nth: number): Transaction {
  const isRare = nth % 100 === 0
  return transaction(nth, nth + 1, {
    operationType: isRare ? 'send' : 'receive',
    transfers: [isRare ? token('out', '12.5', 'ORCH') : token('in', String(nth + 1_000), 'HRV')],
  })
}

const PAGE = 250

/** A tab that has loaded so many rows, newest first; the API has `most` of them. */
async function open(loaded: number, { most = loaded, store = createMemoryStore() } = {}): Promise<Tab> {
  const tab = createTab({ store })
  tab.api.answer('/history', (url) => {
    const from = Number(url.searchParams.get('cursor') ?? 0)
    const to = Math.min(most, from + PAGE)
    const data = Array.from({ length: to - from }, (_, at) => createRow(from + at))
    return json({ data, next: to < most ? String(to) : null })
  })
  const main = tab.watch('activity', params)
  await tab.clock.advance(1_000)
  while (getHead(main).total < loaded) {
    void tab.topics.more(params)
    await tab.clock.advance(1_000)
  }
  main.stop()
  return tab
}

function getHead(watched: Watched): ActivityHead {
  return (watched.last as Snapshot<ActivityHead>).data!
}

async function search(tab: Tab, filter: ActivityFilter): Promise<Watched> {
  const watched = tab.watch('activity', { ...params, filter })
  await ended(watched)
  return watched
}

function ended(watched: Watched, loaded?: number): Promise<void> {
  return eventually(() => {
    const { search } = getHead(watched)
    expect(search!.searched + search!.unread).toBe(loaded ?? search!.loaded)
    expect(search!.loaded).toBe(loaded ?? search!.loaded)
  })
}

async function readRows(tab: Tab, filter: ActivityFilter): Promise<ActivityRow[]> {
  const rows: ActivityRow[] = []
  for (let index = 0; ; index += 1) {
    const page = await tab.topics.page('activity', { ...params, filter }, index)
    if (page.rows.length === 0) return rows
    rows.push(...(page.rows as ActivityRow[]))
  }
}

const rare: ActivityFilter = { text: '12.5', token: 'ORCH' }
const expectedRare = (to: number) =>
  Array.from({ length: to }, (_, nth) => nth)
    .filter((nth) => nth % 100 === 0)
    .map(String)

describe('A search of loaded Activity', () => {
  it('finds all matches in the order of the list, and reports how many transactions were searched', async () => {
    const tab = await open(1_500, { most: 4_000 })
    const watched = await search(tab, rare)
    const { total, groups, next, search: facts } = getHead(watched)
    const { loaded } = facts!
    const expected = expectedRare(loaded)
    expect(loaded).toBeGreaterThanOrEqual(1_500)
    expect(total).toBe(expected.length)
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(expected.length)
    expect(facts).toMatchObject({ searched: loaded, unread: 0, tokens: ['HRV', 'ORCH'] })
    expect(facts!.kinds.toSorted()).toEqual(['received', 'sent'])
    expect(next).toBe(String(loaded))
    expect((await readRows(tab, rare)).map(({ id }) => id)).toEqual(expected)
  })

  it('returns any range of rows of a long result', async () => {
    const tab = await open(4_000)
    const filter = { direction: 'in' } as const
    await search(tab, filter)
    const rows = await readRows(tab, filter)
    expect(rows.map(({ id }) => Number(id))).toEqual(
      Array.from({ length: 4_000 }, (_, nth) => nth).filter((nth) => nth % 100 !== 0),
    )
  })

  it('reports matches only once their rows can be read', async () => {
    const tab = await open(1_500)
    const watched = await search(tab, rare)
    let version = 0
    let total = 0
    for (const { data } of watched.snapshots as Snapshot<ActivityHead>[]) {
      if (!data || data.version === version) continue
      expect(data.since).toBe(version)
      expect(data.dirty).toEqual([[total, data.total]])
      version = data.version
      total = data.total
    }
    expect(total).toBe(15)
  })

  it('includes older rows that are loaded while the search is open', async () => {
    const tab = await open(1_000, { most: 3_000 })
    const main = tab.watch('activity', params)
    const watched = await search(tab, rare)
    const before = getHead(watched).search!.loaded
    expect(getHead(watched).total).toBe(expectedRare(before).length)
    void tab.topics.more(params)
    await tab.clock.advance(1_000)
    await ended(watched, getHead(main).total)
    const { total } = getHead(main)
    expect(total).toBeGreaterThan(before)
    expect((await readRows(tab, rare)).map(({ id }) => id)).toEqual(expectedRare(total))
  })

  it('includes new transactions that arrive while the search is open', async () => {
    const tab = await open(1_000)
    tab.watch('activity', params)
    const watched = await search(tab, rare)
    const fresh = transaction('fresh', -1, { transfers: [token('out', '12.5', 'ORCH')] })
    tab.api.answer('/history', () =>
      json({ data: [fresh, ...Array.from({ length: PAGE }, (_, at) => createRow(at))], next: '250' }),
    )
    void tab.topics.refresh('activity', params)
    await tab.clock.advance(5_000)
    await ended(watched, 1_001)
    expect((await readRows(tab, rare)).map(({ id }) => id)).toEqual(['fresh', ...expectedRare(1_000)])
  })

  it('leaves out unverified transactions', async () => {
    const tab = createTab()
    tab.api.answer('/history', () =>
      json({ data: [transaction(1), transaction(2, 2, { transfers: [nft(true, 'Orchard')] })], next: null }),
    )
    tab.watch('activity', params)
    await tab.clock.advance(1_000)
    const watched = await search(tab, { text: 'orchard' })
    expect(getHead(watched)).toMatchObject({ total: 0, hidden: { spam: 1 }, search: { loaded: 1 } })
  })

  it('is emptied when the account is disconnected', async () => {
    const tab = await open(1_000)
    const watched = await search(tab, rare)
    await tab.topics.forget(params)
    expect(watched.last!.data).toBeUndefined()
    expect(await readRows(tab, rare)).toEqual([])
  })

  it('rejects an invalid filter', async () => {
    const tab = createTab()
    for (const filter of [
      { text: 7 },
      { kinds: ['stolen'] },
      { direction: 'up' },
      'orch',
      { text: 'x'.repeat(201) },
    ])
      expect(() => tab.watch('activity', { ...params, filter })).toThrow()
  })

  it('finds nothing that belongs to a different account', async () => {
    const tab = await open(300)
    const watched = tab.watch('activity', { account: OTHER_ACCOUNT, filter: {} })
    await ended(watched)
    expect(getHead(watched)).toMatchObject({ total: 0, search: { loaded: 0 } })
  })
})

/** Counts what is read of it, and holds readers of chunks back where that is wanted. */
function watchReads(store: Store) {
  const state = { chunks: 0, waiting: [] as (() => void)[], isHeld: false }
  const get: Store['get'] = async (key) => {
    const record = await store.get(key)
    if (typeof record?.value === 'string' && key.split('/').length > 2 && !key.endsWith('unverified')) {
      state.chunks += 1
      if (state.isHeld) await new Promise<void>((resolve) => state.waiting.push(resolve))
    }
    return record
  }
  return { store: { ...store, get } as Store, state }
}

describe('The work of an Activity search', () => {
  it('ends when the search is closed', async () => {
    const inner = createMemoryStore()
    await open(5_000, { store: inner })
    const { store, state } = watchReads(inner)
    const tab = createTab({ store })
    state.isHeld = true
    const watched = tab.watch('activity', { ...params, filter: rare })
    await eventually(() => expect(state.waiting.length).toBeGreaterThan(0))
    watched.stop()
    state.isHeld = false
    const before = state.chunks
    for (const go of state.waiting) go()
    await tab.clock.advance(10_000)
    expect(state.chunks).toBeLessThanOrEqual(before + 8)
    expect(before).toBeLessThanOrEqual(8)
  })

  it('leaves no results when the search is closed', async () => {
    const tab = await open(1_000)
    for (const isEnded of [true, false]) {
      const watched = tab.watch('activity', { ...params, filter: rare })
      if (isEnded) await ended(watched)
      else await eventually(() => expect(watched.last!.data).toBeDefined())
      watched.stop()
      await eventually(async () => expect(await readRows(tab, rare)).toEqual([]))
    }
  })

  it('is not repeated for known rows when new rows arrive', async () => {
    const inner = createMemoryStore()
    await open(5_000, { store: inner })
    const { store, state } = watchReads(inner)
    const tab = createTab({ store })
    await search(tab, { kinds: ['approved'] })
    const { chunks } = state
    tab.api.answer('/history', () => json({ data: [createRow(0), createRow(1)], next: '2' }))
    tab.watch('activity', params)
    await tab.clock.advance(1_000)
    await tab.topics.page('activity', params, 0)
    // The list itself looks for its own rows.
    expect(state.chunks - chunks).toBeLessThanOrEqual(4)
  })
})

describe('A search of Activity with damaged records', () => {
  test.each([
    ['a chunk', (value: unknown) => typeof value === 'string'],
    ['a segment', (value: unknown) => Array.isArray(value)],
  ])(
    'searches all remaining records and reports the number of unread rows when %s is missing',
    async (_, isMeant) => {
      const inner = createMemoryStore()
      await open(2_000, { store: inner })
      const records = await inner.list(`activity/${ACCOUNT}/`)
      const { key } = records.filter(({ value }) => isMeant(value)).at(-1)!
      const get: Store['get'] = async (one) => (one === key ? undefined : inner.get(one))
      const tab = createTab({ store: { ...inner, get } })
      const watched = await search(tab, rare)
      const { search: facts, total } = getHead(watched)
      expect(facts!.unread).toBeGreaterThan(0)
      expect(facts!.searched + facts!.unread).toBe(2_000)
      expect(await readRows(tab, rare)).toHaveLength(total)
    },
  )

  it('loses only the rows of a chunk that disappears after it was searched', async () => {
    const inner = createMemoryStore()
    await open(6_000, { store: inner })
    let lost = ''
    const get: Store['get'] = async (one) => (one === lost ? undefined : inner.get(one))
    const tab = createTab({ store: { ...inner, get } })
    const filter = { direction: 'in' } as const
    const watched = await search(tab, filter)
    const { total } = getHead(watched)
    // Beyond what is kept in memory.
    const [last] = (await tab.topics.page('activity', { ...params, filter }, 55)).rows as ActivityRow[]
    const records = await inner.list(`activity/${ACCOUNT}/`)
    lost = records.find(({ value }) => typeof value === 'string' && value.includes(last!.hash!))!.key
    for (let index = 21; index < 50; index += 1)
      await tab.topics.page('activity', { ...params, filter }, index)
    expect(await tab.topics.page('activity', { ...params, filter }, 55)).toEqual({ version: -1, rows: [] })
    await eventually(() => expect(getHead(watched).search!.unread).toBeGreaterThan(0))
    expect(getHead(watched).total).toBeLessThan(total)
    expect(await readRows(tab, filter)).toHaveLength(getHead(watched).total)
  })
})
