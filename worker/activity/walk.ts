/**
 * Fetches pages of the API one after another, from newer to older. The walk ends if the API refuses a cursor, repeats a
 * cursor or repeats rows, and returns how the next walk continues.
 */
import { type BillfoldError, hasCode } from '../../src/core/base/errors.ts'
import { Recent } from '../base/recent.ts'
import type { Gap, Walked } from './gaps.ts'
import { isOpenEnd } from './gaps.ts'
import type { HistoryPage } from './read-history.ts'

/** Pages are shown together while each of them arrives within `QUICK` milliseconds, up to `MAX_GATHERED` rows. */
const QUICK = 200
const MAX_GATHERED = 500
/** How long pages are gathered at most before their rows are shown. Milliseconds. */
const GATHER_LIMIT = 8_000
/**
 * A cursor that the API returned less than this ago cannot have expired. If the API refuses such a cursor, that is an
 * error. Milliseconds.
 */
const CURSOR_AGE = 60_000
/**
 * Upper limit of remembered cursors, and of remembered ids. If the API repeats a longer series of pages, the repetition
 * is not noticed. It then costs no more than an endless history.
 */
const MAX_REMEMBERED = 10_000

export interface Walk {
  /** The last requested cursors. If the API returns one of them again, its pages go in a circle. */
  asked: Recent<true>
  /** The ids of the last received rows. */
  seen: Recent<true>
  /** Number of consecutive pages that contained only known rows. */
  barren: number
  /** When the last page arrived. Milliseconds since 1970. */
  at: number
}

export interface Batch extends Pick<HistoryPage, 'items' | 'hidden'>, Pick<Walked, 'rest'> {
  pages: number
}

export interface WalkOptions {
  fetchPage(cursor: string | null, signal: AbortSignal): Promise<HistoryPage>
  /** Milliseconds since 1970. */
  now(): number
}

export function beginWalk(): Walk {
  return { asked: new Recent(MAX_REMEMBERED), seen: new Recent(MAX_REMEMBERED), barren: 0, at: -Infinity }
}

/**
 * Fetches pages from the gap's cursor on, or from the newest page if there is no cursor. Joins the pages that arrive
 * quickly. Undefined if the API no longer knows the cursor.
 */
export async function walkDown(
  gap: Gap,
  walk: Walk,
  limit: number,
  signal: AbortSignal,
  { fetchPage, now }: WalkOptions,
): Promise<Batch | undefined> {
  const started = now()
  const batch: Batch = { items: [], hidden: [], rest: { cursor: gap.cursor }, pages: 0 }
  while (batch.pages < limit) {
    const asked = now()
    const cursor = batch.rest?.cursor ?? null
    let page: HistoryPage
    try {
      page = await fetchPage(cursor, signal)
    } catch (error) {
      // Keep the pages that were fetched before the failure. If the failure persists, the next request reports it.
      if (batch.pages > 0) break
      if (cursor === null || asked - walk.at < CURSOR_AGE || !isRefused(error)) throw error
      return undefined
    }
    batch.rest = follow(gap, walk, cursor, page)
    batch.items.push(...page.items)
    batch.hidden.push(...page.hidden)
    batch.pages += 1
    walk.at = now()
    const { length } = batch.items
    if (!batch.rest || batch.rest.rests || walk.at - started > GATHER_LIMIT || length >= MAX_GATHERED) break
    if (length > 0 && (page.items.length === 0 || walk.at - asked > QUICK)) break
  }
  return batch
}

/** Cursor of the page after this one, and whether the gap rests. Undefined if the API has nothing older. */
function follow(gap: Gap, walk: Walk, cursor: string | null, page: HistoryPage): Walked['rest'] {
  if (cursor !== null) walk.asked.set(cursor, true)
  const isEmpty = page.items.length === 0 && page.hidden.length === 0
  const ids = [...page.items, ...page.hidden].flatMap(({ id }) => id ?? [])
  if (ids.some((id) => !walk.seen.has(id))) walk.barren = 0
  else if (!isEmpty) walk.barren += 1
  for (const id of ids) walk.seen.set(id, true)
  if (page.next === null) return undefined
  if (walk.asked.has(page.next)) return { cursor: null, rests: true }
  // In a gap between stored rows, accept one page of repeated rows: if cursors are offsets, many new rows at the top
  // shift the next page, so that it repeats the page before.
  const isStuck = walk.barren > (isOpenEnd(gap) ? 0 : 1)
  return isStuck ? { cursor: page.next, rests: true } : { cursor: page.next }
}

/** Whether the API no longer knows this cursor. */
function isRefused(error: unknown): boolean {
  return hasCode(error, 'http_status') && REFUSALS.has(Number((error as BillfoldError).context['status']))
}

const REFUSALS = new Set([400, 404, 410, 422])
