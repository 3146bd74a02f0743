/** Records of a history that are gone, or somebody else's: what the list then shows, and how it becomes whole again. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  BOUNDS,
  chain,
  foreign,
  KEY,
  kindOf,
  look,
  missing,
  open,
  pickAt,
  replaceValue,
  ROWS,
  setUpHistory,
  walk,
  whole,
} from './damage-world.ts'

beforeAll(setUpHistory)

describe('Stored Activity with swapped, replaced or missing records', () => {
  test('shows no row twice after two of its chunks were swapped and all pages were fetched', async () => {
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
    'throws no error, and loses only the rows of a %s that a record of a different list has replaced',
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

  test('is completely re-fetched when its head record belongs to a different list', async () => {
    const { value } = foreign.find((record) => kindOf(record) === 'head')!
    const bench = await open(replaceValue(KEY, value))
    await look(bench)
    await walk(bench)
    expect(await bench.ids()).toEqual(chain.ids())
  })

  test('is completely re-fetched when all its chunks are missing', async () => {
    const bench = await open((records) => records.filter((record) => kindOf(record) !== 'chunk'))
    expect(await look(bench)).toEqual([])
    await walk(bench)
    expect(await bench.ids()).toEqual(chain.ids())
  })

  test('keeps its remaining rows while every second chunk is missing and is being re-fetched', async () => {
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

describe('Missing oldest rows of a complete Activity list', () => {
  test('are fetched only when the user asks for more', async () => {
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
