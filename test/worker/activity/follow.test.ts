/** Whoever follows the heads and reads again only what they call dirty shows the list as it is. */
import { describe, expect, test } from 'vitest'
import type { ActivityGroup, ActivityHead, ActivityRow } from '../../../src/core/assets/activity.ts'
import { PAGE_SIZE } from '../../../src/core/contract/list.ts'
import type { Random } from '../../../sandbox/history/random.ts'
import { decodeChunk } from '../../../worker/activity/chunk-text.ts'
import type { Store } from '../../../worker/base/context.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { propertyRuns } from '../../property-runs.ts'
import { useRandom } from '../../seed.ts'
import { ACCOUNT } from '../fake-api.ts'
import { START } from '../fake-clock.ts'
import { type Chain, createChain } from './chain.ts'
import { type Bench, createBench, token } from './history.ts'
import { readStored } from './read-stored.ts'

/** A page's view of the list: it holds rows, and reads a page again only when a head calls it dirty. */
function createReader() {
  let version = 0
  let rows: ActivityRow[] = []
  return {
    rows: () => rows,
    async follow(bench: Bench, head: ActivityHead): Promise<number> {
      if (head.version === version) return 0
      const held = head.since === version ? rows : []
      const isDirty = (at: number) => head.dirty.some(([from, to]) => at >= from && at < to)
      const next: ActivityRow[] = []
      let read = 0
      for (let index = 0; index * PAGE_SIZE < head.total; index += 1) {
        const from = index * PAGE_SIZE
        const to = Math.min(head.total, from + PAGE_SIZE)
        const places = Array.from({ length: to - from }, (_, at) => from + at)
        if (places.some((at) => isDirty(at) || !held[at])) {
          const page = await bench.source.page(index)
          expect(page.version).toBe(head.version)
          next.push(...(page.rows as ActivityRow[]))
          read += 1
        } else next.push(...held.slice(from, to))
      }
      version = head.version
      rows = next
      return read
    },
  }
}

function changeAtRandom(chain: Chain, random: Random): void {
  const ids = chain.ids()
  const pick = () => ids[Math.min(ids.length - 1, random.between(0, random.pick([30, 300, 3_000])))]!
  for (let changes = random.between(0, 40); changes > 0; changes -= 1) {
    const id = pick()
    const status = chain.rows.get(id)?.metadata.status
    if (status !== 'confirmed') continue
    const choice = random.between(0, 5)
    if (choice === 0 && chain.rows.size > 50) chain.drop(id)
    else if (choice === 1) chain.put(`${id}'`, chain.minedAt(id) - random.between(1, 20_000))
    else chain.put(id, chain.minedAt(id), { transfers: [token('in', `${changes}`)] })
  }
  if (random.next() < 0.5) chain.grow(random.between(1, 60))
  if (random.next() < 0.2) chain.put(`p${random.between(1, 5)}`, START - 60_000, { status: 'pending' })
}

describe('A reader that fetches only the changed ranges of the Activity list', () => {
  test('always has the same rows as a full read, and never reads an unchanged range', async () => {
    const random = useRandom()
    // Each counts as 25 cases.
    const rounds = Math.ceil(propertyRuns(100) / 25)
    for (let round = 0; round < rounds; round += 1) {
      const chain = createChain(random.pick([100, 500]))
      chain.grow(random.between(100, 1_000))
      const bench = createBench()
      bench.api.answer('/history', (url) => chain.answer(url))
      const reader = createReader()
      for (let turn = 0; turn < 15; turn += 1) {
        if (random.next() < 0.6) changeAtRandom(chain, random)
        const { data } = random.next() < 0.6 ? await bench.fetch() : await bench.more()
        await reader.follow(bench, data)
        expect(reader.rows()).toEqual(await bench.rows())
        expect(reader.rows()).toHaveLength(data.total)
        expect(data.dirty.length).toBeLessThanOrEqual(1)
        for (const [from, to] of data.dirty) {
          expect(from).toBeLessThan(to)
          expect(to).toBeLessThanOrEqual(data.total)
        }
      }
    }
  })

  test('[G70] has every row even after changes in more than twenty places', async () => {
    const chain = createChain(500)
    chain.grow(500)
    const bench = createBench()
    bench.api.answer('/history', (url) => chain.answer(url))
    const reader = createReader()
    await reader.follow(bench, (await bench.fetch()).data)
    for (let at = 3; at < 500; at += 9) {
      const id = chain.ids()[at]!
      chain.put(id, chain.minedAt(id), { status: 'failed' })
    }
    const { data } = await bench.fetch()
    expect(data.dirty.length).toBeLessThanOrEqual(1)
    await reader.follow(bench, data)
    expect(reader.rows().filter(({ status }) => status === 'failed')).toHaveLength(56)
    expect(reader.rows()).toEqual(await bench.rows())
  })

  test('keeps its rows when a poll brings no change', async () => {
    const chain = createChain(100)
    chain.grow(300)
    const bench = createBench()
    bench.api.answer('/history', (url) => chain.answer(url))
    const first = await bench.fetch()
    const second = await bench.fetch()
    expect(second.data).toEqual(first.data)
  })

  test('reads only the changed row when one row changes', async () => {
    const chain = createChain(100)
    chain.grow(1_000)
    const bench = createBench()
    bench.api.answer('/history', (url) => chain.answer(url))
    await bench.fetch()
    for (let pages = 1; pages < 10; pages += 1) await bench.more()
    const id = chain.ids()[5]!
    chain.put(id, chain.minedAt(id), { status: 'failed' })
    const changed = await bench.fetch()
    expect(changed.data.dirty).toEqual([[5, 6]])
    const more = chain.ids()[950]!
    // Nobody asks for that page again: what is not answered does not change.
    chain.put(more, chain.minedAt(more), { status: 'failed' })
    expect((await bench.fetch()).data.version).toBe(changed.data.version)
  })
})

describe('Activity that was stored in a different time zone', () => {
  const HOUR = 3_600_000
  const zones: [string, number][] = [
    ['Asia/Tokyo', 9],
    ['Etc/GMT+12', -12],
    ['Pacific/Kiritimati', 14],
    ['Asia/Kathmandu', 5.75],
  ]

  /** Two years of rows, some 14 a day, and now and then a day without any. */
  function createYears(random: Random): Chain {
    const chain = createChain(1_000)
    let time = START - 730 * 24 * HOUR
    for (let at = 0; time < START - HOUR; at += 1) {
      time += random.between(1, 200) * 60_000 + (random.next() < 0.005 ? 40 * HOUR : 0)
      chain.put(`y${at}`, Math.min(time, START - HOUR))
    }
    return chain
  }

  async function readAll(chain: Chain, store: Store): Promise<Bench> {
    const bench = createBench({ store, timeZone: 'UTC' })
    bench.api.answer('/history', (url) => chain.answer(url))
    let { data } = await bench.fetch()
    while (data.next !== null) data = (await bench.more()).data
    expect(data.total).toBe(chain.rows.size)
    return bench
  }

  test.each(zones)('[A86] has each row in exactly one month of the new zone: %s', async (timeZone, hours) => {
    const chain = createYears(useRandom())
    const bench = await readAll(chain, createMemoryStore())
    const moved = bench.reload({ timeZone })
    const { data } = (await moved.source.load())!
    expect(data.groups).toEqual(countMonths(chain, hours))
    // And back again, in this worker's own memory as well.
    expect((await moved.reload({ timeZone: 'UTC' }).source.load())!.data.groups).toEqual(
      countMonths(chain, 0),
    )
    expect((await readStored(bench.store)).ids).toEqual(chain.ids())
  })

  test('[A86] is recounted by month, which reads only the records that span the start of a month', async () => {
    const random = useRandom()
    const chain = createYears(random)
    const memory = createMemoryStore()
    const bench = await readAll(chain, memory)
    const { store, read } = countReads(memory)
    const all = (await memory.list('activity/')).length
    const moved = bench.reload({ timeZone: 'Asia/Tokyo', store })
    const { data } = (await moved.source.load())!
    expect(data.groups).toEqual(countMonths(chain, 9))
    // Beside the directory itself: at most what lies at the 25 beginnings of a month.
    expect(read.size).toBeLessThan(all * 0.7)
    expect(read.size).toBeLessThanOrEqual(2 * 25 + 8)
  })

  test('[A86] [G6] includes the rows of an unreadable chunk in its total, and has exact counts by month once these rows are re-fetched', async () => {
    const chain = createYears(useRandom())
    const bench = await readAll(chain, createMemoryStore())
    // One in which a month begins there: it has to be read to be counted.
    const month = (time = 0) => new Date(time + 9 * HOUR).getUTCMonth()
    const broken = (await bench.store.list('activity/')).find(({ value }) => {
      const items = decodeChunk(value)?.map(({ item }) => item) ?? []
      return items.length > 0 && month(items[0]!.minedAt) !== month(items.at(-1)!.minedAt)
    })!
    const key = `activity/${ACCOUNT}`
    await bench.store.update(key, (head) => ({ put: [head!, { ...broken, value: '{"broken' }] }))
    const moved = bench.reload({ timeZone: 'Asia/Tokyo' })
    moved.api.answer('/history', (url) => chain.answer(url))
    const { data } = (await moved.source.load())!
    expect(data.total).toBe(chain.rows.size)
    expect(data.groups.reduce((sum, { count }) => sum + count, 0)).toBe(data.total)
    const { length } = await moved.ids()
    expect(length).toBeLessThan(data.total)
    expect(length).toBeGreaterThanOrEqual(data.total - 270)
    // It was only the count: what is missing is asked for.
    let known = await moved.fetch()
    while (known.data.next !== null) known = await moved.more()
    expect(known.data.groups).toEqual(countMonths(chain, 9))
    expect(await moved.ids()).toEqual(chain.ids())
  })

  test('[A86] is counted correctly by month after rows were added and removed', async () => {
    const random = useRandom()
    const chain = createYears(random)
    const bench = await readAll(chain, createMemoryStore())
    const moved = bench.reload({ timeZone: 'Asia/Tokyo' })
    moved.api.answer('/history', (url) => chain.answer(url))
    const newest = chain.ids()
    for (let at = 5; at < 900; at += 50) chain.drop(newest[at]!)
    chain.grow(5)
    const { data } = await moved.fetch()
    expect(data.groups).toEqual(countMonths(chain, 9))
    expect((await moved.reload().source.load())!.data.groups).toEqual(countMonths(chain, 9))
  })
})

function countMonths(chain: Chain, hours: number): ActivityGroup[] {
  const groups: (ActivityGroup & { kind: 'month' })[] = []
  for (const id of chain.ids()) {
    const date = new Date(chain.minedAt(id) + hours * 3_600_000)
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1]
    const last = groups.at(-1)
    if (last?.year === year && last.month === month) last.count += 1
    else groups.push({ kind: 'month', year, month, count: 1 })
  }
  return groups
}

function countReads(inner: Store): { store: Store; read: Set<string> } {
  const read = new Set<string>()
  const store: Store = {
    ...inner,
    get: (key) => (read.add(key), inner.get(key)),
    async list(prefix) {
      const found = await inner.list(prefix)
      for (const { key } of found) read.add(key)
      return found
    },
  }
  return { store, read }
}
