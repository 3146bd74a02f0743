import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { getDirty } from '../../../worker/activity/dirty.ts'

/** Rows that stay, and then rows that others take the place of; equal ones among them are the same. */
const step = fc.record({
  stay: fc.nat(6),
  before: fc.array(fc.nat(3), { maxLength: 4 }),
  after: fc.array(fc.nat(3), { maxLength: 4 }),
})

test('[G70] whoever reads again the rows that a head names as changed, and no others, has the whole list', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), fc.nat(20), (steps, rest) => {
      let made = 10
      const before: number[] = []
      const after: number[] = []
      const stretches = steps.map((one) => {
        const same = Array.from({ length: one.stay }, () => (made += 1))
        const start = before.push(...same)
        after.push(...same, ...one.after)
        before.push(...one.before)
        return { start, before: one.before, after: one.after }
      })
      const same = Array.from({ length: rest }, () => (made += 1))
      after.push(...same)
      const total = before.push(...same)
      const dirty = getDirty(stretches, total)
      expect(dirty.length).toBeLessThanOrEqual(20)
      const held = before.slice(0, after.length)
      for (const [from, to] of dirty) {
        expect(to).toBeLessThanOrEqual(after.length)
        for (let row = from; row < to; row += 1) held[row] = after[row]!
      }
      expect(held).toEqual(after)
    }),
    { numRuns: Number(process.env['PBT_RUNS'] ?? 500) },
  )
})

test('rows that stay where they were are not named, those that others made move are', () => {
  const shorter = { start: 5, before: ['a', 'b', 'c', 'd'], after: ['a', 'x', 'c'] }
  expect(getDirty([shorter], 9)).toEqual([[6, 7]])
  const longer = { start: 20, before: [], after: ['y'] }
  expect(getDirty([shorter, longer], 30)).toEqual([
    [6, 7],
    [8, 20],
  ])
})

test('[G70] of more than twenty changed ranges the last one reaches to the end of them all', () => {
  const stretches = Array.from({ length: 30 }, (_, at) => ({
    start: at * 10,
    before: ['old'],
    after: ['new'],
  }))
  const dirty = getDirty(stretches, 1_000)
  expect(dirty).toHaveLength(20)
  expect(dirty.slice(0, 2)).toEqual([
    [0, 1],
    [10, 11],
  ])
  expect(dirty.at(-1)).toEqual([190, 291])
})

test('ranges that touch become one, and empty ones none', () => {
  const replaced = (start: number, ...after: string[]) => ({ start, before: after.map(() => 'old'), after })
  const stretches = [
    replaced(0, 'a', 'b'),
    replaced(2, 'c'),
    replaced(4, 'old'),
    replaced(5, 'd'),
    replaced(6, 'e', 'f'),
  ]
  expect(getDirty(stretches, 9)).toEqual([
    [0, 3],
    [5, 8],
  ])
  expect(getDirty([{ start: 9, before: ['a'], after: [] }], 10)).toEqual([])
})
