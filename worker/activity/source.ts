/**
 * The activity of an account, from GET /v1/account/{account}/history.
 *
 * Each fetch gets one page of the API and stores it before it is shown: the newest page when it is due, else the next page
 * of a gap (see gaps.ts). Scrolling requests older pages. Since each page is stored, a download that was interrupted
 * continues where it ended.
 */
import type { ActivityHead } from '../../src/core/assets/activity.ts'
import { hasCode } from '../../src/core/base/errors.ts'
import { PAGE_SIZE } from '../../src/core/contract/list.ts'
import { type CreateSource, type Cached, type ListSource, ownerOf } from '../base/context.ts'
import { wrapFailure } from '../base/wrap-failure.ts'
import { createCalendar, getZone } from './calendar.ts'
import { type Gap, isOpenEnd } from './gaps.ts'
import { createLedger, type LedgerHead } from './ledger.ts'
import { getGroupCode, toGroups } from './order.ts'
import { getNewestGap, nothingHidden, toPageChange } from './page-change.ts'
import { fetchHistory } from './read-history.ts'
import { createFormat, toRows } from './rows.ts'
import { countRows } from './tree.ts'
import { createKeepUnverified } from './unverified.ts'
import { beginWalk, type Walk, walkDown } from './walk.ts'

const STALE_TIME = 30_000
/** How many pages are fetched at most after one request of the user (F3). */
const MAX_PAGES = 200

export const createActivitySource: CreateSource<'activity'> = (
  context,
  account,
): ListSource<ActivityHead> => {
  const { clock, store } = context
  const key = `activity/${account}`
  const owner = ownerOf(account)
  const calendar = createCalendar(context.config.locale)
  let zone = getZone()
  const ledger = createLedger({
    store,
    key,
    owner,
    now: clock.now,
    zone: () => zone,
    getGroup: (order) => getGroupCode(order, calendar),
  })
  const api = {
    now: clock.now,
    fetchPage: (cursor: string | null, signal: AbortSignal) => fetchHistory(context, account, cursor, signal),
  }
  const keepUnverified = createKeepUnverified(store, account)
  /** Unfinished walks, by the cursor of their next page. */
  const walks = new Map<string, Walk>()
  /** Pages fetched since the user's last request, without the newest page. */
  let pages = 0
  /** Whether the user has requested older rows and is still waiting for them. */
  let isWished = false

  /**
   * Fetches at most `most` pages of a gap and stores them. `isDue`: whether this fetches the newest page; if so,
   * resting gaps may be fetched again.
   */
  async function fill(gap: Gap, most: number, signal: AbortSignal, isDue = false): Promise<void> {
    const walk = walks.get(gap.cursor ?? '') ?? beginWalk()
    const batch = await walkDown(gap, walk, most, signal, api)
    if (!isDue) pages += batch?.pages ?? 1
    const before = countAll()
    await ledger.change(
      (...list) => toPageChange(...list, gap, batch, { now: clock.now(), isDue }),
      gap.cursor === null,
    )
    if (batch) await keepUnverified(batch.hidden, clock.now())
    // The user's request for older rows is done when rows have arrived. It also ends after a page without progress,
    // since such a page must not be requested again automatically.
    if (isOpenEnd(gap) && (countAll() > before || batch?.rest?.rests)) isWished = false
    const next = batch?.rest?.cursor
    if (next) walks.set(next, walk)
    const gaps = ledger.head?.gaps ?? []
    for (const cursor of walks.keys()) if (!gaps.some((one) => one.cursor === cursor)) walks.delete(cursor)
  }

  function countAll(): number {
    return countRows(ledger.head?.parts ?? [])
  }

  async function run(work: () => Promise<void>): Promise<Cached<ActivityHead>> {
    try {
      await work()
    } catch (error) {
      throw toHistoryError(error)
    }
    return getData() as Cached<ActivityHead>
  }

  async function fetchNext(signal: AbortSignal, force: boolean): Promise<void> {
    const { head } = ledger
    const gap = head && getGapToFill(head)
    const age = clock.now() - (head?.fetchedAt ?? 0)
    if (force) pages = 0
    const isDue = !gap || force || age < 0 || age >= STALE_TIME
    await fill(isDue ? getNewestGap(head) : gap, 1, signal, isDue)
  }

  /** Fetches older pages. Pages that arrive quickly are stored and shown together. */
  async function fetchOlder(signal: AbortSignal): Promise<void> {
    const { head } = ledger
    if (!head) return fetchNext(signal, true)
    const gap = head.gaps.at(-1)
    isWished = gap !== undefined && isOpenEnd(gap)
    // The last page of this gap made no progress: wait for the newest page.
    if (!gap || gap.rests) return
    pages = 0
    await fill(gap, MAX_PAGES, signal)
  }

  /**
   * The next gap to fill. Gaps between stored rows are filled automatically; the open end only on request, or while the
   * list is empty.
   */
  function getGapToFill({ gaps, parts }: LedgerHead): Gap | undefined {
    const isAll = isWished || parts.length === 0
    return gaps.find((gap) => !gap.rests && (isAll || !isOpenEnd(gap)))
  }

  function getData(): Cached<ActivityHead> | undefined {
    const { head } = ledger
    if (!head) return undefined
    const unfinished = pages < MAX_PAGES && getGapToFill(head) !== undefined
    return { data: toHead(head), fetchedAt: head.fetchedAt, ...(unfinished ? { unfinished } : {}) }
  }

  return {
    staleTime: STALE_TIME,
    async load() {
      zone = getZone()
      await ledger.load()
      return getData()
    },
    fetch: ({ signal, force }) => run(() => fetchNext(signal, force)),
    more: ({ signal }) => run(() => fetchOlder(signal)),
    // `next` and `empty` describe this attempt only: the store keeps the cursor, so that a later attempt continues from
    // there (A88, T5).
    afterFailure: (data) => ({ ...(data ?? toHead(undefined)), empty: true, next: null }),
    async page(index) {
      const { version, items } = await ledger.read(index * PAGE_SIZE, (index + 1) * PAGE_SIZE)
      return { version, rows: toRows(items, createFormat(context, calendar, account)) }
    },
  }
}

/** The head of the list, in the form that the web page gets. @param head undefined if nothing is stored */
export function toHead(head: LedgerHead | undefined): ActivityHead {
  const { version = 0, since = 0, dirty = [], parts = [], groups = [], gaps = [] } = head ?? {}
  const last = gaps.at(-1)
  return {
    version,
    since,
    dirty,
    total: countRows(parts),
    groups: toGroups(groups),
    // Cursor of the last gap, which is the open end if there are older rows. Empty if the cursor is unknown; null without
    // gaps.
    next: last ? (last.cursor ?? '') : null,
    stalled: last?.rests ?? false,
    empty: !head,
    hidden: head?.hidden ?? nothingHidden,
  }
}

function toHistoryError(error: unknown): unknown {
  const transient = ['aborted', 'networks_unknown', 'network_unsupported'] as const
  if (transient.some((code) => hasCode(error, code))) return error
  return wrapFailure('history_failed', 'Failed to fetch transactions', error)
}
