import { expect, test } from 'vitest'
import { memoize, Recent } from '../../../worker/base/recent.ts'

test('[G12] a Recent map over its limit drops the entry that was set longest ago', () => {
  const recent = new Recent<number>(2)
  recent.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...recent]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})

test('[G12] memoize keeps as many results as its limit allows, and recomputes a dropped result', () => {
  const asked: string[] = []
  const getLength = memoize(2, (text) => asked.push(text) && (text.length || undefined))
  for (const text of ['', '', 'b', 'c', 'b', '']) expect(getLength(text)).toBe(text.length || undefined)
  expect(asked).toEqual(['', 'b', 'c', ''])
})
