import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ActivityItem } from '../../../worker/activity/item.ts'
import type { Entry } from '../../../worker/activity/order.ts'
import { applyTo, arrange, getDirty, joinRanges } from '../../../worker/activity/splice.ts'

let made = 0
const entry = (order: number): Entry => ({ order, item: { id: String((made += 1)) } as ActivityItem })

const splices = (total: number) =>
  fc.array(
    fc.record({
      at: fc.integer({ min: 0, max: total }),
      removed: fc.integer({ min: 0, max: 1 }),
      added: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 2 }),
    }),
    { maxLength: 40 },
  )

test('[G70] whoever reads again the rows that a head names as changed, and no others, has the whole list', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 120 }).chain((total) => fc.tuple(fc.constant(total), splices(total))),
      ([total, given]) => {
        const before = Array.from({ length: total }, () => entry(5))
        const change = arrange(
          given.map(({ at, removed, added }) => ({
            at,
            removed: at < total ? removed : 0,
            added: added.map(entry),
          })),
        )
        const after = applyTo(before, 0, change)
        const dirty = getDirty(change, total)
        expect(dirty.length).toBeLessThanOrEqual(20)
        const held = before.slice(0, after.length)
        for (const [from, to] of dirty) for (let row = from; row < to; row += 1) held[row] = after[row]!
        expect(held).toEqual(after)
      },
    ),
    { numRuns: Number(process.env['PBT_RUNS'] ?? 500) },
  )
})

test('[G70] of more than twenty changed ranges the last one reaches to the end of them all', () => {
  const change = Array.from({ length: 30 }, (_, at) => ({ at: at * 10, removed: 1, added: [entry(1)] }))
  const dirty = getDirty(change, 1_000)
  expect(dirty).toHaveLength(20)
  expect(dirty.slice(0, 2)).toEqual([
    [0, 1],
    [10, 11],
  ])
  expect(dirty.at(-1)).toEqual([190, 291])
})

test('ranges that touch or overlap become one, and empty ones none', () => {
  expect(
    joinRanges([
      [5, 7],
      [0, 2],
      [2, 3],
      [6, 9],
      [4, 4],
    ]),
  ).toEqual([
    [0, 3],
    [5, 9],
  ])
})
