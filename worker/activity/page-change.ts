/** Computes how pages of the history API change the list: added, removed and moved rows, and the remaining gaps. */
import { closeGap, type Gap, isDated, openGap, OPEN_END, TOP, wakeGaps } from './gaps.ts'
import type { Change, HeadFields, LedgerHead } from './ledger.ts'
import { type Entry, isFuture, MIN_PENDING, toEntries } from './order.ts'
import type { HiddenItem } from './read-history.ts'
import { type Edit, replaceRow, toEdit } from './rewrite.ts'
import type { Row, Tree } from './tree.ts'
import type { Batch } from './walk.ts'

/**
 * Upper limit of rows that one page may remove. If more rows are missing, the page contradicts the history, and no row is
 * removed.
 */
const MAX_ENDED = 500

export const nothingHidden: HeadFields['hidden'] = { spam: 0, otherChain: 0, invalid: 0 }

/** The gap at the top, where the newest page belongs. */
export function getNewestGap(head: LedgerHead | undefined): Gap {
  return { upper: TOP, lower: head?.newest ?? OPEN_END, cursor: null }
}

/**
 * Computes the change of the list that fetched pages make.
 * @param gap the gap that the pages were fetched for; without a cursor, they start at the newest page
 * @param batch the fetched pages; undefined if the API no longer knows the cursor
 * @param isDue whether resting gaps may be fetched again
 */
export async function toPageChange(
  head: LedgerHead | undefined,
  tree: Tree,
  gap: Gap,
  batch: Batch | undefined,
  { now, isDue }: { now: number; isDue: boolean },
): Promise<Change> {
  const isNewest = gap.cursor === null
  // The list was removed meanwhile. An older page must not become the whole list, so start again with the newest page.
  if (!head && !isNewest) return leaveRows(undefined, openGap([], TOP, OPEN_END))
  const gaps = isDue ? wakeGaps(head?.gaps ?? []) : (head?.gaps ?? [])
  // Whether the gap is still open. If another tab has filled the gap, the stored gaps stay as they are.
  const isOpen = isNewest || gaps.some((one) => one.upper === gap.upper && one.cursor === gap.cursor)
  const nothing = { reached: TOP, known: [] }
  if (!batch)
    return leaveRows(head, isOpen ? closeGap(gaps, gap, { ...nothing, rest: { cursor: null } }) : gaps)
  const parts = head?.parts ?? []
  // If an id occurs several times, keep its last item.
  const put = toEntries([...new Map(batch.items.map((item) => [item.id, item])).values()], now)
  const known = await tree.find(parts, put)
  const orders = put.map(({ order }) => order).filter(isDated)
  const times = [...orders, ...batch.hidden.flatMap((item) => getTime(item, now) ?? [])]
  const walked = {
    reached: times.reduce((lowest, time) => Math.min(lowest, time), TOP),
    // Rows that were pending, undated or moved prove nothing about their neighbours.
    known: put
      .filter(({ order, item }) => known.get(item.id)?.entry.order === order)
      .map(({ order }) => order),
    rest: batch.rest,
  }
  const from = isNewest ? getNewestGap(head) : gap
  let left = isOpen ? closeGap(gaps, from, walked) : gaps
  // The newest page also leads towards the gap below, so give that gap the page's cursor. But not if the page left a
  // new gap at the top: the new gap is filled first.
  const isHole = ({ upper, cursor }: Gap) =>
    upper !== gap.upper && cursor !== null && cursor === batch.rest?.cursor
  const below = left.find(({ upper }) => upper === gap.upper && upper !== TOP)
  if (isNewest && below && !left.some(isHole)) left = closeGap(left, below, { ...nothing, rest: batch.rest })
  const edit = toEdit(put, known, isNewest ? 'before' : 'after')
  const getOthers = async (highest: number, lowest: number) =>
    (await tree.between(parts, highest, lowest)).filter(({ entry }) => !known.has(entry.item.id))
  if (isNewest) reviewPending(edit, await getOthers(TOP, MIN_PENDING), put, now)
  for (const row of await findEnded(getOthers, orders, batch.hidden, from.upper))
    replaceRow(edit, row, undefined)
  const { fields } = leaveRows(head, left)
  const isUncounted = createUncounted(head, from, times, now)
  return {
    edit,
    fields: {
      ...fields,
      ...(isNewest ? { fetchedAt: now } : {}),
      hidden: addHidden(fields.hidden, batch.hidden.filter(isUncounted)),
      newest: times.reduce((newest, time) => Math.max(newest, time), fields.newest),
    },
  }
}

function leaveRows(head: LedgerHead | undefined, gaps: readonly Gap[]): Change {
  const { fetchedAt = 0, hidden = nothingHidden, newest = OPEN_END } = head ?? {}
  return { edit: toEdit([], new Map(), 'after'), fields: { gaps, fetchedAt, hidden, newest } }
}

/**
 * Removes the pending rows that the newest page does not contain. A row that is on top only because its time is in the
 * future is moved once that time has come.
 */
function reviewPending(edit: Edit, rows: readonly Row[], put: readonly Entry[], now: number): void {
  // A pending row is missing only if the page also has rows that are not pending. Otherwise the page may end among the
  // pending rows.
  const isWhole = put.some(({ item }) => item.status !== 'pending')
  for (const row of rows) {
    const { item } = row.entry
    if (item.status !== 'pending') replaceRow(edit, row, toEntries([item], now)[0])
    else if (isWhole) replaceRow(edit, row, undefined)
  }
}

/**
 * Finds rows that the page should contain but does not: they were removed from the chain.
 * @param ceiling the highest order with which the page may begin
 */
async function findEnded(
  between: (from: number, to: number) => Promise<readonly Row[]>,
  orders: readonly number[],
  hidden: readonly HiddenItem[],
  ceiling: number,
): Promise<readonly Row[]> {
  const [highest = TOP, lowest = TOP] = [orders[0], orders.at(-1)]
  // Remove nothing if the page is not sorted by time, or contains unreadable items: a row that seems to be missing may be
  // one of those items.
  const isSorted = orders.every((order, at) => order <= (orders[at - 1] ?? TOP))
  const isClear = isSorted && hidden.every(({ reason }) => reason !== 'invalid')
  if (orders.length < 2 || highest > ceiling || !isClear) return []
  const named = new Set(hidden.map(({ id }) => id))
  const ended = (await between(highest - 1, lowest + 1)).filter(({ entry }) => !named.has(entry.item.id))
  return ended.length > MAX_ENDED ? [] : ended
}

/** Undefined if the time is unknown or in the future: such a time says nothing about the position in the list. */
function getTime({ minedAt }: HiddenItem, now: number): number | undefined {
  return isFuture(minedAt, now) ? undefined : minedAt
}

/**
 * Returns a test for hidden items that were not counted before: those in the gaps that were walked, and those above all
 * rows.
 */
function createUncounted(
  head: LedgerHead | undefined,
  from: Gap,
  times: readonly number[],
  now: number,
): (item: HiddenItem) => boolean {
  const newest = head?.newest ?? OPEN_END
  const walked = (head?.gaps ?? []).filter(({ upper }) => upper <= from.upper)
  // An item with exactly the time of a gap's upper edge was counted with the page above, unless this page begins at that
  // time.
  const begins = times.every((time) => time <= from.upper) ? from.upper : TOP
  const isIn = (time: number, { upper, lower }: Gap) =>
    time > lower && (time < upper || (time === upper && upper === begins))
  return (item) => {
    const time = getTime(item, now) ?? Math.min(from.upper, newest)
    return !head || time > newest || walked.some((gap) => isIn(time, gap))
  }
}

function addHidden(hidden: HeadFields['hidden'], items: readonly HiddenItem[]): HeadFields['hidden'] {
  const sum = { ...hidden }
  for (const { reason } of items) sum[reason] += 1
  return sum
}
