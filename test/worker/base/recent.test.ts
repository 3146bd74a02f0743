import { expect, test } from 'vitest'
import { memoize, Recent } from '../../../worker/base/recent.ts'

test('[G12] of more than so many what was set longest ago goes', () => {
  const recent = new Recent<number>(2)
  recent.set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...recent]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})

test('[G12] a text is worked out again only after so many others', () => {
  const asked: string[] = []
  const getLength = memoize(2, (text) => asked.push(text) && (text.length || undefined))
  for (const text of ['', '', 'b', 'c', 'b', '']) expect(getLength(text)).toBe(text.length || undefined)
  expect(asked).toEqual(['', 'b', 'c', ''])
})
