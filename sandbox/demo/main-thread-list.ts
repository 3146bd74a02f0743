/**
 * The same list without a worker: fetches every page of a history, and parses, checks, sorts, groups and draws it on
 * the main thread. It uses Billfold's own code, page by page, without artificial delays. It does less than the worker,
 * since it stores nothing.
 */
import type { ActivityRow } from '../../src/core/assets/activity.ts'
import { createCalendar } from '../../worker/activity/calendar.ts'
import { type Entry, getGroupCode, toEntries } from '../../worker/activity/order.ts'
import { readHistory } from '../../worker/activity/read-history.ts'
import { toRow } from '../../worker/activity/rows.ts'

export interface LoadOptions {
  /** Base URL of the API. */
  api: string
  address: string
  /** CAIP-2 id of the network. */
  chain: string
  signal: AbortSignal
  /** Must draw before it returns, since drawing is part of the measured work. */
  draw(list: LoadedList): void
  /** Called after each page with the milliseconds of its work. */
  onWork(ms: number): void
}

export interface LoadedList {
  pages: number
  total: number
  /** Number of groups: months, and the pending transactions. */
  groups: number
  rows(from: number, to: number): ActivityRow[]
}

export async function loadOnThisThread(options: LoadOptions): Promise<void> {
  const { api, address, chain, signal, draw, onWork } = options
  const calendar = createCalendar('en')
  const entries: Entry[] = []
  const groups = new Set<number>()
  let cursor: string | null = ''
  for (let pages = 1; cursor !== null; pages += 1) {
    const url: string = `${api}/v1/account/${address}/history?cursor=${cursor}&by=page`
    const text: string = await (await fetch(url, { signal })).text()
    signal.throwIfAborted()
    const started = performance.now()
    const now = Date.now()
    const page = readHistory(JSON.parse(text), chain)
    const added = toEntries(page.items, now).sort((one, other) => other.order - one.order)
    for (const { order } of added) groups.add(getGroupCode(order, calendar))
    // Skip the sort when the page follows the existing entries, as it usually does.
    const isAfter = (entries.at(-1)?.order ?? Infinity) >= (added[0]?.order ?? -Infinity)
    entries.push(...added)
    if (!isAfter) entries.sort((one, other) => other.order - one.order)
    const format = { locale: 'en', calendar, now, nativeSymbol: 'ETH', address: address.toLowerCase() }
    draw({
      pages,
      total: entries.length,
      groups: groups.size,
      rows: (from, to) => entries.slice(from, to).map(({ item }) => toRow(item, format)),
    })
    onWork(performance.now() - started)
    cursor = page.next
  }
}
