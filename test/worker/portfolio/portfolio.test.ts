import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { Page } from '../../../src/core/contract/list.ts'
import { PAGE_SIZE } from '../../../src/core/contract/list.ts'
import type { PortfolioHead, TokenRow } from '../../../src/core/assets/portfolio.ts'
import { type Balance, checkBalances } from '../../../worker/portfolio/check-balances.ts'
import { getChangedRanges } from '../../../worker/base/changed-ranges.ts'
import { toPortfolio } from '../../../worker/portfolio/rows.ts'
import { packPage } from '../../../worker/base/message-size.ts'
import { createTab, type Tab } from '../create-tab.ts'
import { ACCOUNT, ADDRESS, balancesOf, json } from '../fake-api.ts'
import { mutate } from '../mutate.ts'
import { propertyRuns } from '../../property-runs.ts'

const runs = propertyRuns(500)
const fixture = balancesOf(ADDRESS)
const params = { account: ACCOUNT }

function item(changes: object = {}, quantity: object = {}) {
  const base = fixture.balances[1]!
  return { ...base, ...changes, quantity: { ...base.quantity, ...quantity } }
}

const head = (tab: { last: { data: unknown } | undefined }) => tab.last?.data as PortfolioHead
const rowsOf = async (tab: Tab) => (await tab.topics.page('portfolio', params, 0)) as Page<TokenRow>

describe('[A125] the balance of the token that the page names', () => {
  const balances = [
    { name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', quantity: { decimals: '18', numeric: '2.5' } },
    {
      name: 'Harbor Dollar',
      symbol: 'HUSD',
      chainId: 'eip155:1',
      address: 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
      quantity: { decimals: '6', numeric: '4250.000001' },
    },
  ]
  const read = (token?: string) =>
    toPortfolio(checkBalances({ balances }, 'eip155:1').balances, 'eip155:1', 'en-US', token)

  test('is found whether the address is in upper or lower case, and is listed beside the native token', () => {
    const { named, native } = read('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')
    expect(named).toEqual({
      symbol: 'HUSD',
      amount: 4_250_000_001n,
      decimals: 6,
      text: '4,250.000',
      full: '4250.000001',
    })
    expect(native).toMatchObject({ symbol: 'ETH', full: '2.5' })
  })

  test('is found on Solana only if the address has the mint’s upper and lower case', () => {
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
    const tokens = [mint.toLowerCase(), mint].map((address, index) => ({
      ...balances[1],
      chainId: solana,
      address: `${solana}:${address}`,
      quantity: { decimals: '6', numeric: `${index + 1}` },
    }))
    const checked = checkBalances({ balances: tokens }, solana).balances
    expect(toPortfolio(checked, solana, 'en-US', mint).named).toMatchObject({ full: '2' })
  })

  test('is null when the account does not hold the token, and is absent when the page names no token', () => {
    expect(read(`0x${'1'.repeat(40)}`).named).toBeNull()
    expect(read()).not.toHaveProperty('named')
  })
})

describe('the check of a balance answer', () => {
  test('[F1] keeps the valid items when one item is damaged', () => {
    fc.assert(
      fc.property(mutate(fixture.balances[1]), (damaged) => {
        const [good] = fixture.balances
        const { balances, dropped } = checkBalances({ balances: [good, damaged] }, 'eip155:1')
        expect(balances.map(({ name }) => name)).toContain(good!.name)
        expect(dropped).toBeLessThanOrEqual(1)
      }),
      { numRuns: runs },
    )
  })

  test('[F1] never passes undefined, NaN or [object Object] from a damaged answer into a row', () => {
    fc.assert(
      fc.property(mutate(fixture), (answer) => {
        let balances: Balance[]
        try {
          balances = checkBalances(answer, 'eip155:1').balances
        } catch (error) {
          expect(error).toMatchObject({ code: 'bad_envelope' })
          return
        }
        const { rows, value } = toPortfolio(balances, 'eip155:1', 'en-US')
        for (const row of rows) {
          for (const text of [
            row.name,
            row.symbol,
            row.text,
            row.full,
            row.valueText ?? '',
            row.priceText ?? '',
          ]) {
            expect(typeof text).toBe('string')
          }
          expect(
            `${row.text} ${row.full} ${row.valueText} ${row.priceText}`.replaceAll('undefined', ''),
          ).not.toMatch(/NaN|Infinity|\[object/)
          expect(row.amount).toBeTypeOf('bigint')
        }
        expect(value === undefined || Number.isFinite(value)).toBe(true)
      }),
      { numRuns: runs },
    )
  })

  test.each([
    'NaN',
    '1e400',
    '-1',
    '1e5',
    '',
    ' 1',
    '1,000',
    '0x10',
    'Infinity',
    `1${'0'.repeat(78)}`,
    5,
    null,
  ])(
    '[F2] drops an item whose amount is %j, reports the number of dropped items, and keeps all other items',
    (numeric) => {
      const { balances, dropped } = checkBalances(
        { balances: [item({}, { numeric }), fixture.balances[0]] },
        'eip155:1',
      )
      expect(balances.map(({ symbol }) => symbol)).toEqual(['ETH'])
      expect(dropped).toBe(1)
    },
  )

  test.each(['-3', '300', '78', '1.5', '', 'x', 18, null])(
    '[F2] drops an item whose decimals are %j, and reports the number of dropped items',
    (decimals) => {
      const { balances, dropped } = checkBalances({ balances: [item({}, { decimals })] }, 'eip155:1')
      expect(balances).toEqual([])
      expect(dropped).toBe(1)
    },
  )

  test('[F2] reads the largest uint256 exactly, and drops a larger amount', () => {
    const most = 2n ** 256n - 1n
    const read = (amount: bigint) => {
      const { balances } = checkBalances(
        { balances: [item({}, { decimals: '1', numeric: `${amount / 10n}.${amount % 10n}` })] },
        'eip155:1',
      )
      return toPortfolio(balances, 'eip155:1', 'en-US')
    }
    expect(read(most).rows[0]?.amount).toBe(most)
    expect(read(most).rows[0]?.text.length).toBeLessThan(20)
    expect(read(most + 1n)).toMatchObject({ rows: [], dropped: 1 })
  })

  test('[F2] reads an amount with 77 decimals exactly', () => {
    const numeric = `0.${'0'.repeat(76)}7`
    const { balances } = checkBalances({ balances: [item({}, { decimals: '77', numeric })] }, 'eip155:1')
    expect(toPortfolio(balances, 'eip155:1', 'en-US').rows[0]).toMatchObject({ amount: 7n, full: numeric })
  })

  test.each([-1, Number.POSITIVE_INFINITY, 1e300, '12', null, {}])(
    '[F2] keeps a token but drops its price if the price is the invalid %j',
    (price) => {
      const { balances } = checkBalances({ balances: [item({ price, value: price })] }, 'eip155:1')
      const { rows, value } = toPortfolio(balances, 'eip155:1', 'en-US')
      expect(rows[0]).toMatchObject({ symbol: 'USDC', amount: 4_250_000_000n })
      expect(rows[0]).not.toHaveProperty('price')
      expect(value).toBeUndefined()
    },
  )

  test('leaves out items of a network that was not requested', () => {
    const answer = {
      balances: [
        item({ chainId: 'eip155:10', address: 'eip155:10:0x1' }),
        item({ chainId: undefined, address: 'eip155:10:0x2' }),
        item({ chainId: undefined, address: 'eip155:1:0x3' }),
      ],
    }
    const { balances, dropped } = checkBalances(answer, 'eip155:1')
    expect(balances.map(({ address }) => address)).toEqual(['eip155:1:0x3'])
    expect(dropped).toBe(0)
  })

  test('keeps only one of two items for the same token', () => {
    const { balances, dropped } = checkBalances({ balances: [item(), item()] }, 'eip155:1')
    expect(balances).toHaveLength(1)
    expect(dropped).toBe(1)
  })
})

describe('the portfolio', () => {
  test('[A39] shows an item without an address as the native token', async () => {
    const tab = createTab()
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    const page = await rowsOf(tab)
    expect(page.rows.map(({ kind, symbol, id }) => [kind, symbol, id])).toEqual([
      ['native', 'ETH', 'eip155:1'],
      ['token', 'USDC', 'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'],
      ['token', 'TIX', 'eip155:1:0x1111111111111111111111111111111111111111'],
    ])
    expect(head(watched).native).toMatchObject({ symbol: 'ETH', decimals: 18, amount: page.rows[0]!.amount })
  })

  test('[A103] [T11] lists a token without decimals under "other", and does not count the token in the total', async () => {
    const tab = createTab()
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    expect(head(watched)).toMatchObject({ value: 7254.24 + 4250, otherFrom: 2, total: 3, currency: 'USD' })
    const { rows } = await rowsOf(tab)
    expect(rows[2]).toMatchObject({ group: 'other', symbol: 'TIX', amount: 3n })
  })

  test('sorts tokens by value, and lists tokens without a price last', async () => {
    const tab = createTab()
    const values = [1, undefined, 300, 20]
    tab.api.answer('/balance', () =>
      json({
        balances: values.map((value, index) =>
          item({ value, address: `eip155:1:0x${index}`, name: `${value}` }),
        ),
      }),
    )
    tab.watch('portfolio', params)
    await tab.clock.advance(0)
    expect((await rowsOf(tab)).rows.map(({ name }) => name)).toEqual(['300', '20', '1', 'undefined'])
  })

  test('[A141] requests currency and chain, and requests forceUpdate only on a manual refresh', async () => {
    const tab = createTab()
    tab.watch('portfolio', params)
    await tab.clock.advance(0)
    const request = () => tab.api.requests.findLast(({ pathname }) => pathname.endsWith('/balance'))!
    expect(request().pathname).toBe(`/v1/account/${ADDRESS}/balance`)
    const query = {
      currency: 'usd',
      chainId: 'eip155:1',
      st: 'appkit',
      sv: 'html-evm-0.1.0',
      projectId: 'project',
    }
    expect(Object.fromEntries(request().searchParams)).toEqual(query)
    await tab.topics.refresh('portfolio', params)
    expect(Object.fromEntries(request().searchParams)).toEqual({
      ...query,
      forceUpdate: [
        'eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
        'eip155:1:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
        'eip155:1:0x1111111111111111111111111111111111111111',
      ].join(','),
    })
  })

  test('reports only the changed rows, and fits a page with the longest rows into one message', async () => {
    const tab = createTab()
    const many = (price: number) =>
      Array.from({ length: 250 }, (_, index) =>
        item({
          name: 'Ｗ'.repeat(500),
          symbol: '🪙'.repeat(300),
          address: `eip155:1:0x${String(index).padStart(40, '0')}`,
          value: 1000 - index,
          price: index === 7 ? price : 1,
          iconUrl: `https://icons.example/${'x'.repeat(380 - 22)}`,
        }),
      )
    tab.api.answer('/balance', () => json({ balances: many(1) }))
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    const first = head(watched)
    tab.api.answer('/balance', () => json({ balances: many(2) }))
    await tab.clock.advance(30_000)
    expect(head(watched)).toMatchObject({ since: first.version, dirty: [[7, 8]], total: 250 })
    expect(head(watched).version).toBeGreaterThan(first.version)
    const page = (await rowsOf(tab)) as Page<TokenRow>
    expect(page.rows).toHaveLength(PAGE_SIZE)
    expect(() => packPage(page, 'It')).not.toThrow()
    expect(((await tab.topics.page('portfolio', params, 2)) as Page<TokenRow>).rows).toHaveLength(50)
    expect(((await tab.topics.page('portfolio', params, 3)) as Page<TokenRow>).rows).toEqual([])
  })

  test('[T6] fails, instead of being empty, when every amount in the answer is impossible', async () => {
    const tab = createTab()
    tab.api.answer('/balance', () => json({ balances: [item({}, { numeric: '9'.repeat(78) })] }))
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    expect(watched.last).toMatchObject({
      status: 'failed',
      data: undefined,
      error: { code: 'balance_unavailable' },
    })
  })

  test('keeps its version when the answer is unchanged', async () => {
    const tab = createTab()
    const watched = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    const { version } = head(watched)
    await tab.clock.advance(30_000)
    expect(tab.api.count('/balance')).toBe(2)
    expect(head(watched)).toMatchObject({ version, since: version, dirty: [] })
  })

  test('parses the stored balances only once, however often the worker polls the API', async () => {
    const tab = createTab()
    const first = tab.watch('portfolio', params)
    await tab.clock.advance(0)
    first.stop()
    const other = createTab({ store: tab.store })
    const parse = vi.spyOn(JSON, 'parse')
    const watched = other.watch('portfolio', params)
    for (let poll = 0; poll < 4; poll += 1) await other.clock.advance(30_000)
    const ofBalances = parse.mock.calls.filter(([text]) => text.startsWith('[{"name"'))
    parse.mockRestore()
    expect(watched.last).toMatchObject({ status: 'fresh' })
    expect(ofBalances).toHaveLength(1)
  })

  test('reports the ranges of changed rows, from which the old list can be updated to the new list', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', 'b')),
        fc.array(fc.constantFrom('a', 'b')),
        (before, after) => {
          const rebuilt = before.slice(0, after.length)
          for (const [from, to] of getChangedRanges(before, after)) {
            for (let index = from; index < to; index += 1) rebuilt[index] = after[index]!
          }
          expect(rebuilt).toEqual(after)
        },
      ),
    )
  })
})
