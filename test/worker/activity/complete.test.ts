/** Whatever an API answers: what it can give is in the list in the end, or the list says that more is to come. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { json } from '../fake-api.ts'
import { START } from '../fake-clock.ts'
import { type Bench, createBench, nft, range, transaction } from './history.ts'
import { propertyRuns } from '../../property-runs.ts'

const ids = (from: number, to: number) => range(from, to).map(({ id }) => id)
/** After it the newest page is due. */
const DUE = 31_000
const SPAM = { transfers: [nft(true)] }

describe('Older pages of the Activity list', () => {
  test('[G53] are fetched after a newest page that is empty but has a cursor', async () => {
    const bench = createBench()
    bench.pages.set('', { data: [], next: 'two' })
    bench.pages.set('two', { data: range(1, 3), next: null })
    const first = await bench.source.fetch({ signal: new AbortController().signal, force: false })
    expect(first).toMatchObject({ data: { total: 0, next: 'two' }, unfinished: true })
    expect((await bench.fetch()).data).toMatchObject({ total: 2, next: null })
  })

  test('[F3] [G6] are fetched beyond an empty page', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(0, 5), next: 'p2' })
    bench.pages.set('p2', { data: [], next: 'p3' })
    bench.pages.set('p3', { data: range(5, 10), next: null })
    await bench.fetch()
    const { data } = await bench.more()
    expect(data).toMatchObject({ total: 10, next: null })
    expect(await bench.ids()).toEqual(ids(0, 10))
  })

  test('[F3] [G6] are fetched beyond a page with only known rows, since a cursor may be a position in a list that has grown', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(5, 10), next: '5' })
    await bench.fetch()
    // Five came meanwhile.
    bench.pages.set('', { data: range(0, 5), next: '5' })
    bench.pages.set('5', { data: range(5, 10), next: '10' })
    bench.pages.set('10', { data: range(10, 20), next: null })
    const { data, unfinished } = await bench.more()
    expect(data.next).not.toBeNull()
    expect(unfinished).toBeFalsy()
    await bench.clock.advance(DUE)
    await bench.fetch()
    expect((await bench.more()).data).toMatchObject({ total: 20, next: null })
    expect(await bench.ids()).toEqual(ids(0, 20))
  })

  test('[F3] are not loaded automatically if the API repeats a cursor, only when the user asks for more', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(0, 5), next: 'a' })
    bench.pages.set('a', { data: range(5, 10), next: 'a' })
    await bench.fetch()
    const { data, unfinished } = await bench.more()
    expect(data.next).not.toBeNull()
    // Nobody is told that it is loading.
    expect(data.stalled).toBe(true)
    expect(unfinished).toBeFalsy()
    const asked = bench.cursors().length
    for (let polls = 0; polls < 5; polls += 1) {
      await bench.clock.advance(DUE)
      await bench.fetch()
    }
    expect(bench.cursors().slice(asked)).toEqual(Array(5).fill(null))
    bench.pages.set('a', { data: range(5, 10), next: 'b' })
    bench.pages.set('b', { data: range(10, 15), next: null })
    expect((await bench.more()).data).toMatchObject({ total: 15, next: null, stalled: false })
  })

  test('[F3] stop loading after 200 empty pages in a row', async () => {
    const bench = createBench()
    bench.pages.set('', { data: range(0, 5), next: 'e0' })
    for (let page = 0; page < 500; page += 1) bench.pages.set(`e${page}`, { data: [], next: `e${page + 1}` })
    await bench.fetch()
    const { data, unfinished } = await bench.more()
    expect(bench.cursors()).toHaveLength(201)
    expect(unfinished).toBeFalsy()
    expect(data.next).toBe('e200')
  })

  test('are requested from the cursor of the newest page onwards if only undated rows were known before that page was fetched', async () => {
    const bench = createBench()
    const undated = transaction('u', 0, { minedAt: null })
    bench.pages.set('', { data: [undated], next: 'older' })
    await bench.fetch()
    await bench.clock.advance(DUE)
    bench.pages.set('', { data: [...range(0, 5), undated], next: 'p2' })
    bench.pages.set('p2', { data: range(5, 10), next: 'p3' })
    const { data } = await bench.fetch()
    // Older ones come when somebody scrolls.
    expect(data).toMatchObject({ total: 6, next: 'p2' })
  })
})

describe('The newest page of the Activity list', () => {
  test.each([
    ['an old pending transaction', { status: 'pending' }],
    ['an old pending transaction on a different network', { status: 'pending', chain: 'eip155:10' }],
  ])('does not change the cursor of older pages when it adds only %s', async (_, options) => {
    const bench = createBench()
    bench.pages.set('', { data: range(0, 10), next: 'p2' })
    bench.pages.set('p2', { data: range(10, 20), next: 'old' })
    bench.pages.set('old', 500)
    await bench.fetch()
    expect((await bench.more()).data).toMatchObject({ total: 20, next: 'old' })
    await bench.clock.advance(DUE)
    bench.pages.set('', { data: [transaction('p', 5_000, options), ...range(0, 10)], next: 'p2' })
    expect((await bench.fetch()).data.next).toBe('old')
  })
})

describe('A gap between new and known Activity rows', () => {
  async function open(): Promise<Bench> {
    const bench = createBench()
    bench.pages.set('', { data: range(100, 110), next: null })
    await bench.fetch()
    await bench.clock.advance(DUE)
    bench.pages.set('', { data: range(0, 10), next: 'a' })
    return bench
  }

  test('[G6] stays open when the next pages only repeat rows, and is filled at the next poll of the newest page', async () => {
    const bench = await open()
    for (const [cursor, next] of ['ab', 'bc']) bench.pages.set(cursor!, { data: range(0, 10), next: next! })
    bench.pages.set('c', { data: range(10, 110), next: null })
    const { data, unfinished } = await bench.fetch()
    expect(unfinished).toBeFalsy()
    expect(data.next).not.toBeNull()
    await bench.clock.advance(DUE)
    expect((await bench.fetch()).data.next).toBeNull()
    expect(await bench.ids()).toEqual(ids(0, 110))
  })

  test('[G6] stays open when the API repeats a cursor, and is requested again at the next poll of the newest page', async () => {
    const bench = await open()
    bench.pages.set('a', { data: range(10, 20), next: 'b' })
    bench.pages.set('b', { data: range(20, 30), next: 'a' })
    const { data, unfinished } = await bench.fetch()
    expect(unfinished).toBeFalsy()
    expect(data.next).toBe('')
    const asked = bench.cursors().length
    for (let wishes = 0; wishes < 3; wishes += 1) await bench.more()
    expect(bench.cursors()).toHaveLength(asked)
    // Looked for anew with the next newest page, and once only.
    await bench.clock.advance(DUE)
    await bench.fetch()
    expect(bench.cursors().slice(asked)).toEqual([null, null, 'a', 'b'])
    bench.pages.set('b', { data: range(20, 110), next: null })
    await bench.clock.advance(DUE)
    expect((await bench.fetch()).data.next).toBeNull()
    expect(await bench.ids()).toEqual(ids(0, 110))
  })

  test('[G6] is filled even if the API now lists one of the known rows above the gap', async () => {
    const bench = await open()
    bench.pages.set('', { data: [...range(0, 10), transaction(105, 10)], next: 'a' })
    bench.pages.set('a', { data: [...range(11, 105), ...range(106, 110)], next: null })
    expect((await bench.fetch()).data.next).toBeNull()
    expect((await bench.ids()).length).toBe(109)
  })

  test('[G6] is requested once per poll if the API repeats its cursor, and an older gap is still filled', async () => {
    const bench = await open()
    bench.pages.set('a', 500)
    await bench.fetch().catch(() => {})
    await bench.clock.advance(DUE)
    bench.pages.set('', { data: range(-50, -40), next: 'x' })
    bench.pages.set('x', { data: range(-40, -30), next: 'x' })
    bench.pages.set('a', { data: range(10, 110), next: null })
    await bench.fetch()
    expect(await bench.ids()).toEqual([...ids(-50, -30), ...ids(0, 110)])
    expect(bench.cursors().filter((cursor) => cursor === 'x')).toHaveLength(1)
  })
})

describe('The number of hidden Activity rows', () => {
  const spam = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => transaction(`s${from + at}`, from + at, SPAM))

  test('counts each spam transaction once, even below undated rows or on two overlapping pages', async () => {
    const bench = createBench()
    const undated = transaction('u', 0, { minedAt: null })
    bench.pages.set('', { data: [...range(0, 5), undated, ...spam(5, 8)], next: 'a' })
    bench.pages.set('a', { data: [...spam(6, 12), ...range(12, 20)], next: 'b' })
    bench.pages.set('b', { data: [...range(15, 20), ...spam(20, 25)], next: null })
    expect((await bench.fetch()).data.hidden.spam).toBe(3)
    await bench.clock.advance(DUE)
    expect((await bench.fetch()).data.hidden.spam).toBe(3)
    expect((await bench.more()).data.hidden.spam).toBe(12)
    await bench.clock.advance(DUE)
    expect((await bench.fetch()).data.hidden.spam).toBe(12)
  })

  test('counts spam on both sides of a gap once when the gap closes', async () => {
    const bench = createBench()
    bench.pages.set('', { data: [...spam(98, 100), ...range(100, 110), ...spam(110, 112)], next: null })
    await bench.fetch()
    await bench.clock.advance(DUE)
    bench.pages.set('', { data: [...spam(-2, 0), ...range(0, 10), ...spam(10, 12)], next: 'a' })
    bench.pages.set('a', { data: [...spam(12, 20), ...spam(98, 100), ...range(100, 105)], next: 'b' })
    expect((await bench.fetch()).data.hidden.spam).toBe(16)
  })

  test('includes malformed rows, and does not grow with each poll', async () => {
    const bench = createBench()
    const broken = { id: 7 } as never
    bench.pages.set('', { data: [broken, ...range(0, 5), broken], next: 'a' })
    bench.pages.set('a', { data: [broken, ...range(5, 9)], next: null })
    expect((await bench.fetch()).data.hidden.invalid).toBe(2)
    await bench.clock.advance(DUE)
    await bench.fetch()
    expect((await bench.more()).data.hidden.invalid).toBe(3)
  })

  test('[F5] includes spam below a hidden row with a date in the future', async () => {
    const bench = createBench()
    const future = transaction('f', -100_000, SPAM)
    bench.pages.set('', { data: [future, ...range(5, 9)], next: null })
    expect((await bench.fetch()).data.hidden.spam).toBe(1)
    await bench.clock.advance(DUE)
    bench.pages.set('', { data: [future, ...spam(1, 4), ...range(5, 9)], next: null })
    expect((await bench.fetch()).data.hidden.spam).toBe(4)
  })
})

describe('The Activity list with any behaviour of the API', () => {
  interface Step {
    kind: 'grow' | 'poll' | 'more' | 'reload'
    count: number
  }
  type Quirk = 'empty' | 'repeat' | 'back' | 'error' | 'refuse'

  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom('grow', 'poll', 'more', 'reload'),
    count: fc.integer({ min: 1, max: 25 }),
  })
  /** What some requests meet, by their number. */
  const quirks = fc.array(
    fc.option(fc.constantFrom<Quirk>('empty', 'repeat', 'back', 'error', 'refuse'), {
      freq: 2,
      nil: undefined,
    }),
    { maxLength: 60 },
  )
  const kinds = fc.array(fc.constantFrom('row', 'row', 'row', 'spam', 'undated'), {
    minLength: 400,
    maxLength: 400,
  })

  test('[F3] [G6] shows every row, or says that more rows will follow, after a limited number of requests', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 12 }),
        quirks,
        kinds,
        fc.constantFrom('place', 'row'),
        fc.boolean(),
        async (steps, met, kindOf, cursors, isHonest) => {
          const server = createServer(kindOf, cursors as 'place' | 'row', met, isHonest)
          let bench = open(server)
          server.grow(20)
          for (const { kind, count } of steps) {
            if (kind === 'grow') server.grow(count)
            if (kind === 'reload') bench = open(server, bench)
            if (kind === 'poll') await bench.clock.advance(DUE)
            const { length } = bench.api.requests
            if (kind === 'poll') await bench.fetch().catch(() => {})
            if (kind === 'more') await bench.more().catch(() => {})
            // A request that fails is tried again.
            expect(bench.api.requests.length - length).toBeLessThan(4 * 210)
          }
          let next: string | null = ''
          for (let turns = 0; turns < (isHonest ? 40 : 8) && next !== null; turns += 1) {
            await bench.clock.advance(DUE)
            const { length } = bench.api.requests
            await bench.fetch().catch(() => {})
            await bench.more().catch(() => {})
            expect(bench.api.requests.length - length).toBeLessThan(4 * 410)
            const known = await bench.source.load()
            next = known ? known.data.next : ''
          }
          const shown = await bench.ids()
          expect(new Set(shown).size).toBe(shown.length)
          if (next === null) expect([...shown].sort()).toEqual([...server.shown()].sort())
          // Nothing but an API that lies to the end keeps it from that.
          else expect(isHonest).toBe(false)
        },
      ),
      { numRuns: propertyRuns(25) },
    )
  })

  function open(server: ReturnType<typeof createServer>, before?: Bench): Bench {
    const bench = before ? before.reload() : createBench()
    bench.api.answer('/history', (url) => server.answer(url.searchParams.get('cursor') ?? ''))
    return bench
  }

  /** Rows that only ever come on top, in pages of ten; its cursors are places in the list or name a row. */
  function createServer(
    kindOf: readonly string[],
    cursors: 'place' | 'row',
    quirks: readonly (Quirk | undefined)[],
    isHonest: boolean,
  ) {
    const rows: ReturnType<typeof transaction>[] = []
    const given: string[] = []
    let asked = 0
    const toCursor = (at: number, salt = '') => {
      if (at >= rows.length) return null
      const cursor = `${cursors === 'place' ? at : rows.length - at}~${salt}`
      given.push(cursor)
      return cursor
    }
    const toPlace = (cursor: string) => {
      const place = Number(cursor.split('~')[0])
      return cursor === '' ? 0 : cursors === 'place' ? place : rows.length - place
    }
    return {
      shown: () => rows.filter(({ transfers }) => transfers !== SPAM.transfers).map(({ id }) => id),
      grow(count: number) {
        for (let left = count; left > 0; left -= 1) {
          const at = rows.length
          const kind = kindOf[at % kindOf.length]
          const minedAt = kind === 'undated' ? null : new Date(START - (1_000 - at) * 60_000).toISOString()
          rows.unshift(transaction(`r${at}`, 0, { minedAt, ...(kind === 'spam' ? SPAM : {}) }))
        }
      },
      answer(cursor: string): Response {
        asked += 1
        const quirk = quirks[isHonest ? asked : asked % Math.max(1, quirks.length)]
        const at = toPlace(cursor)
        const data = rows.slice(at, at + 10)
        if (quirk === 'error') return json({}, { status: 500 })
        if (quirk === 'refuse' && cursor !== '') return json({}, { status: 410 })
        if (quirk === 'empty') return json({ data: [], next: toCursor(at, String(asked)) })
        if (quirk === 'repeat')
          return json({
            data: rows.slice(Math.max(0, at - 10), at + 10).slice(0, 10),
            next: toCursor(at, String(asked)),
          })
        const above = given.filter((one) => toPlace(one) <= at)
        if (quirk === 'back' && above.length > 0) return json({ data, next: above[asked % above.length] })
        return json({ data, next: toCursor(at + 10) })
      },
    }
  }
})
