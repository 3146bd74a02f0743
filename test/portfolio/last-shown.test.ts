import { expect, it } from 'vitest'
import { dropSeen } from '../../src/base/seen.ts'
import { SHOWN } from '../../src/base/storage.ts'
import type { TokenRow } from '../../src/core/assets/portfolio.ts'
import { FIRST_ROWS, getLastShown, keepLastShown } from '../../src/portfolio/last-shown.ts'
import { createStorage } from '../create-storage.ts'
import { portfolioHead } from '../ui/fake-shell.ts'

const ACCOUNT = 'eip155:1:0xa'
const FETCHED_AT = 1_795_000_000_000

const token = (index: number, more: Partial<TokenRow> = {}): TokenRow => ({
  id: `eip155:1:0x${index}`,
  kind: 'token',
  group: 'main',
  name: `Token ${index}`,
  symbol: 'TOK',
  unusual: false,
  amount: 12_345_678_901_234_567_890n,
  decimals: 18,
  text: '12.345',
  full: '12.34567890123456789',
  value: 24.7,
  valueText: '$24.70',
  ...more,
})

const head = { ...portfolioHead(14, { unpriced: 1 }), value: 321.5, unverifiedFrom: 12 }
const rows = Array.from({ length: 14 }, (_, index) => token(index))

it('The last shown portfolio keeps its figures with their age, and the first tokens with exact amounts', () => {
  const storage = createStorage()
  keepLastShown(storage, ACCOUNT, { head, fetchedAt: FETCHED_AT, rows })
  const shown = getLastShown(storage, ACCOUNT)
  expect(shown).toMatchObject({ fetchedAt: FETCHED_AT, head: { value: 321.5, total: 14, unpriced: 1 } })
  expect(shown?.rows).toEqual(rows.slice(0, FIRST_ROWS))
})

it('The last shown portfolio has a lower version than any data from the worker', () => {
  const storage = createStorage()
  keepLastShown(storage, ACCOUNT, { head: { ...head, version: 7 }, fetchedAt: FETCHED_AT, rows })
  expect(getLastShown(storage, ACCOUNT)?.head.version).toBe(0)
})

it('The last shown portfolio leaves out unverified tokens', () => {
  const storage = createStorage()
  const mixed = [token(0), token(1, { group: 'unverified', unverified: { reason: 'unasked' as never } })]
  keepLastShown(storage, ACCOUNT, {
    head: { ...head, unverifiedFrom: 1 },
    fetchedAt: FETCHED_AT,
    rows: mixed,
  })
  expect(getLastShown(storage, ACCOUNT)?.rows).toEqual([mixed[0]])
})

it('When an account is removed, its last shown portfolio is removed for all networks, and other accounts keep theirs', () => {
  const storage = createStorage()
  for (const account of [ACCOUNT, 'eip155:8453:0xa', 'eip155:1:0xb'] as const)
    keepLastShown(storage, account, { head, fetchedAt: FETCHED_AT, rows })
  dropSeen(storage, ACCOUNT)
  expect(storage.getItem(SHOWN)).not.toContain('0xa"')
  expect(getLastShown(storage, 'eip155:1:0xb')).toBeDefined()
})

it.each([
  ['not JSON', '{'],
  ['an array', '[]'],
  ['a total that is a string', JSON.stringify({ [ACCOUNT]: { total: '1' } })],
])('The last shown portfolio ignores and overwrites stored data that is %s', (_, junk) => {
  const storage = createStorage()
  storage.setItem(SHOWN, junk)
  expect(getLastShown(storage, ACCOUNT)).toBeUndefined()
  keepLastShown(storage, ACCOUNT, { head, fetchedAt: FETCHED_AT, rows })
  expect(getLastShown(storage, ACCOUNT)).toBeDefined()
})

it.each([
  ['amount', -1],
  ['amount', '1e9'],
  ['decimals', 1_000],
  ['value', null],
  ['name', {}],
])('The last shown portfolio is dropped if a stored token has the invalid %s: %s', (field, value) => {
  const storage = createStorage()
  keepLastShown(storage, ACCOUNT, { head, fetchedAt: FETCHED_AT, rows })
  const stored = JSON.parse(storage.getItem(SHOWN)!) as Record<string, { rows: Record<string, unknown>[] }>
  stored[ACCOUNT]!.rows[0]![field] = value
  storage.setItem(SHOWN, JSON.stringify(stored))
  expect(getLastShown(storage, ACCOUNT)).toBeUndefined()
})

it('The last shown portfolio is not stored if storage is full', () => {
  const storage = createStorage()
  storage.isFull = true
  keepLastShown(storage, ACCOUNT, { head, fetchedAt: FETCHED_AT, rows })
  expect(getLastShown(storage, ACCOUNT)).toBeUndefined()
})
