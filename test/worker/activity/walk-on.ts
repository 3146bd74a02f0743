/** Walks down a list of any length without a network. */
import type { ActivityItem } from '../../../worker/activity/item.ts'
import { type Gap, OPEN_END, TOP } from '../../../worker/activity/gaps.ts'
import type { HistoryPage } from '../../../worker/activity/read-history.ts'
import { beginWalk, type Walk, walkDown } from '../../../worker/activity/walk.ts'

interface Walked {
  walk: Walk
  rest: Pick<Gap, 'cursor' | 'rests'> | undefined
  pages: number
}

/** Requests page after page, by number, until a page has no next one or `most` pages were requested. */
export async function walkOn(
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

export const idsOf = (page: number, count: number) =>
  Array.from({ length: count }, (_, at) => `${page} ${at}`)
