/** What a walk remembers of the pages that came, and what it finds out with so little. */
import { describe, expect, test } from 'vitest'
import { idsOf, walkOn } from './walk-on.ts'

describe('[G12] The fetch of very many Activity pages', () => {
  test('[G6] stops when rows repeat, however many pages with different rows came before', async () => {
    const last = 600
    const { rest, pages } = await walkOn(
      (page) => ({ ids: idsOf(Math.min(page, last), 50), next: page + 1 }),
      10_000,
    )
    expect(rest).toEqual({ cursor: String(pages), rests: true })
    expect(pages).toBe(last + 2)
  })
})

describe('[G6] The fetch of Activity pages whose cursors repeat', () => {
  test.each([
    [1, 1],
    [2, 5],
    [300, 7],
    // More pages and rows than are remembered came before it.
    [11_000, 40],
    [20, 9_000],
  ])(
    'stops once each page has been requested once (%i pages before the repeated pages, %i repeated pages)',
    async (before, length) => {
      const most = 2 * (before + length)
      const next = (page: number) => (page + 1 < before + length ? page + 1 : before)
      const asked = await walkOn((page) => ({ ids: idsOf(page, 1), next: next(page) }), most)
      expect(asked.rest?.rests).toBe(true)
      expect(asked.pages).toBe(before + length)
      const empty = await walkOn((page) => ({ ids: [], next: next(page) }), most)
      expect(empty.rest).toEqual({ cursor: null, rests: true })
      expect(empty.pages).toBe(before + length)
    },
  )
})
