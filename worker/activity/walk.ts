/**
 * Fetches pages one after another, from newer to older. If a cursor is refused, is circular or repeats known rows, the
 * walk ends and returns how the next one continues.
 */
import { type BillfoldError, hasCode } from '../../src/core/base/errors.ts'
import { Recent } from '../base/recent.ts'
import type { Gap, Walked } from './gaps.ts'
import { isOpenEnd } from './gaps.ts'
import type { HistoryPage } from './read-history.ts'

/** Older pages that arrive within this time (milliseconds), up to this many rows, are shown together. */
const QUICK = 200
const MAX_GATHERED = 500
/** Longest time to gather pages before they are shown. Milliseconds. */
const GATHER_LIMIT = 8_000
/** A younger cursor has not expired, so a refusal is an error of the API. Milliseconds. */
const CURSOR_AGE = 60_000
/** Most remembered cursors and ids. A longer circle costs no more than an endless history. */
const MAX_REMEMBERED = 10_000

export interface Walk {
  /** The last requested cursors: a repeated one is circular. */
  asked: Recent<true>
  /** The last received ids. */
  seen: Recent<true>
  /** Pages in a row with only known rows. */
  barren: number
  /** When the last page came: milliseconds since 1970. */
  at: number
}

/** Several pages joined. */
export interface Batch extends Pick<HistoryPage, 'items' | 'hidden'>, Pick<Walked, 'rest'> {
  /** Number of pages. */
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
 * Fetches pages from a gap's cursor, or from the newest page without a cursor. Joins pages that arrive quickly. Undefined
 * if the API no longer knows the cursor.
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
      // Keep the pages so far; the next request reports the failure.
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

/** How the walk continues after this page. */
function follow(gap: Gap, walk: Walk, cursor: string | null, page: HistoryPage): Walked['rest'] {
  if (cursor !== null) walk.asked.set(cursor, true)
  const isEmpty = page.items.length === 0 && page.hidden.length === 0
  const ids = [...page.items, ...page.hidden].flatMap(({ id }) => id ?? [])
  if (ids.some((id) => !walk.seen.has(id))) walk.barren = 0
  else if (!isEmpty) walk.barren += 1
  for (const id of ids) walk.seen.set(id, true)
  if (page.next === null) return undefined
  if (walk.asked.has(page.next)) return { cursor: null, rests: true }
  // If cursors are offsets, a page full of new rows at the top makes the next page repeat known rows once.
  const isStuck = walk.barren > (isOpenEnd(gap) ? 0 : 1)
  return isStuck ? { cursor: page.next, rests: true } : { cursor: page.next }
}

/** Whether the API no longer knows this cursor. */
function isRefused(error: unknown): boolean {
  return hasCode(error, 'http_status') && REFUSALS.has(Number((error as BillfoldError).context['status']))
}

const REFUSALS = new Set([400, 404, 410, 422])
