/**
 * The same list without a worker: fetches every page of a history, and parses, checks, sorts, groups and draws it on the
 * page's thread. It is Billfold's own code, on one page
 * after the other, and nothing in it is made slow; it does less, since it stores nothing.
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
  /** CAIP-2. */
  chain: string
  signal: AbortSignal
  /** Draws before it returns: that is part of the work. */
  draw(list: LoadedList): void
  /** Told after each page, in milliseconds. */
  onWork(ms: number): void
}

export interface LoadedList {
  pages: number
  total: number
  /** Months, and what is pending. */
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
    // An older page mostly follows what is there.
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
