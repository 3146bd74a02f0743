/** What is stored is broken in any way: what the list then shows, and how it becomes whole again. */
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Part } from '../../../worker/activity/tree.ts'
import type { StoreRecord } from '../../../worker/base/context.ts'
import { START } from '../fake-clock.ts'
import { propertyRuns } from '../../property-runs.ts'
import { mutate } from '../mutate.ts'
import { createChain } from './chain.ts'
import {
  BOUNDS,
  chain,
  KEY,
  type Kind,
  kindOf,
  look,
  missing,
  open,
  openOn,
  PAGE,
  pickAt,
  replaceValue,
  ROWS,
  setUpHistory,
  walk,
  whole,
} from './damage-world.ts'

beforeAll(setUpHistory)

const places: [kind: Kind, where: string, at: number][] = [
  ['head', 'the only one', 0],
  ['segment', 'written first', 0],
  ['segment', 'written last', 1],
  ['chunk', 'written first', 0],
  ['chunk', 'written last', 1],
]

const damages: [name: string, damage: (key: string) => (records: StoreRecord[]) => StoreRecord[]][] = [
  ['is missing', (key) => (records) => records.filter((record) => record.key !== key)],
  ...[undefined, 'null', '{"broken', '[[]]'].map((value): (typeof damages)[number] => [
    `is ${JSON.stringify(value)}`,
    (key) => replaceValue(key, value),
  ]),
  [
    'is truncated to a half',
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

describe.each(places)('A damaged %s record of stored Activity (%s)', (kind, _, at) => {
  test.each(damages)(
    'loses only its own rows until all pages are re-fetched, if the record %s',
    async (__, damage) => {
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
    },
  )
})

describe('Stored Activity with many rows of the same time', () => {
  test.each([3, 20, 700])(
    'has all its rows once a lost chunk has been re-fetched (%i rows of each time)',
    async (together) => {
      const ties = createChain(170)
      for (let at = 0; at < 1_500; at += 1)
        ties.put(`t${at}`, START - 1e9 + Math.floor(at / together) * 60_000)
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
    },
  )
})

describe('Stored Activity', () => {
  test('loses only the rows of a chunk that contains an invalid time, until all pages are re-fetched', async () => {
    const key = pickAt('chunk', 0)
    const bench = await open((records) =>
      records.map((record) => {
        if (record.key !== key) return record
        const values = JSON.parse(record.value as string) as unknown[]
        return { ...record, value: JSON.stringify([...values.slice(0, 3), 8.7e15, ...values.slice(4)]) }
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
    'throws no error, repeats no row and loses only rows of the record if a %s record has invalid fields',
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
        { numRuns: propertyRuns(numRuns) },
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
