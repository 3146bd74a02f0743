/** What a walk remembers of the pages that came, and what it finds out with so little. */
import { describe, expect, test } from 'vitest'
import type { ActivityItem } from '../../../worker/activity/item.ts'
import { type Gap, OPEN_END, TOP } from '../../../worker/activity/gaps.ts'
import type { HistoryPage } from '../../../worker/activity/read-history.ts'
import { beginWalk, type Walk, walkDown } from '../../../worker/activity/walk.ts'

interface Walked {
  walk: Walk
  rest: Pick<Gap, 'cursor' | 'rests'> | undefined
  pages: number
}

/** Asks for page after page, which are named by their numbers, until one leads nowhere or `most` were asked for. */
async function walkOn(
  read: (page: number) => { ids: string[]; next: number },
  most: number,
): Promise<Walked> {
  const walk = beginWalk()
  const fetchPage = async (cursor: string | null): Promise<HistoryPage> => {
    const { ids, next } = read(Number(cursor ?? 0))
    return { items: ids.map((id) => ({ id }) as ActivityItem), hidden: [], next: String(next) }
  }
  let rest: Walked['rest'] = { cursor: null }
  let pages = 0
  while (rest && !rest.rests && pages < most) {
    const gap = { upper: TOP, lower: OPEN_END, cursor: rest.cursor }
    const batch = await walkDown(gap, walk, most, new AbortController().signal, { fetchPage, now: () => 0 })
    rest = batch!.rest
    pages += batch!.pages
  }
  return { walk, rest, pages }
}

const idsOf = (page: number, count: number) => Array.from({ length: count }, (_, at) => `${page} ${at}`)

describe('[G12] A long walk', () => {
  test('remembers the last 10,000 cursors and ids, and goes on past them', async () => {
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

  test('[G6] knows rows that came a moment ago, after any number of others', async () => {
    const last = 600
    const { rest, pages } = await walkOn(
      (page) => ({ ids: idsOf(Math.min(page, last), 50), next: page + 1 }),
      10_000,
    )
    expect(rest).toEqual({ cursor: String(pages), rests: true })
    expect(pages).toBe(last + 2)
  })
})

describe('[G6] Cursors that lead in a circle are left', () => {
  test.each([
    [1, 1],
    [2, 5],
    [300, 7],
    // More pages and rows than are remembered came before it.
    [11_000, 40],
    [20, 9_000],
  ])('after %i pages, a circle of %i, when it was gone round once', async (before, length) => {
    const most = 2 * (before + length)
    const next = (page: number) => (page + 1 < before + length ? page + 1 : before)
    const asked = await walkOn((page) => ({ ids: idsOf(page, 1), next: next(page) }), most)
    expect(asked.rest?.rests).toBe(true)
    expect(asked.pages).toBe(before + length)
    const empty = await walkOn((page) => ({ ids: [], next: next(page) }), most)
    expect(empty.rest).toEqual({ cursor: null, rests: true })
    expect(empty.pages).toBe(before + length)
  })
})
