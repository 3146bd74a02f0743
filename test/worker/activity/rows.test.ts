import { getAddress } from 'viem'
import * as fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import type { ActivityGroup, ActivityRow } from '../../../src/core/assets/activity.ts'
import { createCalendar } from '../../../worker/activity/calendar.ts'
import { toItem } from '../../../worker/activity/item.ts'
import { ROW_LIMIT, toRow, toRows } from '../../../worker/activity/rows.ts'
import { transaction as schema } from '../../../worker/activity/transaction.ts'
import { packPage } from '../../../worker/base/message-size.ts'
import { ADDRESS, OTHER_ADDRESS } from '../fake-api.ts'
import { START } from '../fake-clock.ts'
import { createBench, nft, range, token, transaction, type TransactionOptions } from './history.ts'
import { propertyRuns } from '../../property-runs.ts'

const format = {
  locale: 'en',
  calendar: createCalendar('en'),
  now: START,
  nativeSymbol: 'ETH',
  address: ADDRESS,
}
const row = (options: TransactionOptions, age = 5) =>
  toRow(toItem(v.parse(schema, transaction('t', age, options))), format)
const texts = (transfers: unknown[]) => row({ transfers }).amounts.map(({ text }) => text)

describe('An Activity row', () => {
  test('[A209] shows amounts with 3 decimals, rounded down, but never shows a small amount as zero', () => {
    expect(texts([token('in', '204')])).toEqual(['+204.000\u00A0HRV'])
    expect(texts([token('out', '1.5')])).toEqual(['\u22121.500\u00A0HRV'])
    expect(texts([token('out', '1.23999')])).toEqual(['\u22121.239\u00A0HRV'])
    expect(texts([token('in', '0.0004')])).toEqual(['+<0.001\u00A0HRV'])
    expect(texts([token('self', '12345.6')])).toEqual(['12,345.600\u00A0HRV'])
    expect(texts([token('in', (2n ** 256n - 1n).toString())])).toEqual(['+>999T\u00A0HRV'])
    expect(row({ transfers: [token('in', '0.000400000000000001')] }).amounts[0]?.full).toBe(
      '0.000400000000000001 HRV',
    )
    expect(row({ transfers: [token('in', '1', 'HRV', 173.409)] }).amounts[0]?.value).toBe('$173.40')
  })

  test('shows at most one received amount, followed by at most one sent amount', () => {
    expect(texts([token('out', '1', 'A'), token('in', '2', 'B'), token('in', '3', 'C')])).toEqual([
      '+2.000\u00A0B',
      '\u22121.000\u00A0A',
    ])
  })

  test('names the sender, the application or the called address as its counterparty', () => {
    const application = { name: 'Rondo Exchange', iconUrl: 'https://icons.example/rondo.png' }
    expect(row({ operationType: 'receive' }).party).toEqual({ kind: 'from', name: '0x5aae…eaed' })
    expect(row({ operationType: 'trade', application }).party).toEqual({ kind: 'on', name: 'Rondo Exchange' })
    expect(row({ operationType: 'approve', transfers: [] }).party).toEqual({
      kind: 'on',
      name: '0xd8da…6045',
    })
  })

  test('[G10] never names a token’s contract as the receiver, whatever the token’s name is', () => {
    const sent = row({ operationType: 'send', transfers: [token('out', '1', 'HRV')] })
    expect(sent).toMatchObject({ kind: 'sent', contract: ADDRESS })
    expect(sent.party).toBeUndefined()
    // Ether or a token of that name: the receiver of the transaction is a person or a contract.
    for (const transfers of [
      [token('out', '1', 'ETH')],
      [token('out', '1', 'ETH', 3000)],
      [token('out', '1E-18', 'ETH')],
      [token('out', '1E-18', 'HRV'), token('out', '1', 'ETH')],
    ]) {
      const coin = row({ operationType: 'send', transfers })
      expect(coin.kind).toBe('sent')
      // For pages alone, as the transaction's receiver.
      const { sentTo: _, ...shown } = coin
      if (transfers.length === 1) expect(JSON.stringify(shown)).not.toContain(ADDRESS)
      expect(coin.party).toBeUndefined()
    }
    expect(row({ operationType: 'receive' })).not.toHaveProperty('contract')
  })

  test('has the called address as its contract when tokens are received, but never the account’s own address', () => {
    const received = (sentTo: string) => {
      const one = transaction(1, 1, { operationType: 'receive', transfers: [token('in', '1', 'HRV')] })
      return toRow(toItem(v.parse(schema, { ...one, metadata: { ...one.metadata, sentTo } })), format)
    }
    expect(received(OTHER_ADDRESS).contract).toBe(OTHER_ADDRESS)
    expect(received(ADDRESS)).not.toHaveProperty('contract')
    expect(received(getAddress(ADDRESS))).not.toHaveProperty('contract')
  })

  test('[G10] shows a transfer without its amount when the amount is invalid', () => {
    expect(row({ transfers: [token('in', '1E-18', 'HRV', -1)] }).amounts).toEqual([
      { direction: 'in', text: 'HRV' },
    ])
    expect(texts([token('out', 'NaN', 'A'), token('in', '2', 'B')])).toEqual(['+2.000\u00A0B', 'A'])
    expect(texts([{ ...nft(false), quantity: null }])).toEqual(['Fold #12'])
    expect(texts([token('in', 'x', '')])).toEqual([])
  })

  test('shows the name and picture of an NFT', () => {
    expect(row({ transfers: [nft(false)], status: 'failed', operationType: 'mint' })).toEqual({
      id: 't',
      kind: 'minted',
      status: 'failed',
      minedAt: START - 300_000,
      date: '18 Nov',
      future: false,
      party: { kind: 'on', name: '0xd8da…6045' },
      amounts: [{ direction: 'in', text: 'Fold #12' }],
      iconUrl: 'https://pictures.example/12.png',
      nft: true,
      hash: `0x${'t'.padStart(64, '0')}`,
      from: OTHER_ADDRESS,
      contract: ADDRESS,
      sentTo: ADDRESS,
      moves: [{ direction: 'in', name: 'Fold #12', numeric: '1', icon: true, nft: true }],
    } satisfies ActivityRow)
  })

  test('[F19] shows an imitated symbol or application name with a replacement character, unlike the genuine name', () => {
    for (const symbol of ['UЅDС', 'U\u200BSDC', 'USDC\u202E', 'ＵＳＤＣ', 'ꓴꓢꓓꓚ']) {
      const [text = ''] = texts([token('in', '1', symbol)])
      expect(text).toContain('\uFFFD')
      expect(text).not.toBe('+1.000\u00A0USDC')
    }
    expect(row({ operationType: 'trade', application: { name: 'Uniѕwap', iconUrl: null } }).party?.name).toBe(
      'Uni\uFFFDwap',
    )
    expect(texts([token('in', '1', 'USDC')])).toEqual(['+1.000\u00A0USDC'])
  })

  test('[F18] leaves out links that are not https', () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'http://icons.example/a.png',
      'blob:x',
      '//x/y',
    ]) {
      const picture = { ...token('in', '1'), fungible_info: { name: 'x', symbol: 'X', icon: { url } } }
      expect(row({ transfers: [picture] }).iconUrl).toBeUndefined()
    }
  })

  test('is small enough for 100 rows in one message, even with the longest texts and the full id, hash and addresses', async () => {
    const wide = '字'.repeat(1_000)
    const hash = `0x${'f'.repeat(64)}`
    const largest = range(0, 100).map((one, at) => ({
      ...one,
      id: `${at}${'"'.repeat(98)}`.slice(0, 100),
      metadata: {
        ...one.metadata,
        hash,
        operationType: 'deposit',
        application: { name: wide, iconUrl: null },
      },
      transfers: [
        {
          ...nft(false, wide),
          value: 1e14,
          nft_info: { name: wide, content: { preview: { url: `https://a.example/${'x'.repeat(270)}` } } },
        },
        { ...token('out', `${'9'.repeat(80)}.${'9'.repeat(80)}`, wide, 1e14) },
      ],
    }))
    const bench = createBench()
    bench.pages.set('', { data: largest, next: null })
    await bench.fetch()
    const page = await bench.source.page(0)
    expect(page.rows).toHaveLength(100)
    expect(() => packPage(page, 'It')).not.toThrow()
    for (const one of page.rows as ActivityRow[]) {
      expect(one).toMatchObject({ hash, from: getAddress(OTHER_ADDRESS), contract: getAddress(ADDRESS) })
      expect(one.amounts[1]?.text).toContain('>999T')
    }
  })

  test('is never larger than the size limit of a row, even with invalid addresses', () => {
    const wide = '\u0001'.repeat(80)
    const one = transaction('"'.repeat(100), 1, {
      operationType: 'trade',
      application: { name: '字'.repeat(90), iconUrl: null },
      transfers: [nft(false, '字'.repeat(90)), token('out', '9'.repeat(80), '字'.repeat(90), 1e300)],
    })
    Object.assign(one.metadata, { hash: wide, sentFrom: wide, sentTo: wide })
    const text = JSON.stringify(toRows([toItem(v.parse(schema, one))], format)[0])
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(ROW_LIMIT)
  })

  test('is never larger than the size limit of a row, whatever the API answers', () => {
    const any = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.constantFrom('字'.repeat(300), '\uD800'.repeat(90), '"'.repeat(90), '👩‍👩‍👧'.repeat(40)),
    )
    fc.assert(
      fc.property(any, any, any, fc.webUrl(), (name, symbol, hash, url) => {
        const one = transaction('"'.repeat(100), 1, {
          operationType: 'trade',
          application: { name, iconUrl: url },
          transfers: [nft(false, name), token('out', '9'.repeat(80), symbol, 1e300)],
        })
        one.metadata.hash = hash
        one.metadata.sentFrom = hash
        one.metadata.sentTo = hash
        const text = JSON.stringify(toRows([toItem(v.parse(schema, one))], format)[0])
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(ROW_LIMIT)
      }),
      { numRuns: propertyRuns(300) },
    )
  })
})

describe('The groups of the Activity list', () => {
  test('[A86] have this order: pending, months from newest to oldest, unknown', async () => {
    const at = (id: string, minedAt: unknown, status = 'confirmed') => transaction(id, 0, { minedAt, status })
    const bench = createBench()
    bench.pages.set('', {
      data: [
        at('dec', '2025-12-31T23:59:59Z'),
        at('bad', 'soon'),
        at('nov', '2026-11-18T11:00:00Z'),
        at('pend', '2026-11-18T10:00:00Z', 'pending'),
        at('jan', '2026-01-01T00:00:00Z'),
        at('ahead', '2026-11-18T12:30:00Z'),
        at('soon', '2026-11-18T12:10:00Z'),
      ],
      next: null,
    })
    const { data } = await bench.fetch()
    expect(await bench.ids()).toEqual(['ahead', 'pend', 'soon', 'nov', 'jan', 'dec', 'bad'])
    expect(data.groups).toEqual([
      { kind: 'pending', count: 2 },
      { kind: 'month', year: 2026, month: 11, count: 2 },
      { kind: 'month', year: 2026, month: 1, count: 1 },
      { kind: 'month', year: 2025, month: 12, count: 1 },
      { kind: 'unknown', count: 1 },
    ])
    const [ahead, , , , , , bad] = await bench.rows()
    expect(ahead?.future).toBe(true)
    expect(bad).not.toHaveProperty('date')
  })

  test('[A86][F5] contain every row exactly once, in order, for any dates', async () => {
    const anyDate = fc.oneof(
      fc.constantFrom<unknown>(
        null,
        '',
        'x',
        7,
        {},
        '9999-12-31T23:59:59Z',
        '0000-01-01T00:00:00Z',
        '2026-11-18T12:00:00Z',
      ),
      fc
        .date({ min: new Date(START - 4e10), max: new Date(START + 1e7), noInvalidDate: true })
        .map((date) => date.toISOString()),
    )
    const item = fc.tuple(anyDate, fc.constantFrom('confirmed', 'pending', 'failed'))
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 450 }), fc.nat(20), async (items, cut) => {
        const data = items.map(([minedAt, status], id) => transaction(id, 0, { minedAt, status }))
        const bench = createBench()
        // A first page without items ends the list (F3).
        const at = Math.max(1, Math.floor((data.length * cut) / 20))
        bench.pages.set('', { data: data.slice(0, at), next: 'b' })
        bench.pages.set('b', { data: data.slice(at), next: null })
        await bench.fetch()
        const { data: head } = await bench.more()
        const rows = await bench.rows()
        expect(rows.map(({ id }) => Number(id)).sort((a, b) => a - b)).toEqual(data.map((_, id) => id))
        expect(head.total).toBe(data.length)
        expect(expand(head.groups)).toEqual(rows.map(groupOf))
        // Newest first within a group; those of one time in the order in which they came.
        rows.forEach((row, index) => {
          const before = rows[index - 1]
          if (!before || groupOf(before) !== groupOf(row) || groupOf(row) === 'pending') return
          const later = (before.minedAt ?? 0) - (row.minedAt ?? 0)
          expect(later > 0 || (later === 0 && Number(before.id) < Number(row.id))).toBe(true)
        })
      }),
      { numRuns: propertyRuns(40) },
    )
  }, 60_000)
})

function groupOf({ minedAt, status, future }: ActivityRow): string {
  if (status === 'pending' || future) return 'pending'
  if (minedAt === undefined) return 'unknown'
  return `${new Date(minedAt).getUTCFullYear()}-${new Date(minedAt).getUTCMonth() + 1}`
}

function expand(groups: readonly ActivityGroup[]): string[] {
  return groups.flatMap((group) =>
    Array<string>(group.count).fill(group.kind === 'month' ? `${group.year}-${group.month}` : group.kind),
  )
}
