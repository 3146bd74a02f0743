/**
 * What happened on an account. Source: GET /v1/account/{account}/history.
 *
 * The first page is asked for again and again and brings what is new; older pages are asked for by a person's
 * scrolling. Both end in the ledger before anybody sees them.
 */
import type { ActivityHead } from '../../src/core/activity.ts'
import { parseAccountId } from '../../src/core/caip.ts'
import { BillfoldError, hasCode } from '../../src/core/errors.ts'
import { PAGE_SIZE } from '../../src/core/list.ts'
import { type CreateSource, type Known, type ListSource, ownerOf } from '../context.ts'
import { wrapFailure } from '../wrap-failure.ts'
import { type Calendar, createCalendar } from './calendar.ts'
import { fetchHistory } from './fetch.ts'
import { type Change, createLedger, type Entry, type HeadFields, type LedgerHead } from './ledger.ts'
import { getGroupCode, isFuture, toEntries, toGroups } from './order.ts'
import type { HiddenItem, HistoryPage } from './read-history.ts'
import { toRows } from './rows.ts'

const LIFETIME = 30_000
/** Pages in a row for one wish of a person to see more (F3). */
const MOST_PAGES = 200
/** Pages that a poll walks to meet what is known; past that the list begins anew. */
const MOST_CATCH_UP = 20

export const createActivitySource: CreateSource<'activity'> = (
  context,
  account,
): ListSource<ActivityHead> => {
  if (!account || !account.split(':')[2]) {
    throw new BillfoldError('history_no_account', "Transactions can't be fetched without an accountAddress")
  }
  const { chainId } = parseAccountId(account)
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
  /** Cursors that were asked for: one that comes back would lead in a circle. */
  const asked = new Set<string>()

  const toEntriesNow = (items: readonly Entry['item'][]) => toEntries(items, clock.now())

  async function fetchNewest(signal: AbortSignal): Promise<void> {
    const walk = await walkNewest(signal)
    const put = toEntriesNow(unique(walk.pages))
    const newest = getNewest(walk.pages)
    const outdated = walk.meets ? await getOutdated(put) : undefined
    // Read last: the list begins anew when a chunk of it turns out to be broken.
    const { head } = ledger
    if (outdated && head) {
      const fields: HeadFields = {
        cursor: head.cursor,
        fetchedAt: clock.now(),
        hidden: add(head.hidden, countHidden(walk.pages, head.newest)),
        newest: Math.max(head.newest, newest),
      }
      const { version } = head
      const change: Change = { version, put: [...put, ...outdated.due], drop: outdated.drop, place: 'before' }
      if (await ledger.apply(change, fields)) return
    }
    const hidden = countHidden(walk.pages, -Infinity)
    await ledger.restart(put, { cursor: walk.next, fetchedAt: clock.now(), hidden, newest })
  }

  /** Newest page first, until it meets what is known. What is pending stands on top, whatever is below it. */
  async function walkNewest(signal: AbortSignal): Promise<Walk> {
    const pages: HistoryPage[] = []
    const seen = new Set<string>()
    const cursors = new Set<string>()
    let cursor: string | null = null
    const pending = new Set<string>()
    for (const { item } of await ledger.getPending()) if (item.status === 'pending') pending.add(item.id)
    for (;;) {
      const page = await fetchHistory(context, account, cursor, signal)
      pages.push(page)
      const total = ledger.head?.total ?? 0
      const known = total > 0 ? await ledger.getKnown(toEntriesNow(page.items)) : []
      if ([...known].some((id) => !pending.has(id))) return { pages, meets: true, next: page.next }
      const isNew = addIds(seen, page) > 0
      const next = page.next !== null && isNew && !cursors.has(page.next) ? page.next : null
      // Without anything known, the first page with something to show is enough.
      const enough = total === 0 ? pages.some(({ items }) => items.length > 0) : pages.length >= MOST_CATCH_UP
      if (next === null || enough || pages.length >= MOST_CATCH_UP) {
        asked.clear()
        for (const one of cursors) asked.add(one)
        return { pages, meets: false, next }
      }
      cursors.add(next)
      cursor = next
    }
  }

  /** Of the first group: what the newest page no longer has, and what was future and has come. */
  async function getOutdated(put: readonly Entry[]): Promise<{ due: Entry[]; drop: string[] }> {
    const ids = new Set(put.map(({ item }) => item.id))
    const left = (await ledger.getPending()).filter(({ item }) => !ids.has(item.id))
    // Only an answer that reaches below the pending ones says that one is missing.
    const isWhole = put.some(({ item }) => item.status !== 'pending')
    const now = clock.now()
    return {
      due: toEntries(
        left
          .map(({ item }) => item)
          .filter(({ status, minedAt }) => status !== 'pending' && !isFuture(minedAt, now)),
        now,
      ),
      drop: isWhole ? left.filter(({ item }) => item.status === 'pending').map(({ item }) => item.id) : [],
    }
  }

  async function fetchOlder(signal: AbortSignal): Promise<void> {
    const seen = new Set<string>()
    for (let pages = 0; pages < MOST_PAGES; pages += 1) {
      const { head } = ledger
      if (!head || head.cursor === null) return
      const { cursor } = head
      asked.add(cursor)
      const page = await fetchHistory(context, account, cursor, signal)
      const put = toEntriesNow(unique([page]))
      const known = await ledger.getKnown(put)
      if (!ledger.head) return fetchNewest(signal)
      const isPassed = known.size === put.length
      for (const id of known) seen.add(id)
      const isNew = !isPassed || addIds(seen, page) > 0
      const next = page.next !== null && isNew && !asked.has(page.next) ? page.next : null
      const isKept = await ledger.apply(
        { version: head.version, put, place: 'after' },
        {
          cursor: next,
          fetchedAt: head.fetchedAt,
          hidden: add(head.hidden, countHidden([page], -Infinity)),
          newest: Math.max(head.newest, getNewest([page])),
        },
      )
      if (!isKept) return fetchNewest(signal)
      if (!isPassed) return
    }
  }

  async function run(work: () => Promise<void>): Promise<Known<ActivityHead>> {
    try {
      await work()
    } catch (error) {
      throw toHistoryError(error)
    }
    return getData() as Known<ActivityHead>
  }

  function getData(): Known<ActivityHead> | undefined {
    const { head } = ledger
    return head && { data: toHead(head), fetchedAt: head.fetchedAt }
  }

  return {
    key,
    owner,
    lifetime: LIFETIME,
    pauseAfterFailure: 0,
    async load() {
      await ledger.load()
      return getData()
    },
    fetch: ({ signal }) => run(() => fetchNewest(signal)),
    more: ({ signal }) => run(() => (ledger.head ? fetchOlder(signal) : fetchNewest(signal))),
    // The store keeps the cursor, so that a later success goes on where this one failed (A88, T5).
    afterFailure: (data) => ({ ...(data ?? nothing), empty: true, next: null }),
    async page(index) {
      const { version, items } = await ledger.read(index * PAGE_SIZE, (index + 1) * PAGE_SIZE)
      const { locale, networks } = context.config
      const network = networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
      const nativeSymbol = network?.nativeCurrency.symbol
      const format = { locale, calendar: calendar(), now: clock.now(), nativeSymbol }
      return { version, rows: toRows(items, format) }
    },
  }
}

interface Walk {
  pages: HistoryPage[]
  meets: boolean
  next: string | null
}

const nothing: ActivityHead = {
  version: 0,
  since: 0,
  dirty: [],
  total: 0,
  groups: [],
  next: null,
  empty: true,
  loadingMore: false,
  hidden: { spam: 0, otherChain: 0, invalid: 0 },
}

function toHead({ version, since, dirty, total, cursor, hidden, groups }: LedgerHead): ActivityHead {
  return {
    version,
    since,
    dirty,
    total,
    groups: toGroups(groups),
    next: cursor,
    empty: false,
    loadingMore: false,
    hidden,
  }
}

/** Items of several pages, each id once: as the first page with it has it last. */
function unique(pages: readonly HistoryPage[]): readonly Entry['item'][] {
  const [page] = pages
  // Mostly one page in which nothing stands twice.
  if (page && pages.length === 1 && countIds(page) === page.items.length) return page.items
  const items = new Map<string, Entry['item']>()
  for (const page of pages) {
    const earlier = new Set(items.keys())
    for (const item of page.items) if (!earlier.has(item.id)) items.set(item.id, item)
  }
  return [...items.values()]
}

function countIds({ items }: HistoryPage): number {
  return new Set(items.map(({ id }) => id)).size
}

/** How many ids were not there before. */
function addIds(seen: Set<string>, { items, hidden }: HistoryPage): number {
  const { size } = seen
  for (const { id } of items) seen.add(id)
  for (const { id } of hidden) if (id !== undefined) seen.add(id)
  return seen.size - size
}

/** Those above `newest`; items without a time count only where everything counts. */
function countHidden(pages: readonly HistoryPage[], newest: number): LedgerHead['hidden'] {
  const count = { spam: 0, otherChain: 0, invalid: 0 }
  const isCounted = ({ minedAt = -Infinity }: HiddenItem) => newest === -Infinity || minedAt > newest
  for (const { hidden } of pages) for (const item of hidden) if (isCounted(item)) count[item.reason] += 1
  return count
}

function add(a: LedgerHead['hidden'], b: LedgerHead['hidden']): LedgerHead['hidden'] {
  return { spam: a.spam + b.spam, otherChain: a.otherChain + b.otherChain, invalid: a.invalid + b.invalid }
}

/** 0 when there is nothing with a time: JSON has no infinity. */
function getNewest(pages: readonly HistoryPage[]): number {
  let newest = 0
  for (const { items, hidden } of pages) {
    for (const { minedAt = 0 } of items) if (minedAt > newest) newest = minedAt
    for (const { minedAt = 0 } of hidden) if (minedAt > newest) newest = minedAt
  }
  return newest
}

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
  const passing = ['aborted', 'networks_unknown', 'network_unsupported'] as const
  if (passing.some((code) => hasCode(error, code))) return error
  return wrapFailure('history_failed', 'Failed to fetch transactions', error)
}
