/** What is stored is broken, gone, or somebody else's: what the list then shows, and how it becomes whole again. */
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ActivityHead } from '../../../src/core/activity.ts'
import type { Part } from '../../../worker/activity/tree.ts'
import type { StoreRecord } from '../../../worker/context.ts'
import { createMemoryStore } from '../../../worker/store/memory-store.ts'
import { ACCOUNT } from '../fake-api.ts'
import { START } from '../fake-clock.ts'
import { mutate } from '../mutate.ts'
import { type Chain, createChain } from './chain.ts'
import { type Bench, createBench } from './history.ts'
import { expectWhole } from './read-stored.ts'

const KEY = `activity/${ACCOUNT}`
/** More than one segment. */
const ROWS = 8_500
const PAGE = 1_700

let chain: Chain
/** The records of a list that is known to its end. */
let whole: StoreRecord[]
/** The same of other rows. */
let foreign: StoreRecord[]

type Kind = 'head' | 'segment' | 'chunk'
const kindOf = ({ key, value }: StoreRecord): Kind =>
  key === KEY ? 'head' : typeof value === 'string' ? 'chunk' : 'segment'

beforeAll(async () => {
  chain = createChain(PAGE)
  chain.grow(ROWS - 3)
  for (const id of ['p1', 'p2', 'p3']) chain.put(id, START - 60_000, { status: 'pending' })
  whole = await store(chain)
  const other = createChain(PAGE)
  for (let at = 0; at < ROWS; at += 1) other.put(`other${at}`, chain.minedAt('t1') + at * 60_000)
  foreign = await store(other)
})

async function store(of: Chain): Promise<StoreRecord[]> {
  const bench = openOn(of)
  await walk(bench)
  expect(await bench.ids()).toEqual(of.ids())
  return bench.store.list(KEY)
}

function openOn(of: Chain, store = createMemoryStore()): Bench {
  const bench = createBench({ store })
  bench.api.answer('/history', (url) => of.answer(url))
  return bench
}

/** Until nothing is left to ask for: by itself first, then as a person scrolls. Says how many requests that took. */
async function walk(bench: Bench): Promise<{ head: ActivityHead; requests: number }> {
  const before = bench.api.requests.length
  const { signal } = new AbortController()
  await bench.source.load()
  let known = await bench.source.fetch({ signal, force: false })
  for (let turns = 0; known.unfinished || known.data.next !== null; turns += 1) {
    expect(turns).toBeLessThan(200)
    known = known.unfinished
      ? await bench.source.fetch({ signal, force: false })
      : await bench.source.more!({ signal })
  }
  return { head: known.data, requests: bench.api.requests.length - before }
}

async function open(damage: (records: StoreRecord[]) => StoreRecord[]): Promise<Bench> {
  const store = createMemoryStore()
  const records = damage(structuredClone(whole))
  // As a hand that knows nothing of lists would.
  for (const record of records) await store.update(record.key, () => ({ put: [record] }))
  return openOn(chain, store)
}

/** What somebody sees who opens the modal now, without a network. */
async function look(bench: Bench): Promise<string[]> {
  await bench.source.load()
  const rows = await bench.rows()
  expectWhole(rows, (await bench.source.load())?.data)
  return rows.map(({ id }) => id)
}

const missing = (ids: readonly string[]) => {
  const there = new Set(ids)
  return chain.ids().filter((id) => !there.has(id))
}

/** Rows of which each record is the only home: what is missing when it is gone. */
const BOUNDS: Record<Kind, number> = { head: ROWS, segment: 8_500, chunk: 270 }

const pickAt = (kind: Kind, at: number) => {
  const some = whole.filter((record) => kindOf(record) === kind)
  return some[Math.floor(at * (some.length - 1))]!.key
}

const places: [kind: Kind, where: string, at: number][] = [
  ['head', 'itself', 0],
  ['segment', 'written first', 0],
  ['segment', 'written last', 1],
  ['chunk', 'written first', 0],
  ['chunk', 'written last', 1],
]

const replaceValue = (key: string, value: unknown) => (records: StoreRecord[]) =>
  records.map((record) => (record.key === key ? { ...record, value } : record))

const damages: [name: string, damage: (key: string) => (records: StoreRecord[]) => StoreRecord[]][] = [
  ['is gone', (key) => (records) => records.filter((record) => record.key !== key)],
  ...[undefined, 'null', '{"broken', '[[]]'].map((value): (typeof damages)[number] => [
    `is ${JSON.stringify(value)}`,
    (key) => replaceValue(key, value),
  ]),
  [
    'is cut in half',
    (key) => (records) =>
      records.map((record) => {
        if (record.key !== key) return record
        if (typeof record.value === 'string')
          return { ...record, value: record.value.slice(0, record.value.length / 2) }
        const parts = record.value as Part[]
        return { ...record, value: parts.slice(parts.length / 2) }
      }),
  ],
]

describe.each(places)('A %s (%s)', (kind, _, at) => {
  test.each(damages)('that %s costs its own rows, until the walk brings them back', async (__, damage) => {
    const key = pickAt(kind, at)
    const bench = await open(damage(key))
    const lost = missing(await look(bench))
    if (kind === 'head') expect(lost).toHaveLength(ROWS)
    else {
      expect(lost.length).toBeGreaterThan(0)
      expect(lost.length).toBeLessThanOrEqual(BOUNDS[kind])
      // They stood together.
      const from = chain.ids().indexOf(lost[0]!)
      expect(lost).toEqual(chain.ids().slice(from, from + lost.length))
    }
    // A poll takes nothing more away.
    const { signal } = new AbortController()
    const { data } = await bench.source.fetch({ signal, force: false })
    expect(data.total).toBeGreaterThanOrEqual(ROWS - lost.length)
    const { head, requests } = await walk(bench)
    expect(head).toMatchObject({ total: ROWS, next: null })
    expect(await bench.ids()).toEqual(chain.ids())
    // Once through all pages at most, whatever was lost.
    expect(requests).toBeLessThanOrEqual(ROWS / PAGE + 3)
    expect(await look(bench.reload())).toEqual(chain.ids())
  })
})

describe('Records that were exchanged', () => {
  test('two chunks of one list: no row stands twice, and all of them are there after the walk', async () => {
    const [a, b] = [pickAt('chunk', 0.2), pickAt('chunk', 0.7)]
    const valueOf = (key: string) => whole.find((record) => record.key === key)!.value
    const bench = await open((records) => replaceValue(a, valueOf(b))(replaceValue(b, valueOf(a))(records)))
    await walk(bench)
    const ids = await bench.ids()
    expect(new Set(ids).size).toBe(ids.length)
    const head = (await bench.source.load())!.data
    expect(head.total).toBe(ids.length)
  })

  test.each(['segment', 'chunk'] as const)(
    'a %s of another list: nothing is thrown, and every row of this one that stood elsewhere stays',
    async (kind) => {
      const key = pickAt(kind, 0.5)
      const other = foreign.filter((record) => kindOf(record) === kind).at(1)!
      const bench = await open(replaceValue(key, other.value))
      await bench.source.load()
      await bench.ids()
      await walk(bench)
      const lost = missing(await bench.ids())
      expect(lost.length).toBeLessThanOrEqual(BOUNDS[kind])
      const ids = await bench.ids()
      expect(new Set(ids).size).toBe(ids.length)
    },
  )

  test('the head of another list: it counts as none', async () => {
    const { value } = foreign.find((record) => kindOf(record) === 'head')!
    const bench = await open(replaceValue(KEY, value))
    await look(bench)
    await walk(bench)
    expect(await bench.ids()).toEqual(chain.ids())
  })

  test('all chunks are gone at once: the list is walked anew', async () => {
    const bench = await open((records) => records.filter((record) => kindOf(record) !== 'chunk'))
    expect(await look(bench)).toEqual([])
    await walk(bench)
    expect(await bench.ids()).toEqual(chain.ids())
  })

  test('every second chunk is gone: the others stay while the walk brings them back', async () => {
    const isGone = new Set(
      whole
        .filter((record) => kindOf(record) === 'chunk')
        .filter((_, at) => at % 2)
        .map(({ key }) => key),
    )
    const bench = await open((records) => records.filter(({ key }) => !isGone.has(key)))
    const before = await look(bench)
    expect(before.length).toBeGreaterThan(ROWS * 0.4)
    await walk(bench)
    expect(await bench.ids()).toEqual(chain.ids())
  })
})

describe('A chunk of rows of which many have the same time', () => {
  test.each([3, 20, 700])('that is gone, %i of each: every row is there after the walk', async (together) => {
    const ties = createChain(170)
    for (let at = 0; at < 1_500; at += 1) ties.put(`t${at}`, START - 1e9 + Math.floor(at / together) * 60_000)
    const full = openOn(ties)
    await walk(full)
    const records = await full.store.list(KEY)
    for (const { key } of records.filter((record) => kindOf(record) === 'chunk')) {
      const bench = openOn(ties)
      for (const record of records)
        if (record.key !== key) await bench.store.update(record.key, () => ({ put: [record] }))
      await bench.source.load()
      expect((await bench.ids()).length).toBeLessThan(1_500)
      await walk(bench)
      expect((await bench.ids()).sort()).toEqual(ties.ids().sort())
    }
  })
})

describe('The end of a list that is known whole', () => {
  test('that is gone is looked for when a person wishes to see it, and not before', async () => {
    const bench = await open((records) => records.filter(({ key }) => key !== pickLast()))
    const lost = missing(await look(bench))
    expect(lost).toEqual(chain.ids().slice(-lost.length))
    const { signal } = new AbortController()
    const { data, unfinished } = await bench.source.fetch({ signal, force: false })
    expect(unfinished).toBeFalsy()
    expect(data).toMatchObject({ total: ROWS - lost.length })
    expect(data.next).not.toBeNull()
    await walk(bench)
    expect(await bench.ids()).toEqual(chain.ids())
  })

  /** Key of the chunk with the oldest rows. */
  function pickLast(): string {
    const oldest = chain.ids().at(-1)!
    return whole.find(
      (record) => kindOf(record) === 'chunk' && (record.value as string).includes(`"${oldest}"`),
    )!.key
  }
})

describe('Any field of any record', () => {
  test('a time that is no date costs its chunk, until the walk brings it back', async () => {
    const key = pickAt('chunk', 0)
    const bench = await open((records) =>
      records.map((record) => {
        if (record.key !== key) return record
        const values = JSON.parse(record.value as string) as unknown[]
        return { ...record, value: JSON.stringify([values[0], values[1], 8.7e15, ...values.slice(3)]) }
      }),
    )
    const lost = missing(await look(bench))
    expect(lost.length).toBeGreaterThan(0)
    expect(lost.length).toBeLessThanOrEqual(BOUNDS.chunk)
    await walk(bench)
    expect(await bench.ids()).toEqual(chain.ids())
  })

  /** One to five nodes of its JSON are something else. */
  const damaged = (kind: Kind) =>
    fc.nat(1_000).chain((nth) => {
      const some = whole.filter((record) => kindOf(record) === kind)
      const record = some[nth % some.length]!
      // Of a segment, all but the fingerprints is mutated.
      const parts = typeof record.value === 'string' ? [] : (record.value as Part[])
      const text =
        typeof record.value === 'string'
          ? record.value
          : JSON.stringify(record.value, (name, value: unknown) => (name === 'prints' ? undefined : value))
      return mutate(JSON.parse(text)).map((json) => {
        const value = typeof record.value === 'string' ? JSON.stringify(json) : withPrints(json, parts)
        return { ...record, value } as StoreRecord
      })
    })

  test.each([
    ['head', 12],
    ['segment', 8],
    ['chunk', 8],
  ] as const)(
    'of a %s may be anything: nothing is thrown, no other row is lost, and none stands twice',
    async (kind, numRuns) => {
      await fc.assert(
        fc.asyncProperty(
          fc.constant(0).chain(() => damaged(kind)),
          async (record) => {
            const bench = await open((records) =>
              records.map((one) => (one.key === record.key ? record : one)),
            )
            await bench.source.load()
            for (let index = 0; index < 3; index += 1) await bench.source.page(index)
            await bench.ids()
            await walk(bench)
            const ids = await bench.ids()
            expect(new Set(ids).size).toBe(ids.length)
            expect((await bench.source.load())!.data.total).toBe(ids.length)
            if (kind !== 'head') expect(missing(ids).length).toBeLessThanOrEqual(BOUNDS[kind])
            // Whatever became of the rest: what is new is there.
            expect(ids.slice(0, PAGE).filter((id) => chain.rows.has(id)).length).toBeGreaterThan(0)
            expect(missing(ids).every((id) => chain.ids().indexOf(id) >= PAGE || kind === 'chunk')).toBe(true)
          },
        ),
        { numRuns },
      )
    },
  )
})

/** Each part that is still there gets its own back. */
function withPrints(parts: unknown, before: readonly Part[]): unknown {
  if (!Array.isArray(parts)) return parts
  const isRecord = (part: unknown) => typeof part === 'object' && part !== null
  return parts.map((part: unknown, at) =>
    isRecord(part) ? { ...(part as object), prints: before[at]?.prints } : part,
  )
}
