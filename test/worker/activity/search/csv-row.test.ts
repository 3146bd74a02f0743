import { parse } from 'csv-parse/sync'
import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { ActivityItem, ItemAmount } from '../../../../worker/activity/item.ts'
import { type CsvFormat, writeCsvHeader, writeCsvRows } from '../../../../worker/activity/search/csv-row.ts'
import { propertyRuns } from '../../../property-runs.ts'

const format: CsvFormat = {
  caipNetworkId: 'eip155:1',
  native: { symbol: 'ETH', decimals: 18 },
  getFee: (hash) => (hash === '0xpaid' ? 17_052_009_617_328n : undefined),
}

const amount = (fields: Partial<ItemAmount> = {}): ItemAmount => ({
  direction: 'out',
  name: 'USDC',
  numeric: '1250.000001',
  nft: false,
  ...fields,
})

const item = (fields: Partial<ActivityItem> = {}): ActivityItem => ({
  id: 'one',
  kind: 'sent',
  status: 'confirmed',
  amounts: [amount()],
  nft: false,
  ...fields,
})

/** Read by a parser of other people's. */
function read(...items: ActivityItem[]): Record<string, string>[] {
  const text = writeCsvHeader() + items.map((one) => writeCsvRows(one, format)).join('')
  return parse(text, { bom: true, columns: true, record_delimiter: '\r\n' })
}

it('a CSV row of Activity has exact amounts, the time in UTC and the network', () => {
  const minedAt = Date.UTC(2026, 10, 14, 9, 41, 12)
  const [row] = read(item({ hash: '0xpaid', minedAt, from: '0xa', to: '0xb', app: 'Orchard, Inc. "O"' }))
  expect(row).toEqual({
    time: '2026-11-14T09:41:12.000Z',
    network: 'eip155:1',
    hash: '0xpaid',
    status: 'confirmed',
    kind: 'sent',
    direction: 'out',
    amount: '1250.000001',
    asset: 'USDC',
    asset_type: 'token',
    value_usd: '',
    application: 'Orchard, Inc. "O"',
    from: '0xa',
    to: '0xb',
    fee: '0.000017052009617328',
    fee_asset: 'ETH',
  })
})

it('a CSV row is written for each transfer, with the network fee only in the transaction’s first row', () => {
  const rows = read(
    item({
      hash: '0xpaid',
      amounts: [amount(), amount({ direction: 'in', name: 'ETH' })],
      others: [amount()],
    }),
    item({ kind: 'approved', amounts: [] }),
  )
  expect(rows.map((row) => [row['kind'], row['direction'], row['asset'], row['fee'] !== ''])).toEqual([
    ['sent', 'out', 'USDC', true],
    ['sent', 'in', 'ETH', false],
    ['sent', 'out', 'USDC', false],
    ['approved', '', '', false],
  ])
})

describe('Untrusted text in a CSV row', () => {
  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("https://x.example")'])(
    'is never run as a formula: %s',
    (name) => expect(read(item({ amounts: [amount({ name, nft: true })] }))[0]!['asset']).toBe(`'${name}`),
  )

  it('is never run as a formula, even in a spreadsheet whose separator is not the comma', () => {
    const [row] = read(item({ app: 'a;=1+1', amounts: [amount({ name: 'b|@x', nft: true })] }))
    expect(row).toMatchObject({ application: "a;'=1+1", asset: "b|'@x" })
  })

  it('is never run as a formula, even in a hash or an address', () => {
    const [row] = read(item({ hash: '=1', from: '\t=1', to: '\r=1' }))
    expect(row).toMatchObject({ hash: "'=1", from: "'\t'=1", to: "'\r'=1" })
  })
})

it('a CSV row is parsed with the same names that were written, whatever the names are', () => {
  const text = fc.string({ unit: 'binary', maxLength: 80 })
  fc.assert(
    fc.property(text, text, text, fc.bigInt(0n, 2n ** 256n), (name, app, hash, units) => {
      const one = item({ hash, app, from: name, amounts: [amount({ name, numeric: `${units}.5` })] })
      const rows = read(one, item({ id: 'two' }))
      expect(rows).toHaveLength(2)
      expect(rows[0]!['amount']).toBe(`${units}.5`)
      // Nothing but apostrophes is added to what is not cleaned.
      expect(rows[0]!['hash']!.replaceAll("'", '')).toBe(hash.replaceAll("'", ''))
      for (const cell of Object.values(rows[0]!)) expect(cell).not.toMatch(/^[=+\-@\t\r]/)
      expect(rows[1]!['asset']).toBe('USDC')
    }),
    { numRuns: propertyRuns(2_000) },
  )
})
