import { describe, expect, test } from 'vitest'
import type { ActivityGroup, ActivityHead } from '../../../src/core/assets/activity.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { Store, StoreRecord } from '../../../worker/base/context.ts'
import { activity } from '../../../worker/activity/domain.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { ACCOUNT, ADDRESS } from '../fake-api.ts'
import { getNamed } from './get-named.ts'
import { type Bench, createBench, nft, range, token, type Transaction, transaction } from './history.ts'

const ids = (from: number, to: number) => range(from, to).map(({ id }) => id)

describe('Older pages of Activity', () => {
  test('[A83] are requested once with each cursor, and every row appears once', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(0, 50), next: 'b' })
    bench.pages.set('b', { data: range(50, 100), next: 'c' })
    bench.pages.set('c', { data: range(100, 130), next: null })
    await bench.fetch()
    await bench.more()
    const { data } = await bench.more()
    expect(bench.cursors()).toEqual([null, 'b', 'c'])
    expect(await bench.ids()).toEqual(ids(0, 130))
    expect(data).toMatchObject({ total: 130, next: null, empty: false })
  })

  test('[A133] are requested with the parameters account, chain and cursor, and without the parameter onramp', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(0, 1), next: 'a/b?c' })
    await bench.fetch()
    await bench.more()
    const query = { st: 'appkit', sv: 'html-evm-0.1.0', projectId: 'project', chainId: 'eip155:1' }
    expect(bench.api.requests.map(({ pathname }) => pathname)).toEqual(
      Array(2).fill(`/v1/account/${ADDRESS}/history`),
    )
    expect(Object.fromEntries(bench.api.requests[0]?.searchParams ?? [])).toEqual(query)
    expect(Object.fromEntries(bench.api.requests[1]?.searchParams ?? [])).toEqual({
      ...query,
      cursor: 'a/b?c',
    })
  })

  test('[A158] fail to load, without a request, on an unsupported network, and leave the list empty', async () => {
    const bench = createBench({ isSupported: async () => false })
    await expect(bench.fetch()).rejects.toMatchObject({ code: 'network_unsupported' })
    expect(bench.api.requests).toEqual([])
    expect(bench.source.afterFailure?.(undefined)).toMatchObject({ empty: true, next: null, total: 0 })
  })

  test('[F9] fail to load with networks_unknown when it is unknown whether the network is supported', async () => {
    const bench = createBench({
      isSupported: () => Promise.reject(new BillfoldError('networks_unknown', 'unknown')),
    })
    await expect(bench.fetch()).rejects.toMatchObject({ code: 'networks_unknown' })
  })

  test.each(['', 'b'])(
    '[F1] [T5] fail to load when none of their items is readable, and no row is lost (cursor "%s")',
    async (at) => {
      const bench = createBench()
      bench.pages.set('', { data: range(0, 10), next: 'b' })
      bench.pages.set('b', { data: range(10, 20), next: null })
      await bench.fetch()
      const good = bench.pages.get(at)!
      bench.pages.set(at, { data: [{ id: 1 }, null], next: null })
      const failing = at === '' ? bench.fetch() : bench.more()
      await expect(failing).rejects.toMatchObject({
        code: 'history_failed',
        context: { reason: 'bad_envelope' },
      })
      expect(await bench.ids()).toEqual(ids(0, 10))
      bench.pages.set(at, good)
      await bench.more()
      expect(await bench.ids()).toEqual(ids(0, 20))
    },
  )

  test('[F3] are requested only once with a cursor that the API repeats', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(0, 10), next: 'x' })
    bench.pages.set('x', { data: range(10, 20), next: 'x' })
    await bench.fetch()
    for (let tries = 0; tries < 5; tries += 1) await bench.more()
    expect(bench.cursors()).toEqual([null, 'x'])
    expect(await bench.ids()).toEqual(ids(0, 20))
  })

  test('[F3] are requested only once with each cursor when the API returns to an earlier cursor', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(0, 10), next: 'a' })
    bench.pages.set('a', { data: range(10, 20), next: 'b' })
    bench.pages.set('b', { data: range(20, 30), next: 'a' })
    await bench.fetch()
    for (let tries = 0; tries < 6; tries += 1) await bench.more()
    expect(bench.cursors()).toEqual([null, 'a', 'b'])
    expect(await bench.ids()).toEqual(ids(0, 30))
  })

  test('[F3] are no longer requested after a page without new rows, even after a reload', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(0, 10), next: 'c1' })
    for (let page = 1; page < 300; page += 1)
      bench.pages.set(`c${page}`, { data: range(0, 10), next: `c${page + 1}` })
    await bench.fetch()
    const again = bench.reload()
    for (let tries = 0; tries < 5; tries += 1) await again.more()
    expect(again.api.requests.length).toBeLessThanOrEqual(2)
    expect(await again.ids()).toEqual(ids(0, 10))
  })

  test('[F3] stop loading after 200 pages of spam in a row', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(0, 3), next: 'c0' })
    for (let page = 0; page < 500; page += 1) {
      const spam = transaction(`s${page}`, 10 + page, { transfers: [nft(true)] })
      bench.pages.set(`c${page}`, { data: [spam], next: `c${page + 1}` })
    }
    await bench.fetch()
    const { data } = await bench.more()
    expect(bench.api.requests.length).toBe(201)
    expect(data.hidden.spam).toBe(200)
    expect(data.next).toBe('c200')
  })

  test('are skipped if they contain only spam, and the next page is requested', async () => {
    const bench = createBench()
    const spam = (id: string) => transaction(id, 1, { transfers: [nft(true)] })
    bench.pages.set('', { data: [spam('s1')], next: 'a' })
    bench.pages.set('a', { data: [spam('s2')], next: 'b' })
    bench.pages.set('b', { data: range(0, 2), next: 'c' })
    const { data } = await bench.fetch()
    expect(data).toMatchObject({ total: 2, next: 'c', hidden: { spam: 2 } })
  })
})

describe('New rows of Activity', () => {
  test('appear at the top without a request for older pages', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(10, 60), next: 'b' })
    const first = await bench.fetch()
    bench.pages.set('', { data: range(5, 55), next: 'b2' })
    const second = await bench.fetch()
    expect(await bench.ids()).toEqual(ids(5, 60))
    expect(bench.cursors()).toEqual([null, null])
    expect(second.data.version).toBeGreaterThan(first.data.version)
    expect(second.data.since).toBe(first.data.version)
    expect(second.data.dirty).toEqual([[0, 55]])
    expect(second.data.next).toBe('b')
  })

  test('are fetched page by page up to the known rows', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(100, 150), next: 'old' })
    await bench.fetch()
    bench.pages.set('', { data: range(0, 50), next: 'p2' })
    bench.pages.set('p2', { data: range(50, 100), next: 'p3' })
    bench.pages.set('p3', { data: range(100, 150), next: 'p4' })
    const { data } = await bench.fetch()
    expect(await bench.ids()).toEqual(ids(0, 150))
    expect(data.next).toBe('old')
  })

  test('are fetched down to the known confirmed rows, although a known pending row comes before them', async () => {
    const bench = createBench()
    const pending = transaction('p', 60, { status: 'pending' })
    bench.pages.set('', { data: [pending, ...range(100, 120)], next: 'old' })
    await bench.fetch()
    bench.pages.set('', { data: [pending, ...range(10, 20)], next: 'two' })
    bench.pages.set('two', { data: range(20, 60), next: 'three' })
    bench.pages.set('three', { data: range(60, 110), next: 'four' })
    await bench.fetch()
    expect(await bench.ids()).toEqual(['p', ...ids(10, 120)])
    // Mined at last: known too, but nothing says that what stands below it is.
    bench.pages.set('', { data: [...range(1, 5), transaction('p', 4.5)], next: 'two' })
    bench.pages.set('two', { data: range(5, 20), next: 'three' })
    await bench.fetch()
    expect(await bench.ids()).toEqual([...ids(1, 5), 'p', ...ids(5, 120)])
  })

  test('[G6] leave a gap to the known rows, which is filled page by page as long as the API has pages', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(5000, 5050), next: 'old' })
    await bench.fetch()
    bench.pages.set('', { data: range(0, 10), next: 'n1' })
    for (let page = 1; page < 100; page += 1) {
      bench.pages.set(`n${page}`, { data: range(page * 10, page * 10 + 10), next: `n${page + 1}` })
    }
    const { data } = await bench.fetch()
    expect(data.next).toBe('old')
    expect(await bench.ids()).toEqual([...ids(0, 1000), ...ids(5000, 5050)])
    expect(new Set(bench.cursors()).size).toBe(101)
  })

  test('[G6] are fetched down to the known dated rows, even if the newest page contains a known undated row', async () => {
    const bench = createBench()
    const undated = transaction('u', 0, { minedAt: null })
    bench.pages.set('', { data: [...range(200, 250), undated], next: null })
    await bench.fetch()
    bench.pages.set('', { data: [...range(0, 50), undated], next: 'p2' })
    bench.pages.set('p2', { data: range(50, 120), next: 'p3' })
    bench.pages.set('p3', { data: range(120, 210), next: 'p4' })
    await bench.fetch()
    expect(await bench.ids()).toEqual([...ids(0, 250), 'u'])
  })

  test('[G6] are still fetched down to the known rows if rows added meanwhile make the API repeat a page', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(200, 250), next: 'old' })
    await bench.fetch()
    // Cursors that count rows: 50 came between the first and the second request.
    bench.pages.set('', { data: range(50, 100), next: '50' })
    bench.pages.set('50', { data: range(50, 100), next: '100' })
    bench.pages.set('100', { data: range(100, 150), next: '150' })
    bench.pages.set('150', { data: range(150, 210), next: '200' })
    await bench.fetch()
    expect(await bench.ids()).toEqual(ids(50, 250))
  })

  test('[A87] replace a known row with the same id, wherever that row is in the list', async () => {
    const bench = createBench()
    bench.pages.set('', { data: [transaction('p', 0, { status: 'pending' }), ...range(1, 400)], next: null })
    await bench.fetch()
    expect((await bench.rows())[0]).toMatchObject({ id: 'p', status: 'pending' })
    bench.pages.set('', { data: [transaction(1), transaction('p', 1.5), transaction(2)], next: null })
    const again = bench.reload()
    const { data } = await again.fetch()
    const rows = await again.rows()
    expect(data.total).toBe(400)
    expect(rows.slice(0, 3).map(({ id, status }) => [id, status])).toEqual([
      ['1', 'confirmed'],
      ['p', 'confirmed'],
      ['2', 'confirmed'],
    ])
    expect(new Set(rows.map(({ id }) => id)).size).toBe(400)
  })

  test('[A87] become one row, with the data of the last row, if they have the same id on one page', async () => {
    const bench = createBench()
    const later = transaction(1, 1, { transfers: [token('in', '7')] })
    bench.pages.set('', { data: [transaction(1), later], next: null })
    await bench.fetch()
    expect((await bench.rows()).map(({ amounts }) => amounts[0]?.text)).toEqual(['+7.000\u00A0HRV'])
  })

  test('are not written if all of them are already known, and the list keeps its version', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(0, 1000), next: 'b' })
    const first = await bench.fetch()
    const { store, written, read } = record(bench.store)
    const again = bench.reload({ store })
    bench.pages.set('', { data: range(0, 50), next: 'b' })
    const second = await again.fetch()
    expect(second.data.version).toBe(first.data.version)
    expect(second.fetchedAt).toBeGreaterThan(first.fetchedAt)
    expect(written).toEqual([`activity/${ACCOUNT}`])
    // Head, segment and chunk.
    expect(new Set(read).size).toBe(3)
  })

  test('replace a pending row that the newest page no longer lists', async () => {
    const bench = createBench()
    bench.pages.set('', { data: [transaction('p', 0, { status: 'pending' }), ...range(1, 5)], next: null })
    await bench.fetch()
    bench.pages.set('', { data: range(1, 5), next: null })
    await bench.fetch()
    expect(await bench.ids()).toEqual(ids(1, 5))
  })

  test('[F5] move to their sorted position once their time, at first in the future, has come', async () => {
    const bench = createBench()
    bench.pages.set('', { data: [transaction('f', -30), ...range(1, 4)], next: null })
    const first = await bench.fetch()
    expect(first.data.groups[0]).toEqual({ kind: 'pending', count: 1 })
    expect((await bench.rows())[0]).toMatchObject({ id: 'f', future: true })
    await bench.clock.advance(3_600_000)
    bench.pages.set('', { data: range(1, 4), next: null })
    const second = await bench.fetch()
    expect(second.data.groups).toEqual([{ kind: 'month', year: 2026, month: 11, count: 4 }])
    expect((await bench.rows())[0]).toMatchObject({ id: 'f', future: false })
  })

  test('go to their sorted position if they come from an older page, and only their chunk, segment and head records are written', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(0, 2000), next: 'b' })
    await bench.fetch()
    const { store, written } = record(bench.store)
    const again = bench.reload({ store })
    bench.pages.set('b', { data: [transaction('late', 1000.5)], next: null })
    const { data } = await again.more()
    expect((await again.ids())[1001]).toBe('late')
    expect(written.length).toBe(3)
    expect(data.dirty).toHaveLength(1)
    expect(data.dirty[0]?.[1]).toBe(2001)
  })
})

describe('A request for Activity rows', () => {
  test('[A88][A164][A187][T5] keeps the rows if it fails for page 2, and the snapshot has empty: true and no cursor', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(0, 20), next: 'b' })
    const { data: before } = await bench.fetch()
    bench.pages.set('b', 500)
    const error = await bench.more().then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({
      code: 'history_failed',
      message: 'Failed to fetch transactions',
      category: 'API_ERROR',
      context: { reason: 'http_status', status: 500 },
    })
    const shown = bench.source.afterFailure?.(before) as ActivityHead
    expect(shown).toEqual({ ...before, empty: true, next: null })
    expect(await bench.ids()).toEqual(ids(0, 20))
    bench.pages.set('b', { data: range(20, 30), next: null })
    const { data } = await bench.reload().more()
    expect(data).toMatchObject({ total: 30, empty: false })
  })

  test.each([null, 7, 'text', [], {}, { data: {} }, { data: null, next: null }, { data: [], next: 7 }])(
    '[F1] loses no rows if the answer is the invalid %j',
    async (answer) => {
      const bench = createBench()
      bench.pages.set('', { data: range(0, 5), next: null })
      await bench.fetch()
      bench.pages.set('', answer as never)
      bench.api.answer('/history', () => Response.json(answer))
      await expect(bench.fetch()).rejects.toMatchObject({
        code: 'history_failed',
        context: { reason: 'bad_envelope' },
      })
      expect(await bench.ids()).toEqual(ids(0, 5))
    },
  )

  test('is not sent if it names no account', () => {
    for (const params of [undefined, {}, { account: '' }]) {
      const read = () => activity.topics.activity.readParams(params)
      expect(read).toThrow("Transactions can't be fetched without an accountAddress")
    }
    expect(() => activity.topics.activity.readParams({ account: 'eip155:1:' })).toThrow('is not an account')
  })
})

describe('Stored Activity', () => {
  test.each([5_000, 20_000])(
    '[G14] is read from three records for the first screen, however long the list is (%i rows)',
    async (total) => {
      const bench = createBench()
      setPages(bench, total)
      await bench.fetch()
      await moreUntil(bench, total)
      const { store, read } = record(bench.store)
      const cold = bench.reload({ store })
      const known = await cold.source.load()
      const page = await cold.source.page(0)
      expect(known?.data.total).toBe(total)
      expect(page.rows).toHaveLength(100)
      expect(read).toHaveLength(3)
    },
  )

  test('combines many small pages into chunks of a few hundred rows', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(0, 20), next: '1' })
    for (let page = 1; page < 60; page += 1) {
      bench.pages.set(String(page), { data: range(page * 20, page * 20 + 20), next: String(page + 1) })
    }
    await bench.fetch()
    for (let page = 1; page < 60; page += 1)
      await bench.source.more?.({ signal: new AbortController().signal })
    const chunks = (await bench.store.list(`activity/${ACCOUNT}/`)).length
    expect(chunks).toBeGreaterThanOrEqual(4)
    expect(chunks).toBeLessThanOrEqual(9)
    expect(await bench.ids()).toEqual(ids(0, 1200))
  })

  test('needs writes of constant size for each fetched page, however long the list is', async () => {
    const { store, records } = record()
    const bench = createBench({ store })
    setPages(bench, 20_000)
    await bench.fetch()
    const sizes: number[] = []
    for (let page = 1; page < 40; page += 1) {
      records.length = 0
      await bench.source.more?.({ signal: new AbortController().signal })
      const head = records.find(({ key }) => key === `activity/${ACCOUNT}`)!
      sizes.push((head.value as string).length)
    }
    // The directory of all 80 chunks would take 10,000.
    expect(Math.max(...sizes)).toBeLessThan(8_000)
    expect(await bench.ids()).toEqual(ids(0, 20_000))
  })

  test('stays complete, without extra records, when a long list changes at its top, middle and end', async () => {
    const bench = createBench()
    setPages(bench, 20_000)
    await bench.fetch()
    await moreUntil(bench, 15_000)
    // New ones, and two that are known from the far past: one with another status, one that was mined elsewhere.
    const newest = [transaction('new', -5), ...range(0, 50)]
    const failed = transaction(9_000, 9_000, { status: 'failed' })
    const moved = transaction(12_000, 3_000.5)
    bench.pages.set('', { data: [...newest, failed, moved], next: 'p1' })
    await bench.fetch()
    const expected = ids(0, 15_000).filter((id) => id !== '12000')
    expected.splice(3_001, 0, '12000')
    expected.unshift('new')
    expect(await bench.ids()).toEqual(expected)
    expect((await bench.rows()).find(({ id }) => id === '9000')?.status).toBe('failed')
    // In a new worker, which knows nothing of the list but what is stored.
    const again = bench.reload()
    await again.fetch()
    expect(await again.ids()).toEqual(expected)
    await moreUntil(again, 20_001)
    const whole = [...expected, ...ids(15_000, 20_000)]
    expect(await again.ids()).toEqual(whole)
    expect(await again.reload().ids()).toEqual([])
    const cold = again.reload()
    await cold.source.load()
    expect(await cold.ids()).toEqual(whole)
    expect(await getStrays(again.store)).toEqual([])
  })

  test('[F32] includes the rows that a second tab has written', async () => {
    const bench = createBench()
    setPages(bench, 20_000)
    await bench.fetch()
    await moreUntil(bench, 12_000)
    const other = bench.reload()
    await other.fetch()
    await moreUntil(other, 16_000)
    other.pages.set('', { data: [transaction('new', -5), ...range(0, 50)], next: 'p1' })
    await other.fetch()
    await moreUntil(bench, 20_001)
    expect(await bench.ids()).toEqual(['new', ...ids(0, 20_000)])
    expect(await getStrays(bench.store)).toEqual([])
  })

  test('[A86] is grouped by months of the new time zone after a change of time zone, in memory and in new records', async () => {
    const bench = createBench({ timeZone: 'America/New_York' })
    setPages(bench, 20_000)
    await bench.fetch()
    await moreUntil(bench, 19_500)
    const moved = bench.reload({ timeZone: 'Asia/Tokyo' })
    const expected = (count: number) => countMonths(range(0, count), 9)
    expect((await moved.source.load())?.data.groups).toEqual(expected(19_500))
    await moved.more()
    const again = moved.reload()
    expect((await again.source.load())?.data.groups).toEqual(expected(20_000))
    expect(await again.ids()).toEqual(ids(0, 20_000))
    expect(await getStrays(again.store)).toEqual([])
  })

  test.each([
    ['is missing', undefined],
    ['is invalid JSON', '{"broken'],
    ['is null', null],
  ])('[G6] loses only the rows of a segment that %s, until the next fetch', async (_, value) => {
    const bench = createBench()
    setPages(bench, 20_000)
    await bench.fetch()
    await moreUntil(bench, 20_000)
    const parts = await bench.store.list(`activity/${ACCOUNT}/`)
    const segments = parts.filter((part) => typeof part.value !== 'string')
    const segment = segments[1]!
    const key = `activity/${ACCOUNT}`
    await bench.store.update(key, (head) =>
      value === undefined ? { put: [head!], remove: [segment.key] } : { put: [head!, { ...segment, value }] },
    )
    const again = bench.reload()
    expect((await again.source.load())?.data.total).toBe(20_000)
    const left = await again.ids()
    expect(left.length).toBeGreaterThan(20_000 - 8_700)
    const kept = new Set(left)
    expect(left).toEqual(ids(0, 20_000).filter((id) => kept.has(id)))
    await again.fetch()
    expect(await again.ids()).toEqual(ids(0, 20_000))
  })

  test('[G6] loses only the rows of a broken chunk, until the next fetch', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(0, 500), next: null })
    await bench.fetch()
    await breakFirstChunk(bench.store)
    const again = bench.reload()
    await again.source.load()
    expect(await again.ids()).toEqual(ids(250, 500))
    await again.fetch()
    expect(await again.ids()).toEqual(ids(0, 500))
    expect(await getStrays(again.store)).toEqual([])
  })

  test('[F32] has no row twice when it is read during a write', async () => {
    const memory = createMemoryStore()
    let afterWrite = async () => {}
    const bench = createBench({
      store: {
        ...memory,
        update: async (...given) => {
          const isWritten = await memory.update(...given)
          await afterWrite()
          return isWritten
        },
      },
    })
    bench.pages.set('', { data: range(1, 51), next: 'b' })
    bench.pages.set('b', { data: range(51, 101), next: 'c' })
    bench.pages.set('c', { data: range(90, 120), next: null })
    await bench.fetch()
    await bench.more()
    afterWrite = async () => void (await bench.source.load())
    bench.pages.set('', { data: range(0, 50), next: 'b' })
    await bench.fetch()
    await bench.more()
    expect(await bench.ids()).toEqual(ids(0, 120))
  })

  test('keeps all rows outside a broken chunk when older pages are requested, and then re-fetches the chunk’s rows', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(0, 500), next: 'b' })
    bench.pages.set('b', { data: range(500, 510), next: null })
    await bench.fetch()
    await breakFirstChunk(bench.store)
    const again = bench.reload()
    await again.more()
    await again.fetch()
    expect(await again.ids()).toEqual(ids(0, 510))
  })

  test('[A86] is grouped by months of the page’s time zone', async () => {
    const bench = createBench({ timeZone: 'America/New_York' })
    const at = (id: string, minedAt: string) => transaction(id, 0, { minedAt })
    bench.pages.set('', {
      data: [
        at('c', '2026-01-01T05:00:00Z'),
        at('b', '2026-01-01T04:59:59Z'),
        at('a', '2025-12-31T23:00:00.000Z'),
      ],
      next: null,
    })
    const { data } = await bench.fetch()
    expect(data.groups).toEqual([
      { kind: 'month', year: 2026, month: 1, count: 1 },
      { kind: 'month', year: 2025, month: 12, count: 2 },
    ])
    expect((await bench.rows()).map(({ date }) => date)).toEqual(['1 Jan', '31 Dec 2025', '31 Dec 2025'])
    const moved = bench.reload({ timeZone: 'Europe/Berlin' })
    expect((await moved.source.load())?.data.groups).toEqual([
      { kind: 'month', year: 2026, month: 1, count: 3 },
    ])
    expect((await moved.rows())[2]?.date).toBe('1 Jan')
  })
})

/** Pages of 500, each with the cursor of the next. */
function setPages(bench: Bench, total: number): void {
  for (let at = 0; at < total; at += 500) {
    const next = at + 500 < total ? `p${at / 500 + 1}` : null
    bench.pages.set(at === 0 ? '' : `p${at / 500}`, { data: range(at, at + 500), next })
  }
}

async function moreUntil(bench: Bench, total: number): Promise<void> {
  await bench.source.load()
  const { signal } = new AbortController()
  for (let known = await bench.source.more!({ signal }); known.data.total < total;) {
    known = await bench.source.more!({ signal })
  }
}

async function breakFirstChunk(store: Store): Promise<void> {
  const key = `activity/${ACCOUNT}`
  const chunk = (await store.list(`${key}/`)).find(({ value }) => typeof value === 'string')!
  await store.update(key, (head) => ({ put: [head!, { ...chunk, value: '{"broken' }] }))
}

/** Keys of what no head of this account leads to. */
async function getStrays(store: Store): Promise<string[]> {
  const key = `activity/${ACCOUNT}`
  const named = new Set(await getNamed(store, key))
  return (await store.list(`${key}/`)).map((one) => one.key).filter((one) => !named.has(one))
}

/** Months of a list, newest first, in a zone without summer time that is so many hours ahead. */
function countMonths(transactions: readonly Transaction[], hours: number): ActivityHead['groups'] {
  const groups = new Map<string, ActivityGroup & { kind: 'month' }>()
  for (const { metadata } of transactions) {
    const date = new Date(Date.parse(metadata.minedAt as string) + hours * 3_600_000)
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
    const group = groups.get(`${year} ${month}`)
    if (group) group.count += 1
    else groups.set(`${year} ${month}`, { kind: 'month', year, month, count: 1 })
  }
  return [...groups.values()]
}

function record(inner = createMemoryStore()) {
  const written: string[] = []
  const read: string[] = []
  const records: StoreRecord[] = []
  const store: typeof inner = {
    ...inner,
    get: (key) => (read.push(key), inner.get(key)),
    async list(prefix) {
      const records = await inner.list(prefix)
      read.push(...records.map(({ key }) => key))
      return records
    },
    update: (key, decide) =>
      inner.update(key, (stored) => {
        const change = decide(stored)
        written.push(...(change?.put ?? []).map((one) => one.key))
        records.push(...(change?.put ?? []))
        return change
      }),
  }
  return { store, written, read, records }
}
