/**
 * The same list without a worker: fetches a whole history, and then parses, checks, sorts, groups and draws it on the main
 * thread, in one go as most pages do. It uses Billfold's own code, without artificial delays. It does less than the worker,
 * since it stores nothing.
 */
import type { ActivityRow } from '../../src/core/assets/activity.ts'
import { createCalendar } from '../../worker/activity/calendar.ts'
import { getGroupCode, toEntries } from '../../worker/activity/order.ts'
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
  /** Called after each part of the work with its milliseconds. */
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
  const pages: { next?: string | null }[] = []
  for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.next ?? null) {
    const response = await fetch(`${api}/v1/account/${address}/history?cursor=${cursor}&by=page`, { signal })
    const text = await response.text()
    const started = performance.now()
    pages.push(JSON.parse(text))
    onWork(performance.now() - started)
  }
  signal.throwIfAborted()

  const started = performance.now()
  const now = Date.now()
  const calendar = createCalendar('en')
  const entries = pages
    .flatMap((page) => toEntries(readHistory(page, chain).items, now))
    .sort((one, other) => other.order - one.order)
  const groups = new Set(entries.map(({ order }) => getGroupCode(order, calendar)))
  const format = { locale: 'en', calendar, now, nativeSymbol: 'ETH', address: address.toLowerCase() }
  draw({
    pages: pages.length,
    total: entries.length,
    groups: groups.size,
    rows: (from, to) => entries.slice(from, to).map(({ item }) => toRow(item, format)),
  })
  onWork(performance.now() - started)
}
