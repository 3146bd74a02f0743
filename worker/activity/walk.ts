/**
 * Pages that are asked for one after the other, from newer to older. A cursor may be refused, lead in a circle or bring
 * what came before: a walk ends then, and says how the next one goes on.
 */
import { type BillfoldError, hasCode } from '../../src/core/base/errors.ts'
import { Recent } from '../base/recent.ts'
import type { Gap, Walked } from './gaps.ts'
import { isOpenEnd } from './gaps.ts'
import type { HistoryPage } from './read-history.ts'

/** Older pages that come one after the other this fast, and rows of them, are shown at once. */
const QUICK = 200
const MAX_GATHERED = 500
/** They are not gathered for longer; what came is shown. Milliseconds. */
const GATHER_LIMIT = 8_000
/** A cursor that came this short a time ago has not expired: who refuses it does so again. Milliseconds. */
const CURSOR_AGE = 60_000
/** Cursors and ids that are remembered. A circle that is longer costs no more than any history without an end. */
const MAX_REMEMBERED = 10_000

export interface Walk {
  /** Cursors that were asked for last: one that comes back would lead in a circle. */
  asked: Recent<true>
  /** Ids that came last. */
  seen: Recent<true>
  /** Pages in a row that brought something, and nothing that had not come. */
  barren: number
  /** When the last page came: milliseconds since 1970. */
  at: number
}

/** Pages as one. */
export interface Batch extends Pick<HistoryPage, 'items' | 'hidden'>, Pick<Walked, 'rest'> {
  /** How many there are. */
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
 * Pages from a gap's cursor on, the newest one without a cursor: several when they come quickly, as soon as there is
 * something to see. Undefined when the API does not know the cursor any more.
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
      // What came before is kept; who wants more meets the failure then.
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

/** How a walk goes on after this page. */
function follow(gap: Gap, walk: Walk, cursor: string | null, page: HistoryPage): Walked['rest'] {
  if (cursor !== null) walk.asked.set(cursor, true)
  const isEmpty = page.items.length === 0 && page.hidden.length === 0
  const ids = [...page.items, ...page.hidden].flatMap(({ id }) => id ?? [])
  if (ids.some((id) => !walk.seen.has(id))) walk.barren = 0
  else if (!isEmpty) walk.barren += 1
  for (const id of ids) walk.seen.set(id, true)
  if (page.next === null) return undefined
  if (walk.asked.has(page.next)) return { cursor: null, rests: true }
  // Where cursors are places in a list, as many new rows as a page has make the next page bring the same ones again.
  const isStuck = walk.barren > (isOpenEnd(gap) ? 0 : 1)
  return isStuck ? { cursor: page.next, rests: true } : { cursor: page.next }
}

/** The API does not know this cursor any more. */
function isRefused(error: unknown): boolean {
  return hasCode(error, 'http_status') && REFUSALS.has(Number((error as BillfoldError).context['status']))
}

const REFUSALS = new Set([400, 404, 410, 422])
