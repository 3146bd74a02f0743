import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import type { ActivityFilter, ActivityPlace } from '../../../../src/core/assets/activity.ts'
import type { Store } from '../../../../worker/base/context.ts'
import { writeActivityCsv } from '../../../../worker/activity/search/activity-csv.ts'
import { createMemoryStore } from '../../../../worker/store/memory-store.ts'
import { config } from '../../create-tab.ts'
import { ACCOUNT, json } from '../../fake-api.ts'
import { createBench, range, token, transaction } from '../history.ts'

const { signal: never } = new AbortController()

async function store(count: number): Promise<Store> {
  const bench = createBench()
  bench.pages.set('', { data: range(0, count), next: null })
  await bench.fetch()
  return bench.store
}

async function readAll(store: Store, filter?: ActivityFilter) {
  const parts: Uint8Array[] = []
  let after: ActivityPlace | undefined
  let [rows, unread] = [0, 0]
  do {
    const input = { account: ACCOUNT, ...(filter && { filter }), ...(after && { after }) }
    const part = await writeActivityCsv(input, { config, store, signal: never })
    expect(part.csv.byteLength).toBeLessThanOrEqual(90_000)
    expect(part.searched).toBeLessThanOrEqual(part.loaded)
    parts.push(part.csv)
    rows += part.rows
    unread += part.unread
    after = part.next
  } while (after)
  const text = await new Blob(parts as BlobPart[]).text()
  return { table: toTable(text), rows, unread, parts }
}

function toTable(text: string): Record<string, string>[] {
  return parse(text, { bom: true, columns: true, record_delimiter: '\r\n' })
}

describe('The CSV file of Activity', () => {
  it('lists every loaded transaction once, in the order of the list', async () => {
    const { table, rows, parts } = await readAll(await store(3_000))
    expect(parts.length).toBeGreaterThan(3)
    expect(rows).toBe(3_000)
    expect(table.map((row) => row['hash'])).toEqual(range(0, 3_000).map(({ metadata }) => metadata.hash))
  })

  it('lists only the transactions that match the filter', async () => {
    const { table } = await readAll(await store(3_000), { text: '0042' })
    expect(table.map((row) => Number(row['hash']!.slice(2)))).toEqual([42])
  })

  it('has only a header row when no transactions are loaded', async () => {
    const { table, parts } = await readAll(createMemoryStore())
    expect(table).toEqual([])
    expect(parts[0]!.byteLength).toBeGreaterThan(50)
  })

  it('lists each row once even if rows of the same time are split between two parts of the file', async () => {
    const bench = createBench()
    const data = Array.from({ length: 2_000 }, (_, nth) => transaction(nth, 7))
    bench.pages.set('', { data, next: null })
    await bench.fetch()
    const { table } = await readAll(bench.store)
    expect(new Set(table.map((row) => row['hash'])).size).toBe(2_000)
    expect(table).toHaveLength(2_000)
  })

  it('continues in the next part even if the last written transaction was removed', async () => {
    const all = await store(600)
    const order = Date.parse(range(0, 600)[99]!.metadata.minedAt as string)
    const after = { order, id: 'gone' }
    const part = await writeActivityCsv({ account: ACCOUNT, after }, { config, store: all, signal: never })
    const text = new TextDecoder().decode(part.csv)
    expect(text.split(',')[2]).toBe(range(100, 101)[0]!.metadata.hash)
  })

  it('reports how many transactions could not be read', async () => {
    const inner = await store(2_000)
    const records = await inner.list(`activity/${ACCOUNT}/`)
    const { key } = records.filter(({ value }) => typeof value === 'string').at(-2)!
    const get: Store['get'] = async (one) => (one === key ? undefined : inner.get(one))
    const { rows, unread } = await readAll({ ...inner, get })
    expect(unread).toBeGreaterThan(0)
    expect(rows + unread).toBe(2_000)
  })

  it('is written by reading each stored record once, for any number of parts', async () => {
    const inner = await store(6_000)
    const reads = new Map<string, number>()
    const get: Store['get'] = async (key) => {
      reads.set(key, (reads.get(key) ?? 0) + 1)
      return inner.get(key)
    }
    const { rows, parts } = await readAll({ ...inner, get })
    expect([rows, parts.length > 10]).toEqual([6_000, true])
    expect([...reads].filter(([, count]) => count > 1)).toEqual([])
    const kept = (await inner.list(`activity/${ACCOUNT}`)).map(({ key }) => key)
    expect(new Set(reads.keys())).toEqual(new Set([...kept, `activity/${ACCOUNT}/facts`]))
  })

  it('continues when the stored list changes between two parts', async () => {
    const [before, after] = [createBench(), createBench()]
    await after.clock.advance(60_000)
    for (const { pages, fetch } of [before, after]) {
      pages.set('', { data: range(0, 2_000), next: null })
      await fetch()
    }
    // Every chunk has another name then.
    let inner = before.store
    const changing: Store = { ...inner, get: (key) => inner.get(key) }
    let part = await writeActivityCsv({ account: ACCOUNT }, { config, store: changing, signal: never })
    const parts = [part.csv]
    inner = after.store
    while (part.next) {
      const input = { account: ACCOUNT, after: part.next }
      part = await writeActivityCsv(input, { config, store: changing, signal: never })
      expect(part.unread).toBe(0)
      parts.push(part.csv)
    }
    const hashes = toTable(await new Blob(parts).text()).map((row) => row['hash'])
    expect(hashes).toEqual(range(0, 2_000).map(({ metadata }) => metadata.hash))
  })

  it('can be written with a filter and without a filter at the same time', async () => {
    const all = await store(1_500)
    const ask = (after?: ActivityPlace, filter?: ActivityFilter) =>
      writeActivityCsv(
        { account: ACCOUNT, ...(filter && { filter }), ...(after && { after }) },
        { config, store: all, signal: never },
      )
    const filter: ActivityFilter = { direction: 'in' }
    let [whole, part] = [await ask(), await ask(undefined, filter)]
    let [rows, found] = [whole.rows, part.rows]
    while (whole.next || part.next) {
      if (whole.next) rows += (whole = await ask(whole.next)).rows
      if (part.next) found += (part = await ask(part.next, filter)).rows
    }
    expect(rows).toBe(1_500)
    expect(found).toBe((await readAll(all, filter)).rows)
  })

  it('stops when it is cancelled', async () => {
    const controller = new AbortController()
    controller.abort()
    const asked = writeActivityCsv(
      { account: ACCOUNT },
      { config, store: await store(600), signal: controller.signal },
    )
    await expect(asked).rejects.toThrow()
  })

  it('is split into parts that fit into a message, even with the longest names', async () => {
    const bench = createBench()
    const transfers = Array.from({ length: 10 }, () => token('in', '1'.repeat(70), '日'.repeat(300)))
    const data = Array.from({ length: 300 }, (_, nth) => transaction(nth, nth, { transfers }))
    bench.pages.set('', { data, next: null })
    bench.api.answer('/history', () => json({ data, next: null }))
    await bench.fetch()
    expect((await readAll(bench.store)).table).toHaveLength(3_000)
  })
})
