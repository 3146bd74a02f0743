/** What is taken of an answer about the history, and what is not. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toItem } from '../../../worker/activity/item.ts'
import { parseTime } from '../../../worker/activity/parse-time.ts'
import { readHistory } from '../../../worker/activity/read-history.ts'
import { mutate } from '../mutate.ts'
import { createBench, nft, token, transaction } from './history.ts'
import { propertyRuns } from '../../property-runs.ts'

const runs = propertyRuns(1_000)

const genuine = [
  transaction('1', 1),
  transaction('2', 2, { transfers: [token('in', '1.5'), token('out', '0.0004', 'ETH', 1.2), nft(true)] }),
  transaction('3', 3, { transfers: null, chain: null, application: { name: 'Rondo', iconUrl: null } }),
  transaction('4', 4, { transfers: [], status: 'failed', operationType: 'approve' }),
]

describe('[F1] A history answer of the API', () => {
  test('keeps genuine transactions', () => {
    const { items, hidden } = readHistory({ data: genuine, next: null }, 'eip155:1')
    expect(items).toHaveLength(genuine.length)
    expect(hidden).toEqual([])
  })

  test('keeps its well-formed transactions when one of its transactions is malformed', () => {
    let dropped = 0
    fc.assert(
      fc.property(fc.constantFrom(...genuine).chain(mutate), (input) => {
        // As it comes from the network: JSON has no undefined.
        const parsed: unknown = JSON.parse(JSON.stringify(input) ?? 'null')
        const page = readHistory({ data: [parsed, genuine[0]], next: null }, 'eip155:1')
        expect(page.items.at(-1)?.id).toBe('1')
        const text = JSON.stringify(page.items)
        expect(text).not.toContain('[object Object]')
        if (page.hidden.some(({ reason }) => reason === 'invalid')) {
          dropped += 1
          expect(page.hidden).toEqual([{ reason: 'invalid' }])
        }
      }),
      { numRuns: runs },
    )
    expect(dropped).toBeGreaterThan(runs / 10)
  })

  test('[A40] keeps transactions whose transfers are null or empty, or whose chain is unknown', () => {
    const data = [
      transaction('a', 1, { transfers: null, chain: null }),
      transaction('b', 2, { transfers: [] }),
      { ...transaction('c', 3), transfers: undefined },
    ]
    const { items, hidden } = readHistory(JSON.parse(JSON.stringify({ data, next: null })), 'eip155:1')
    expect(items.map(({ id, amounts }) => [id, amounts])).toEqual([
      ['a', []],
      ['b', []],
      ['c', []],
    ])
    expect(hidden).toEqual([])
  })

  test('[F2][G10] keeps a transaction with an invalid amount or value, without that amount or value', () => {
    const take = (numeric: unknown, value: unknown = 7) => {
      const broken = { ...token('in', '1'), quantity: { numeric }, value }
      const one = JSON.stringify(transaction(1, 1, { transfers: [broken] })).replace('"1e400"', '1e400')
      const { items } = readHistory({ data: [JSON.parse(one)], next: null }, 'eip155:1')
      expect(items).toMatchObject([{ kind: 'received', amounts: [{ direction: 'in', name: 'HRV' }] }])
      const amount = items[0]?.amounts[0]
      return [amount?.numeric, amount?.value]
    }
    const long = '9'.repeat(81)
    for (const bad of [
      'NaN',
      '-1',
      '1e400',
      '1E-18',
      '',
      ' 1',
      '1.',
      '.5',
      '0x1',
      '1,5',
      long,
      5,
      null,
      {},
      '١',
    ]) {
      expect(take(bad), String(bad)).toEqual(['', 7])
    }
    for (const bad of [-1, '1e400', 'NaN', '7', true, {}, []]) {
      expect(take('1.5', bad), String(bad)).toEqual(['1.5', undefined])
    }
    expect(take(`1${'0'.repeat(77)}`, 0)).toEqual([`1${'0'.repeat(77)}`, 0])
    expect(take((2n ** 256n - 1n).toString(), 1e300)).toEqual([(2n ** 256n - 1n).toString(), 1e300])
    for (const quantity of [null, undefined, 'x', 5, [], {}]) {
      const one = transaction(1, 1, { transfers: [{ ...token('out', '1'), quantity }] })
      const { items } = readHistory({ data: [one], next: null }, 'eip155:1')
      expect(items[0]?.amounts).toMatchObject([{ direction: 'out', name: 'HRV', numeric: '' }])
    }
  })

  test('[F6] is read without keys such as __proto__ and constructor', () => {
    const poison = JSON.stringify(transaction(1)).replace(
      '{"id"',
      '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"id"',
    )
    const wrapped = `{"__proto__":{"data":[]},"data":[${poison},{"__proto__":${poison}}],"next":null}`
    const { items, hidden } = readHistory(JSON.parse(wrapped), 'eip155:1')
    expect(items).toHaveLength(1)
    // Where it stands: below the other one.
    expect(hidden).toEqual([{ reason: 'invalid', minedAt: items[0]!.minedAt }])
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
    expect(Object.keys(items[0] as object)).not.toContain('__proto__')
    const kinds = ['__proto__', 'constructor', 'toString'].map(
      (operationType) => toItem(transaction(1, 1, { operationType }) as never).kind,
    )
    expect(kinds).toEqual(['executed', 'executed', 'executed'])
  })

  test('is cut to less than 1,500 characters per transaction even if it contains megabytes of text', () => {
    const long = 'x'.repeat(1_000_000)
    const one = transaction(1, 1, { operationType: long, application: { name: long, iconUrl: long } })
    one.metadata.hash = long
    one.metadata.sentFrom = long
    one.transfers = [
      { ...token('in', '1', long), fungible_info: { name: long, symbol: long, icon: { url: long } } },
    ]
    expect(JSON.stringify(toItem(one as never)).length).toBeLessThan(1_500)
  })
})

describe('The filter of a history answer', () => {
  const page = (transfers: unknown[] | null, chain: string | null = 'eip155:1') =>
    readHistory({ data: [transaction(1, 1, { transfers, chain })], next: null }, 'eip155:1')

  test('[A84][T4] hides a transaction if all its transfers are spam, and keeps a transaction with a genuine transfer or no transfers', () => {
    expect(page([nft(true), nft(true)])).toMatchObject({ items: [], hidden: [{ reason: 'spam', id: '1' }] })
    expect(page([nft(true), nft(false)]).items).toHaveLength(1)
    expect(page([nft(true), token('in', '1')]).items).toHaveLength(1)
    expect(page([]).items).toHaveLength(1)
    expect(page(null).items).toHaveLength(1)
  })

  test('[A85] hides a transaction of a chain that was not requested, and keeps a transaction without a chain', () => {
    expect(page([], 'eip155:10')).toMatchObject({ items: [], hidden: [{ reason: 'otherChain' }] })
    expect(page([], null).items).toHaveLength(1)
  })
})

describe('[F5] The date of a transaction', () => {
  test('is read as Date.parse reads it, in any time zone and with or without fractions of a second', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('2009-01-04T00:00:00Z'),
          max: new Date('9999-12-31T00:00:00Z'),
          noInvalidDate: true,
        }),
        fc.integer({ min: -14 * 60, max: 14 * 60 }),
        (date, offset) => {
          const iso = date.toISOString()
          expect(parseTime(iso)).toBe(date.getTime())
          expect(parseTime(iso.replace(/\.\d+/, ''))).toBe(Math.floor(date.getTime() / 1000) * 1000)
          const zone = `${offset < 0 ? '-' : '+'}${String(Math.floor(Math.abs(offset) / 60)).padStart(2, '0')}:${String(Math.abs(offset) % 60).padStart(2, '0')}`
          expect(parseTime(iso.replace('Z', zone))).toBe(date.getTime() - offset * 60_000)
        },
      ),
      { numRuns: runs },
    )
  })

  test.each([
    null,
    undefined,
    0,
    1,
    Infinity,
    '',
    '1',
    'yesterday',
    '2026-11-14',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-11-14T24:00:00Z',
    '2026-11-14T09:41:12',
    '2026-11-14 09:41:12Z',
    '+275760-09-13T00:00:00.000Z',
    {},
    [],
    '2026-11-14T09:41:12+99:00',
  ])('is unknown when the API gives %j', (value) => {
    expect(parseTime(value)).toBeUndefined()
  })

  test.each([
    '0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00.000Z',
    '0001-01-01T00:00:00+00:00',
    '0000-01-01T00:00:00Z',
    '1970-01-01T00:00:00Z',
    '1999-12-31T23:59:59Z',
    '2009-01-02T23:59:59.999Z',
  ])(
    '[G13] is unknown when the API gives %s, a time before the first public chain existed',
    async (minedAt) => {
      expect(parseTime(minedAt)).toBeUndefined()
      const bench = createBench()
      bench.pages.set('', { data: [transaction('t', 1, { minedAt })], next: null })
      expect((await bench.fetch()).data.groups).toEqual([{ kind: 'unknown', count: 1 }])
      expect((await bench.rows())[0]).not.toHaveProperty('date')
    },
  )

  test('is accepted from the first day of the first public chain onwards', () => {
    expect(parseTime('2009-01-03T18:15:05Z')).toBe(Date.UTC(2009, 0, 3, 18, 15, 5))
  })
})
