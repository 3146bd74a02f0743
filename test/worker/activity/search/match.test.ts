import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { ActivityFilter } from '../../../../src/core/assets/activity.ts'
import type { ActivityItem, ItemAmount } from '../../../../worker/activity/item.ts'
import { createMatcher } from '../../../../worker/activity/search/match.ts'
import { propertyRuns } from '../../../property-runs.ts'

const HASH = '0x5e1f00ab12cd34ef5e1f00ab12cd34ef5e1f00ab12cd34ef5e1f00ab12cd99a7'
const FROM = '0x71C4A09E5b2Df8361C7e90D4Af52E8137BD6c02A'

function amount(fields: Partial<ItemAmount> = {}): ItemAmount {
  return { direction: 'in', name: 'HRV', numeric: '204', nft: false, ...fields }
}

function item(fields: Partial<ActivityItem> = {}): ActivityItem {
  return {
    id: 'one',
    kind: 'received',
    status: 'confirmed',
    hash: HASH,
    from: FROM,
    to: '0x9e1e57d57c43b5c1f5c5576666d04d2a9232d840',
    amounts: [amount()],
    nft: false,
    ...fields,
  }
}

const finds = (filter: ActivityFilter, fields?: Partial<ActivityItem>) => createMatcher(filter)(item(fields))
const findsText = (text: string, fields?: Partial<ActivityItem>) => finds({ text }, fields)
const findsAmount = (text: string, numeric: string) =>
  findsText(text, { hash: undefined, from: undefined, to: undefined, amounts: [amount({ numeric })] })

describe('A search of Activity by hash or address', () => {
  test.each([
    HASH,
    HASH.toUpperCase(),
    FROM,
    FROM.slice(2),
    '0x5e1',
    '5e1',
    '9a7',
    'c02a',
    '71C4A09E',
    'b2df8361',
    '0x71C4…c02A',
    '0x71c4...c02a',
    '71c4…c02a',
  ])('finds %s', (text) => expect(findsText(text)).toBe(true))

  test.each(['0x1c4', '1c4', 'b2d', '0x71C4…c02B', '0x…', '…', '0x72', 'b2df8362', '0x71…c0…2a'])(
    'does not find %s',
    (text) => expect(findsText(text)).toBe(false),
  )
})

describe('A search of Activity by name', () => {
  test.each([
    ['hrv', 'HRV'],
    ['ｈｒｖ', 'HRV'],
    ['caf\u00e9', 'Cafe\u0301 coin'],
    ['fold #12', 'Fold #12'],
    ['#12 fold', 'Fold #12'],
    ['日本', '日本円'],
  ])('finds %s in %s', (text, name) => expect(findsText(text, { amounts: [amount({ name })] })).toBe(true))

  it('requires every word of the query', () => {
    expect(findsText('hrv 204')).toBe(true)
    expect(findsText('hrv 205')).toBe(false)
    expect(findsText('hrv c02a')).toBe(true)
  })

  it('finds the names of applications, and of all transfers of a transaction', () => {
    expect(findsText('orchard', { app: 'The Orchard' })).toBe(true)
    expect(findsText('ltrn', { others: [amount({ name: 'LTRN' })] })).toBe(true)
  })

  it('treats special characters as plain text', () => {
    for (const text of ['.*', '(', '[a-z]', '\\', '$1', '%', '"'])
      expect(findsText(text, { amounts: [amount({ name: `x${text}y` })] })).toBe(true)
    expect(findsText('.*')).toBe(false)
  })
})

describe('A search of Activity by amount', () => {
  test.each([
    ['12.5', '12.5'],
    ['12.5', '12.50'],
    ['12.5', '12.534'],
    ['12.50', '12.5'],
    ['12', '12.9'],
    ['204.000', '204'],
    ['+204.000', '204'],
    ['\u221212.5', '12.5'],
    ['12,5', '12.5'],
    ['1,250.5', '1250.5'],
    ['1.250,5', '1250.5'],
    ['1\u202f250,5', '1250.5'],
    ['1.250', '1250'],
    ['1.250', '1.25'],
    ['.5', '0.5'],
    ['0.5', '00.5'],
    ['١٢٫٥'.replace('٫', '.'), '12.5'],
  ])('finds, for the query %s, the amount %s', (text, numeric) =>
    expect(findsAmount(text, numeric)).toBe(true),
  )

  test.each([
    ['12.5', '12.49'],
    ['12.5', '125'],
    ['12', '125'],
    ['12', '112'],
    ['12.5', ''],
    ['1.2.3', '1.2'],
    ['1e3', '1000'],
    ['1,25', '125'],
  ])('does not find, for the query %s, the amount "%s"', (text, numeric) =>
    expect(findsAmount(text, numeric)).toBe(false),
  )

  it('finds an amount by its whole part with the first digits of its fraction, but not by a different whole part', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n), fc.nat(18), fc.nat(18), (units, decimals, shown) => {
        const digits = String(units).padStart(decimals + 1, '0')
        const point = digits.length - decimals
        const [whole, fraction] = [digits.slice(0, point), digits.slice(point)]
        const numeric = decimals > 0 ? `${whole}.${fraction}` : whole
        const cut = Math.min(shown, decimals)
        expect(findsAmount(cut > 0 ? `${whole}.${fraction.slice(0, cut)}` : whole, numeric)).toBe(true)
        expect(findsAmount(String(BigInt(whole) + 1n), numeric)).toBe(false)
        expect(findsAmount(`${whole}0`.replace(/^0+(?=.)/, ''), numeric)).toBe(whole === '0')
      }),
      { numRuns: propertyRuns(2_000) },
    )
  })
})

it('a search of Activity filters by kind, token and direction', () => {
  const swap: Partial<ActivityItem> = {
    kind: 'swapped',
    amounts: [amount({ name: 'USDC' }), amount({ direction: 'out', name: 'ETH' })],
  }
  expect(finds({ kinds: ['swapped', 'sent'] }, swap)).toBe(true)
  expect(finds({ kinds: ['sent'] }, swap)).toBe(false)
  expect(finds({ token: 'USDC' }, swap)).toBe(true)
  expect(finds({ token: 'usdc' }, swap)).toBe(false)
  expect(finds({ token: 'USD' }, swap)).toBe(false)
  expect(finds({ direction: 'out' }, swap)).toBe(true)
  expect(finds({ direction: 'out', token: 'ETH' }, swap)).toBe(true)
  expect(finds({ direction: 'out', token: 'USDC' }, swap)).toBe(false)
  expect(finds({ token: 'Fold' }, { amounts: [amount({ name: 'Fold', nft: true })] })).toBe(false)
  expect(finds({}, swap)).toBe(true)
})

it('a search of Activity finds transactions by the hashes that the page passes for a name', () => {
  expect(finds({ text: 'nadia.eth', hashes: [HASH] })).toBe(true)
  expect(finds({ text: 'nadia.eth', hashes: [FROM] })).toBe(false)
  expect(finds({ text: 'nadia.eth', hashes: [HASH], kinds: ['sent'] })).toBe(false)
})

it('a search of Activity throws no error, whatever text is searched', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: 'binary' }),
      (text, name) => {
        expect(typeof findsText(text, { amounts: [amount({ name })] })).toBe('boolean')
        const word = name.trim()
        if (word && !/\s/u.test(word.normalize('NFKC')) && word.length <= 200)
          expect(findsText(word, { amounts: [amount({ name })] })).toBe(true)
      },
    ),
    { numRuns: propertyRuns(2_000) },
  )
})
