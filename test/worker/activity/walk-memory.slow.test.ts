/** What a walk remembers of the pages that came. */
import { describe, expect, test } from 'vitest'
import { idsOf, walkOn } from './walk-on.ts'

describe('[G12] The fetch of very many Activity pages', () => {
  test('remembers only the last 10,000 cursors and ids, and continues after more than 10,000 pages', async () => {
    const { walk, rest, pages } = await walkOn((page) => ({ ids: idsOf(page, 50), next: page + 1 }), 11_000)
    expect(pages).toBeGreaterThanOrEqual(11_000)
    expect(rest?.rests).toBeUndefined()
    expect(walk.seen.size).toBe(10_000)
    expect(walk.seen.has(`${pages - 1} 49`)).toBe(true)
    expect(walk.seen.has('0 0')).toBe(false)
    expect(walk.asked.size).toBe(10_000)
    expect(walk.asked.has(String(pages - 1))).toBe(true)
    expect(walk.asked.has('1')).toBe(false)
  })
})
