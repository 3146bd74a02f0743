/**
 * What happened on an account. Source: GET /v1/account/{account}/history.
 *
 * Each turn asks for one page and stores it before anybody sees it: the newest one when it is due, else the next one
 * of the gap above the rows that were stored before (see gaps.ts). Older pages are asked for by a person's
 * scrolling. So whatever ends a walk in the middle, nothing that came is fetched again.
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
/** Pages in a row for one wish of a person to see more (F3). */
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
  /** By the cursor with which they go on. */
  const walks = new Map<string, Walk>()
  /** Pages that were asked for since a person last wished to see something. */
  let pages = 0
  /** A person wished to see older rows, and none came yet. */
  let isWished = false

  /** Asks for pages of a gap and keeps them. */
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
    // What leads nowhere is not asked for again by itself.
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

  /** Older pages that come quickly are kept and shown together, as soon as there is something to see. */
  async function fetchOlder(signal: AbortSignal): Promise<void> {
    const { head } = ledger
    if (!head) return fetchNext(signal, true)
    const gap = head.gaps.at(-1)
    isWished = gap !== undefined && isOpenEnd(gap)
    // Where the last page led nowhere, the newest one is waited for.
    if (!gap || gap.rests) return
    pages = 0
    await fill(gap, MAX_PAGES, signal)
  }

  /** What lies between known rows is filled without anybody's wish, and all as long as there is nothing to show. */
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
    // The store keeps the cursor, so that a later success goes on where this one failed (A88, T5).
    afterFailure: (data) => ({ ...(data ?? toHead(undefined)), empty: true, next: null }),
    async page(index) {
      const { version, items } = await ledger.read(index * PAGE_SIZE, (index + 1) * PAGE_SIZE)
      return { version, rows: toRows(items, createFormat(context, calendar, account)) }
    },
  }
}

/** Undefined: nothing is known. */
export function toHead(head: LedgerHead | undefined): ActivityHead {
  const { version = 0, since = 0, dirty = [], parts = [], groups = [], gaps = [] } = head ?? {}
  const last = gaps.at(-1)
  return {
    version,
    since,
    dirty,
    total: countRows(parts),
    groups: toGroups(groups),
    // The cursor to this place may be unknown, and rows in the middle may still be missing.
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
