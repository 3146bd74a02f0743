/**
 * What happened on an account. Source: GET /v1/account/{account}/history.
 *
 * Each turn asks for one page and stores it before anybody sees it: the newest one when it is due, else the next one
 * of the hole that was left above what was known before (see gaps.ts). Older pages are asked for by a person's
 * scrolling. So whatever ends a walk in the middle, nothing that came is fetched again.
 */
import type { ActivityHead } from '../../src/core/activity.ts'
import { parseCaipAddress } from '../../src/core/caip.ts'
import { BillfoldError, hasCode } from '../../src/core/errors.ts'
import { PAGE_SIZE } from '../../src/core/list.ts'
import { type CreateSource, type Known, type ListSource, ownerOf } from '../context.ts'
import { wrapFailure } from '../wrap-failure.ts'
import { type Calendar, createCalendar } from './calendar.ts'
import { fetchHistory } from './fetch.ts'
import { closeGap, type Gap, getInnerGap, getOpenEnd, openGap, OPEN_END, TOP } from './gaps.ts'
import { type Change, createLedger, type LedgerHead, type List } from './ledger.ts'
import type { ActivityItem } from './item.ts'
import {
  type Entry,
  getGroupCode,
  isFuture,
  isPendingOrder,
  isUnknownOrder,
  LEAST_PENDING,
  toEntries,
  toGroups,
} from './order.ts'
import type { HiddenItem, HistoryPage } from './read-history.ts'
import { toRows } from './rows.ts'
import { countRows, getGroups } from './segment.ts'

const STALE_TIME = 30_000
/** Pages in a row for one wish of a person to see more (F3). */
const MOST_PAGES = 200
/** Older pages that come one after the other this fast, and rows of them, are shown at once. */
const QUICK = 200
const MOST_GATHERED = 500
/** Older pages are not gathered for longer; what came is shown. Milliseconds. */
const GATHER_LIMIT = 8_000
/** A cursor that came this short a time ago has not expired: who refuses it does so again. Milliseconds. */
const CURSOR_AGE = 60_000
/** Rows that a page may end; more of them is no correction but a contradiction, and nothing is believed. */
const MOST_ENDED = 500

/** The place above everything, where the newest page belongs. */
const NEWEST: Gap = { below: TOP, cursor: null }

/** Pages that were asked for one after the other. */
interface Walk {
  /** Cursors that were asked for: one that comes back would lead in a circle. */
  asked: Set<string>
  /** Ids that came. */
  seen: Set<string>
  /** Pages in a row that brought no id which had not come. */
  barren: number
  /** When the last page came: milliseconds since 1970. */
  at: number
  /** Time of the last row that came: milliseconds since 1970. */
  reached?: number
}

export const createActivitySource: CreateSource<'activity'> = (
  context,
  account,
): ListSource<ActivityHead> => {
  if (!account || !account.split(':')[2]) {
    throw new BillfoldError('history_no_account', "Transactions can't be fetched without an accountAddress")
  }
  const { caipNetworkId } = parseCaipAddress(account)
  const { clock, store } = context
  const key = `activity/${account}`
  const owner = ownerOf(account)
  const deviceZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const zone = () => context.config.timeZone ?? deviceZone
  const getCalendar = createCalendars()
  const calendar = () => getCalendar(context.config.locale, zone())
  const ledger = createLedger({
    store,
    key,
    owner,
    now: clock.now,
    zone,
    getGroup: (order) => getGroupCode(order, calendar()),
  })
  /** By the cursor with which they go on. */
  const walks = new Map<string, Walk>()
  /** Pages that were asked for since a person last wished to see something. */
  let pages = 0
  /** A person wished to see older rows, and none came yet. */
  let isWished = false

  /** Asks for a page of a gap; for the newest one at the top. Undefined when the API does not know the cursor any more. */
  async function ask(
    { cursor, below }: Gap,
    walk: Walk,
    signal: AbortSignal,
  ): Promise<HistoryPage | undefined> {
    let page: HistoryPage
    try {
      page = await fetchHistory(context, account, cursor, signal)
    } catch (error) {
      if (cursor === null || clock.now() - walk.at < CURSOR_AGE || !isRefused(error)) throw error
      return undefined
    }
    if (cursor !== null) walk.asked.add(cursor)
    walk.at = clock.now()
    walk.barren = addIds(walk.seen, page) > 0 ? 0 : walk.barren + 1
    // Where cursors are places in a list, as many new rows as a page has make the next page bring the same ones again:
    // a hole that is closed for that would stay for good.
    const isCircle = walk.barren > (below === OPEN_END ? 0 : 1) || walk.asked.has(page.next ?? '')
    return { ...page, next: isCircle ? null : page.next }
  }

  async function keep(gap: Gap, walk: Walk, page: HistoryPage | undefined): Promise<void> {
    const before = countAll()
    const { reached } = walk
    for (const { minedAt = Infinity } of page?.items ?? [])
      walk.reached = Math.min(walk.reached ?? Infinity, minedAt)
    await ledger.change(async (list) => {
      // Removed meanwhile: a page from below would become the whole of it. It begins with the newest one again.
      if (!list.head && gap !== NEWEST) return toChange([], undefined, openGap([], OPEN_END))
      // An expired cursor: its place is looked for anew, through all that is known.
      return page
        ? addPage(list, gap, page, reached)
        : toChange([], list.head, openGap(list.head?.gaps ?? [], gap.below))
    }, gap === NEWEST)
    if (gap.below === OPEN_END && countAll() > before) isWished = false
    if (page?.next) walks.set(page.next, walk)
    const gaps = ledger.head?.gaps ?? []
    for (const cursor of walks.keys()) if (!gaps.some((one) => one.cursor === cursor)) walks.delete(cursor)
  }

  function countAll(): number {
    return countRows(ledger.head?.segments ?? [])
  }

  function getWalk({ cursor }: Gap): Walk {
    return walks.get(cursor ?? '') ?? { asked: new Set(), seen: new Set(), barren: 0, at: -Infinity }
  }

  async function addPage(
    { head, find }: List,
    gap: Gap,
    page: HistoryPage,
    reached: number | undefined,
  ): Promise<Change> {
    const isNewest = gap.cursor === null
    const put = toEntries(unique(page.items), clock.now())
    const known = await find(put)
    const walked = {
      orders: put.map(({ order }) => order),
      known: [...known.values()].map(({ order }) => order),
      next: page.next,
    }
    const old = head?.gaps ?? []
    const isOpen =
      gap.below === TOP || old.some((one) => one.below === gap.below && one.cursor === gap.cursor)
    // Another tab was there before: its gaps hold.
    const lowest = head?.segments.at(-1)?.last
    const gaps = isOpen ? closeGap(old, gap, walked, lowest) : old
    const ceiling = isNewest ? TOP : (reached ?? (gap.below === OPEN_END ? lowest : gap.below) ?? TOP)
    const change = toChange(put, head, gaps)
    const newest = getNewest(page)
    return {
      ...change,
      place: isNewest ? 'before' : 'after',
      review: [...(isNewest ? reviewPending(put) : []), ...reviewCovered(put, page, ceiling)],
      fields: {
        ...change.fields,
        ...(isNewest ? { fetchedAt: clock.now() } : {}),
        hidden: add(change.fields.hidden, countHidden(page, isUncounted(head, gap))),
        newest: Math.max(change.fields.newest, newest),
      },
    }
  }

  function toChange(put: readonly Entry[], head: LedgerHead | undefined, gaps: readonly Gap[]): Change {
    const { fetchedAt = 0, hidden = { spam: 0, otherChain: 0, invalid: 0 }, newest = 0 } = head ?? {}
    return { put, place: 'after', fields: { gaps, fetchedAt, hidden, newest } }
  }

  /** Of the first group: what the newest page no longer has goes, and what was future and has come moves. */
  function reviewPending(put: readonly Entry[]): NonNullable<Change['review']> {
    // Only an answer that reaches below the pending ones says that one is missing.
    const isWhole = put.some(({ item }) => item.status !== 'pending')
    const now = clock.now()
    const look = (entry: Entry) => {
      if (entry.item.status === 'pending') return isWhole ? undefined : entry
      return isFuture(entry.item.minedAt, now) ? entry : toEntries([entry.item], now)[0]
    }
    return [{ from: TOP, to: LEAST_PENDING, look, most: Infinity }]
  }

  /**
   * What a page passes over without naming it was removed from the chain since.
   * @param ceiling order below which the page should begin.
   */
  function reviewCovered(
    put: readonly Entry[],
    page: HistoryPage,
    ceiling: number,
  ): NonNullable<Change['review']> {
    const orders = put
      .map(({ order }) => order)
      .filter((order) => !isPendingOrder(order) && !isUnknownOrder(order))
    const highest = Math.max(...orders)
    // An answer that is not in the order of time passes over nothing, and what cannot be read may name anything.
    const isClear = isSorted(page.items) && page.hidden.every(({ reason }) => reason !== 'invalid')
    if (orders.length < 2 || highest > ceiling || !isClear) return []
    const hidden = new Set(page.hidden.map(({ id }) => id))
    const look = (entry: Entry) => (hidden.has(entry.item.id) ? entry : undefined)
    return [{ from: highest - 1, to: Math.min(...orders) + 1, look, most: MOST_ENDED }]
  }

  async function run(work: () => Promise<void>): Promise<Known<ActivityHead>> {
    try {
      await work()
    } catch (error) {
      throw toHistoryError(error)
    }
    return getData() as Known<ActivityHead>
  }

  async function fetchNext(signal: AbortSignal, force: boolean): Promise<void> {
    const { head } = ledger
    const inner = head && getGapToFill(head)
    const age = clock.now() - (head?.fetchedAt ?? 0)
    if (force) pages = 0
    const isDue = !inner || force || age < 0 || age >= STALE_TIME
    if (!isDue) pages += 1
    const gap = isDue ? NEWEST : inner
    const walk = getWalk(gap)
    await keep(gap, walk, await ask(gap, walk, signal))
  }

  /** Older pages that come quickly are kept and shown together, as soon as there is something to see. */
  async function fetchOlder(signal: AbortSignal): Promise<void> {
    const { head } = ledger
    if (!head) return fetchNext(signal, true)
    const end = getOpenEnd(head.gaps)
    isWished = end !== undefined
    if (!end) return
    const walk = getWalk(end)
    const started = clock.now()
    const gathered: { items: ActivityItem[]; hidden: HiddenItem[]; next: string | null } = {
      items: [],
      hidden: [],
      next: end.cursor,
    }
    for (pages = 0; pages < MOST_PAGES; pages += 1) {
      const asked = clock.now()
      let page: HistoryPage | undefined
      try {
        page = await ask({ ...end, cursor: gathered.next }, walk, signal)
      } catch (error) {
        // What came before is kept; who wants more meets the failure then.
        if (pages === 0) throw error
        break
      }
      if (!page && pages === 0) return keep(end, walk, undefined)
      if (!page) break
      gathered.items.push(...page.items)
      gathered.hidden.push(...page.hidden)
      gathered.next = page.next
      const now = clock.now()
      const { length } = gathered.items
      if (page.next === null || now - started > GATHER_LIMIT || length >= MOST_GATHERED) break
      if (length > 0 && (page.items.length === 0 || now - asked > QUICK)) break
    }
    await keep(end, walk, gathered)
  }

  /** What lies between known rows is filled without anybody's wish, and all as long as there is nothing to show. */
  function getGapToFill({ gaps, segments }: LedgerHead): Gap | undefined {
    return getInnerGap(gaps) ?? (isWished || segments.length === 0 ? getOpenEnd(gaps) : undefined)
  }

  function getData(): Known<ActivityHead> | undefined {
    const { head } = ledger
    if (!head) return undefined
    const unfinished = pages < MOST_PAGES && getGapToFill(head) !== undefined
    return { data: toHead(head), fetchedAt: head.fetchedAt, ...(unfinished ? { unfinished } : {}) }
  }

  return {
    staleTime: STALE_TIME,
    pauseAfterFailure: 0,
    async load() {
      await ledger.load()
      return getData()
    },
    fetch: ({ signal, force }) => run(() => fetchNext(signal, force)),
    more: ({ signal }) => run(() => fetchOlder(signal)),
    // The store keeps the cursor, so that a later success goes on where this one failed (A88, T5).
    afterFailure: (data) => ({ ...(data ?? nothing), empty: true, next: null }),
    async page(index) {
      const { version, items } = await ledger.read(index * PAGE_SIZE, (index + 1) * PAGE_SIZE)
      const { locale, networks } = context.config
      const network = networks.find((one) => one.caipNetworkId === caipNetworkId)
      const nativeSymbol = network?.nativeCurrency.symbol
      const format = { locale, calendar: calendar(), now: clock.now(), nativeSymbol }
      return { version, rows: toRows(items, format) }
    },
  }
}

const nothing: ActivityHead = {
  version: 0,
  since: 0,
  dirty: [],
  total: 0,
  groups: [],
  next: null,
  empty: true,
  hidden: { spam: 0, otherChain: 0, invalid: 0 },
}

function toHead({ version, since, dirty, segments, gaps, hidden }: LedgerHead): ActivityHead {
  const end = getOpenEnd(gaps)
  return {
    version,
    since,
    dirty,
    total: countRows(segments),
    groups: toGroups(getGroups(segments)),
    // The way there may have to be found anew.
    next: end ? (end.cursor ?? '') : null,
    empty: false,
    hidden,
  }
}

/** Items of a page, each id once, as it stands there last. */
function unique(items: HistoryPage['items']): readonly Entry['item'][] {
  const byId = new Map(items.map((item) => [item.id, item]))
  return byId.size === items.length ? items : [...byId.values()]
}

/** How many ids were not there before. */
function addIds(seen: Set<string>, { items, hidden }: HistoryPage): number {
  const { size } = seen
  for (const { id } of items) seen.add(id)
  for (const { id } of hidden) if (id !== undefined) seen.add(id)
  return seen.size - size
}

/** Newest first; what has no time stands anywhere. */
function isSorted(items: readonly { minedAt?: number | undefined }[]): boolean {
  let last = Infinity
  for (const { minedAt = last } of items) {
    if (minedAt > last) return false
    last = minedAt
  }
  return true
}

/** Whether a hidden item of a page was not counted by an earlier page. */
function isUncounted(head: LedgerHead | undefined, gap: Gap): (item: HiddenItem) => boolean {
  const lowest = head?.segments.at(-1)?.last
  if (!head || lowest === undefined) return () => true
  if (gap.cursor === null) return ({ minedAt = -Infinity }) => minedAt > head.newest
  const covered = gap.below === OPEN_END ? lowest : gap.below
  return ({ minedAt = -Infinity }) => covered !== TOP && minedAt <= covered
}

function countHidden(
  { hidden }: HistoryPage,
  isCounted: (item: HiddenItem) => boolean,
): LedgerHead['hidden'] {
  const count = { spam: 0, otherChain: 0, invalid: 0 }
  for (const item of hidden) if (isCounted(item)) count[item.reason] += 1
  return count
}

function add(a: LedgerHead['hidden'], b: LedgerHead['hidden']): LedgerHead['hidden'] {
  return { spam: a.spam + b.spam, otherChain: a.otherChain + b.otherChain, invalid: a.invalid + b.invalid }
}

/** 0 when there is nothing with a time: JSON has no infinity. */
function getNewest({ items, hidden }: HistoryPage): number {
  let newest = 0
  for (const { minedAt = 0 } of items) if (minedAt > newest) newest = minedAt
  for (const { minedAt = 0 } of hidden) if (minedAt > newest) newest = minedAt
  return newest
}

/** The API does not know this cursor any more. */
function isRefused(error: unknown): boolean {
  return hasCode(error, 'http_status') && REFUSALS.has(Number((error as BillfoldError).context['status']))
}

const REFUSALS = new Set([400, 404, 410, 422])

/** The one for these two, made anew when a later hello changes them. */
function createCalendars(): (locale: string, zone: string) => Calendar {
  let held: { locale: string; zone: string; calendar: Calendar } | undefined
  return (locale, zone) => {
    if (held?.locale !== locale || held.zone !== zone) {
      held = { locale, zone, calendar: createCalendar(locale, zone) }
    }
    return held.calendar
  }
}

function toHistoryError(error: unknown): unknown {
  const transient = ['aborted', 'networks_unknown', 'network_unsupported'] as const
  if (transient.some((code) => hasCode(error, code))) return error
  return wrapFailure('history_failed', 'Failed to fetch transactions', error)
}
