import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { activityKinds } from '../../../src/core/assets/activity.ts'
import { decodeChunk, encodeChunk } from '../../../worker/activity/chunk-text.ts'
import type { ActivityItem, ItemAmount } from '../../../worker/activity/item.ts'
import { propertyRuns } from '../../property-runs.ts'

const text = fc.option(fc.string(), { nil: undefined })
const time = fc.option(fc.integer({ min: -8e15, max: 8e15 }), { nil: undefined })
const amount: fc.Arbitrary<ItemAmount> = fc.record({
  direction: fc.constantFrom('in' as const, 'out' as const, 'self' as const),
  name: fc.string(),
  numeric: fc.string(),
  nft: fc.boolean(),
  value: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }), { nil: undefined }),
})
const item: fc.Arbitrary<ActivityItem> = fc.record({
  id: fc.string({ minLength: 1 }),
  kind: fc.constantFrom(...activityKinds),
  status: fc.constantFrom('confirmed' as const, 'pending' as const, 'failed' as const),
  minedAt: time,
  hash: text,
  from: text,
  to: text,
  app: text,
  amounts: fc.array(amount, { maxLength: 3 }),
  icon: text,
  nft: fc.boolean(),
  reason: fc.constantFrom('flagged' as const, 'nothing' as const, undefined),
})
const entry = fc.record({ order: fc.integer({ min: -2e15, max: 2e15 }), item })

test('a stored chunk of Activity rows is decoded exactly as it was encoded', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 20 }), (entries) => {
      expect(decodeChunk(encodeChunk(entries))).toEqual(entries)
    }),
    { numRuns: propertyRuns(500) },
  )
})

test('a stored chunk of Activity rows keeps a row’s time even if it equals the row’s order, and a hash even if it equals the row’s id', () => {
  const one = { order: 5, item: { ...fc.sample(item, 1)[0]!, minedAt: 5, id: 'x', hash: 'x' } }
  const zero = { order: 0, item: { ...one.item, minedAt: 0 } }
  const other = { order: 7, item: { ...one.item, minedAt: 0 } }
  expect(decodeChunk(encodeChunk([one, zero, other]))).toEqual([one, zero, other])
})

test('an invalid stored chunk of Activity rows is decoded as undefined', () => {
  for (const value of [undefined, null, 7, '', '{', '{}', '[]', '[1]', 'null'])
    expect(decodeChunk(value)).toBeUndefined()
})
