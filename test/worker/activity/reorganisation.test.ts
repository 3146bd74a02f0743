/** A chain that changes its mind: what the list then holds, row by row, against a model of a few lines. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ActivityHead, ActivityRow } from '../../../src/core/assets/activity.ts'
import type { Cached } from '../../../worker/base/context.ts'
import { START } from '../fake-clock.ts'
import { type Chain, createChain, type Page } from './chain.ts'
import { type Bench, createBench, nft, type Transaction, transaction } from './history.ts'
import { expectWhole } from './read-stored.ts'
import { propertyRuns } from '../../property-runs.ts'

const MINUTE = 60_000
const SPAM = { transfers: [nft(true)] }
const ids = (rows: readonly ActivityRow[]) => rows.map(({ id }) => id)

describe('A confirmed Activity row', () => {
  const five = () => Array.from({ length: 5 }, (_, at) => transaction(`r${at}`, at * 10))
  const without = (...gone: string[]) => five().filter(({ id }) => !gone.includes(id))

  async function open(data: Transaction[]): Promise<Bench> {
    const bench = createBench()
    bench.pages.set('', { data, next: null })
    await bench.fetch()
    return bench
  }

  async function poll(bench: Bench, data: Transaction[]): Promise<string[]> {
    bench.pages.set('', { data, next: 'older' })
    await bench.fetch()
    return bench.ids()
  }

  test('[G10] is removed when the newest page covers the row’s time but does not contain the row', async () => {
    const bench = await open(five())
    expect(await poll(bench, without('r2'))).toEqual(['r0', 'r1', 'r3', 'r4'])
    const { data } = (await bench.source.load())!
    expect(data.groups).toEqual([{ kind: 'month', year: 2026, month: 11, count: 4 }])
  })

  test('[G10] is removed when the newest page has a different row in its place', async () => {
    const bench = await open(five())
    const other = transaction('r2b', 20)
    expect(await poll(bench, [...without('r2', 'r3', 'r4'), other, ...without('r0', 'r1', 'r2')])).toEqual([
      'r0',
      'r1',
      'r2b',
      'r3',
      'r4',
    ])
  })

  test('[G10] stays when it is newer or older than all rows of the newest page', async () => {
    const bench = await open(five())
    expect(await poll(bench, without('r0', 'r4'))).toEqual(['r0', 'r1', 'r2', 'r3', 'r4'])
  })

  test('[G10] stays while its time equals the time of the first or last row of the newest page', async () => {
    const twins = [...five(), transaction('r1-twin', 10), transaction('r3-twin', 30)]
    const bench = await open(twins)
    expect((await poll(bench, without('r0', 'r4'))).sort()).toEqual(twins.map(({ id }) => id).sort())
  })

  test('[G10] is removed even if a second row with the same time stays', async () => {
    const bench = await open([...five(), transaction('twin', 20)])
    expect(await poll(bench, five())).toEqual(['r0', 'r1', 'r2', 'r3', 'r4'])
  })

  test('[G10] returns when the chain includes its transaction in a later block', async () => {
    const bench = await open(five())
    await poll(bench, without('r1', 'r2'))
    expect(await poll(bench, five())).toEqual(['r0', 'r1', 'r2', 'r3', 'r4'])
  })

  test('[A87] is shown only once when the API corrects its time by months', async () => {
    const chain = createChain(2_000)
    for (let at = 0; at < 9_000; at += 1) chain.put(`d${at}`, START - (9_010 - at) * 20 * MINUTE)
    const bench = openOn(chain)
    let { data } = await bench.fetch()
    while (data.next !== null) data = (await bench.more()).data
    expect(await bench.ids()).toEqual(chain.ids())
    chain.put('d1', chain.minedAt('d8999') + MINUTE)
    // In a worker that has read nothing of it yet.
    const again = openOn(chain, bench)
    await settleDown(again)
    expect(await again.ids()).toEqual(chain.ids())
  })

  test('[G10] is removed when a page of older rows covers the row’s time but does not contain the row', async () => {
    const chain = createChain(10)
    chain.grow(60)
    const bench = openOn(chain)
    await bench.fetch()
    for (let pages = 1; pages < 6; pages += 1) await bench.more()
    expect(await bench.ids()).toEqual(chain.ids())
    // Twenty new ones: the second page of the walk spans what was the first.
    chain.grow(15)
    chain.drop('t57')
    await settleDown(bench)
    expect(await bench.ids()).toEqual(chain.ids())
  })

  test('[G10] stays when the API lists it as spam or on a different chain', async () => {
    const bench = await open(five())
    const spam = transaction('r1', 10, SPAM)
    const foreign = transaction('r2', 20, { chain: 'eip155:10' })
    const beside = [transaction('spam', 15, SPAM), transaction('foreign', 25, { chain: 'eip155:10' })]
    const [r0, , , r3, r4] = five()
    expect(await poll(bench, [r0!, spam, beside[0]!, foreign, beside[1]!, r3!, r4!])).toEqual(
      ids(five() as never),
    )
  })

  test('[G10] stays when the API lists it in a malformed form', async () => {
    const bench = await open(five())
    const broken = { id: 'r2', metadata: null, transfers: [] } as never
    const rows = await poll(bench, [...five().slice(0, 2), broken, ...five().slice(3)])
    expect(rows).toEqual(['r0', 'r1', 'r2', 'r3', 'r4'])
  })
})

describe('A pending Activity row', () => {
  const pending = (id: string) => transaction(id, 0, { status: 'pending' })
  const mined = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => transaction(`m${from + at}`, 10 + from + at))

  async function open(...data: Transaction[]): Promise<Bench> {
    const bench = createBench()
    bench.pages.set('', { data, next: null })
    await bench.fetch()
    return bench
  }

  async function poll(bench: Bench, ...data: Transaction[]): Promise<string[]> {
    bench.pages.set('', { data, next: null })
    await bench.fetch()
    return bench.ids()
  }

  test('stays when the newest page ends above the row’s position', async () => {
    const bench = await open(pending('a'), pending('b'), ...mined(0, 5))
    bench.pages.set('below', { data: mined(0, 5), next: null })
    bench.pages.set('', { data: [pending('b')], next: 'below' })
    const { signal } = new AbortController()
    // One page only, which names nothing but what is pending.
    await bench.source.fetch({ signal, force: false })
    expect((await bench.ids()).sort()).toEqual(['a', 'b', 'm0', 'm1', 'm2', 'm3', 'm4'])
  })

  test('is removed when the newest page extends below the row’s position but does not contain the row', async () => {
    const bench = await open(pending('a'), pending('b'), ...mined(0, 5))
    expect(await poll(bench, pending('b'), ...mined(0, 5))).toEqual(['b', 'm0', 'm1', 'm2', 'm3', 'm4'])
  })

  test('[A87] is shown only once, at its time, after it is mined', async () => {
    const bench = await open(pending('a'), ...mined(0, 5))
    expect(await poll(bench, transaction('m-1', 9), transaction('a', 9.5), ...mined(0, 5))).toEqual([
      'm-1',
      'a',
      'm0',
      'm1',
      'm2',
      'm3',
      'm4',
    ])
    expect((await bench.rows())[1]).toMatchObject({ id: 'a', status: 'confirmed' })
  })

  test('[A87] is shown only once, at the top, when a mined transaction becomes pending', async () => {
    const bench = await open(transaction('a', 1), ...mined(0, 5))
    expect((await poll(bench, pending('a'), ...mined(0, 5)))[0]).toBe('a')
    expect(await bench.ids()).toHaveLength(6)
    expect((await bench.source.load())!.data.groups[0]).toEqual({ kind: 'pending', count: 1 })
  })

  test('does not end the fetch of new rows below it if it was mined while the worker was stopped', async () => {
    const chain = createChain(10)
    chain.grow(30)
    chain.put('p', START - 100 * MINUTE, { status: 'pending' })
    const bench = openOn(chain)
    await bench.fetch()
    // Now `p` is confirmed, on the newest page, and 25 others with it, which nobody knows.
    chain.grow(25)
    chain.put('p', chain.minedAt('t55') - MINUTE / 2)
    await settleDown(bench)
    expect(await bench.ids()).toEqual(chain.ids().slice(0, (await bench.ids()).length))
    expect(await bench.ids()).toContain('t31')
  })
})

describe('An Activity row with a time in the future', () => {
  test('[F5] moves to its sorted position in the list once its time has come, even in a new worker', async () => {
    const bench = createBench()
    const rows = [
      transaction('far', -120),
      transaction('near', -30),
      ...Array.from({ length: 300 }, (_, at) => transaction(`m${at}`, at)),
    ]
    bench.pages.set('', { data: rows, next: null })
    const first = await bench.fetch()
    expect(first.data.groups[0]).toEqual({ kind: 'pending', count: 2 })
    await bench.clock.advance(60 * MINUTE)
    const again = bench.reload()
    again.pages.set('', { data: [transaction('new', -50), ...rows.slice(2, 50)], next: 'm49' })
    const second = await again.fetch()
    const shown = await again.rows()
    expect(shown.slice(0, 4).map(({ id, future }) => [id, future])).toEqual([
      ['far', true],
      ['new', false],
      ['near', false],
      ['m0', false],
    ])
    expect(second.data.groups[0]).toEqual({ kind: 'pending', count: 1 })
    expectWhole(shown, second.data)
  })
})

describe('The Activity list of a randomly changing chain', () => {
  type Step =
    | { kind: 'grow'; count: number; hidden: 'spam' | 'otherChain' | undefined }
    | { kind: 'drop' | 'fail' | 'move' | 'twin'; at: number }
    | { kind: 'late'; at: number }
    | { kind: 'send' | 'mine' | 'cancel' }
    | { kind: 'poll' | 'turn' | 'more' | 'reload' }

  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      kind: fc.constant('grow' as const),
      count: fc.oneof(fc.nat(4), fc.nat(30)),
      hidden: fc.constantFrom(undefined, undefined, undefined, 'spam' as const, 'otherChain' as const),
    }),
    {
      arbitrary: fc.record({
        kind: fc.constantFrom('drop', 'fail', 'move', 'twin', 'late'),
        at: fc.nat(200),
      }),
      weight: 3,
    },
    fc.record({ kind: fc.constantFrom('send', 'mine', 'cancel') }),
    { arbitrary: fc.record({ kind: fc.constantFrom('poll', 'turn', 'more', 'reload') }), weight: 3 },
  ) as fc.Arbitrary<Step>

  test('[G10] [A87] is correct within the fetched pages, and has each id only once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        const chain = createChain(10)
        chain.grow(40)
        const model = createModel()
        chain.intercept = (cursor) => void model.pages.push([cursor === '', chain.page(cursor)])
        let bench = openOn(chain)
        let sent = 0
        await bench.fetch()
        await model.compare(bench)
        for (const one of steps) {
          const all = chain.ids()
          const pending = all.filter((id) => chain.rows.get(id)!.metadata.status === 'pending')
          const mined = all.slice(pending.length)
          const id = mined[('at' in one ? one.at : 0) % mined.length]!
          if (one.kind === 'grow') {
            const options = one.hidden === 'spam' ? SPAM : one.hidden ? { chain: 'eip155:10' } : {}
            chain.grow(one.count, options)
          }
          // A row that is hidden stays so, whatever becomes of it.
          const known = chain.rows.get(id)!
          const options = { chain: known.metadata.chain ?? null, transfers: known.transfers as unknown[] }
          if (one.kind === 'drop' && mined.length > 20) chain.drop(id)
          if (one.kind === 'fail') chain.put(id, chain.minedAt(id), { ...options, status: 'failed' })
          if (one.kind === 'move') chain.put(id, chain.minedAt(id) + 3.5 * MINUTE, options)
          if (one.kind === 'twin') chain.put(`${id}=`, chain.minedAt(id))
          if (one.kind === 'late') chain.put(`${id}'`, chain.minedAt(id) - MINUTE / 4)
          if (one.kind === 'send') chain.put(`s${(sent += 1)}`, START - MINUTE, { status: 'pending' })
          if (one.kind === 'mine' && pending[0]) chain.put(pending[0], chain.minedAt(mined[0]!) + MINUTE)
          if (one.kind === 'cancel' && pending[0]) chain.drop(pending[0])
          if (one.kind === 'reload') bench = openOn(chain, bench)
          if (one.kind === 'turn') await bench.fetch()
          if (one.kind === 'more') await bench.more()
          if (one.kind === 'poll') await settleDown(bench)
          await model.compare(bench)
        }
        await settleDown(bench)
        await model.compare(bench)
        // A worker that starts now finds the same.
        await model.compare(openOn(chain, bench))
      }),
      { numRuns: propertyRuns(60) },
    )
  })
})

/** What follows from each page, in the plainest way there is. */
function createModel() {
  const known = new Map<string, { time: number; status: string }>()
  /** At an edge that only a hidden row marks, both is right. */
  const open = new Set<string>()
  const pages: [isNewest: boolean, page: Page][] = []

  function take(isNewest: boolean, { data }: Page): void {
    const named = new Set(data.map(({ id }) => id))
    const time = (one: Transaction) => Date.parse(one.metadata.minedAt as string)
    const confirmed = data.filter(({ metadata }) => metadata.status !== 'pending')
    const shown = confirmed.filter(isShown)
    const isInside = (rows: Transaction[], at: number) =>
      rows.length > 0 && at < time(rows[0]!) && at > time(rows.at(-1)!)
    for (const [id, row] of known) {
      if (named.has(id)) continue
      if (row.status === 'pending') {
        if (isNewest && shown.length > 0) known.delete(id)
        else if (isNewest && confirmed.length > 0) open.add(id)
      } else if (isInside(shown, row.time)) known.delete(id)
      else if (isInside(confirmed, row.time)) open.add(id)
    }
    for (const one of data) {
      if (!isShown(one)) continue
      open.delete(one.id)
      known.set(one.id, { time: time(one), status: one.metadata.status })
    }
  }

  return {
    pages,
    /** After what was asked for until now. */
    async compare(bench: Bench): Promise<void> {
      for (const [isNewest, page] of pages.splice(0)) take(isNewest, page)
      const head = (await bench.source.load())?.data
      const rows = await bench.rows()
      expectWhole(rows, head)
      const found = new Map(rows.map(({ id, minedAt, status }) => [id, { time: minedAt, status }]))
      for (const id of open) {
        if (found.has(id)) continue
        known.delete(id)
        open.delete(id)
      }
      expect([...found.keys()].sort()).toEqual([...known.keys()].sort())
      for (const [id, row] of known) expect({ id, ...found.get(id) }).toEqual({ id, ...row })
    },
  }
}

function isShown({ metadata, transfers }: Transaction): boolean {
  return transfers !== SPAM.transfers && metadata.chain !== 'eip155:10'
}

function openOn(chain: Chain, before?: Bench): Bench {
  const bench = before ? before.reload() : createBench()
  bench.api.answer('/history', (url) => chain.answer(url))
  return bench
}

/** As the engine does: asks again at once while the source wants it. */
async function settleDown(bench: Bench): Promise<void> {
  for (let turns = 0; turns < 100; turns += 1) {
    const known: Cached<ActivityHead> = await bench.fetch()
    if (!known.unfinished) return
  }
  throw new Error('The walk does not end.')
}
