/**
 * What is set apart from an account's history as spam, with the reason: the newest of it, as a part of the history, with
 * which it is counted and goes.
 *
 *   activity/<account>/unverified   [[reason, …], chunk]   newest first; see chunk-text.ts
 */
import type { ActivityReason, UnverifiedActivity } from '../../src/core/activity.ts'
import type { CaipAddress } from '../../src/core/caip.ts'
import type { AccountParams } from '../../src/core/protocol.ts'
import { type CommandContext, ownerOf, type Store } from '../context.ts'
import { readAccountParams } from '../topics/account-topic.ts'
import { createCalendar } from './calendar.ts'
import { decodeChunk, encodeChunk } from './chunk-text.ts'
import { type Entry, getOrder } from './order.ts'
import { parseOrNone } from '../parse-or-none.ts'
import type { HiddenItem } from './read-history.ts'
import { toRows } from './rows.ts'

/** More than that nobody reads. */
const MOST = 200

export interface Unverified {
  reason: ActivityReason
  entry: Entry
}

export interface KeepUnverified {
  /** Those that are newer than the oldest that is kept, or for which there is room. @param now ms since 1970 */
  keep(hidden: readonly HiddenItem[], now: number): Promise<void>
}

export function createKeepUnverified(store: Store, account: CaipAddress): KeepUnverified {
  /** Nothing older has room. */
  let floor = -Infinity
  /** Ids of what is kept: the newest page names the same ones each time. */
  let kept: ReadonlySet<string> = new Set()

  return {
    async keep(hidden, now) {
      const fresh = hidden.flatMap(({ unverified }): Unverified[] => {
        if (!unverified || kept.has(unverified.item.id)) return []
        const { item, reason } = unverified
        return [{ reason, entry: { order: getOrder(item, now), item } }]
      })
      // A long history is walked down far below what is kept.
      if (!fresh.some(({ entry }) => entry.order > floor)) return
      const byId = new Map<string, Unverified>()
      for (const one of [...(await readAllUnverified(store, account)), ...fresh])
        byId.set(one.entry.item.id, one)
      const all = [...byId.values()].sort((a, b) => b.entry.order - a.entry.order).slice(0, MOST)
      if (all.length === MOST) floor = all.at(-1)!.entry.order
      const value = JSON.stringify([
        all.map(({ reason }) => reason),
        encodeChunk(all.map(({ entry }) => entry)),
      ])
      const part = { key: toKey(account), owner: ownerOf(account), value }
      await store.update(`activity/${account}`, (stored) => stored && { put: [stored, part] })
      kept = new Set(all.map(({ entry }) => entry.item.id))
    },
  }
}

/** In today's language, zone and clock. @throws bad_account, store_unavailable */
export async function readUnverified(
  input: AccountParams,
  { config, clock, store }: Pick<CommandContext, 'config' | 'clock' | 'store'>,
): Promise<readonly UnverifiedActivity[]> {
  const { account } = readAccountParams(input)
  const all = await readAllUnverified(store, account)
  const calendar = createCalendar(config.locale)
  const format = { locale: config.locale, calendar, now: clock.now(), nativeSymbol: undefined, address: '' }
  const rows = toRows(
    all.map(({ entry }) => entry.item),
    format,
  )
  return rows.map(({ id, amounts, date, hash }, index) => ({
    id,
    name: amounts[0]?.text ?? '',
    reason: all[index]!.reason,
    ...(date === undefined ? {} : { date }),
    ...(hash === undefined ? {} : { hash }),
  }))
}

function toKey(account: string): string {
  return `activity/${account}/unverified`
}

/** Empty where a record is no such one: what is set apart from now on is kept again. */
export async function readAllUnverified(store: Store, account: string): Promise<Unverified[]> {
  const value = parseOrNone((await store.get(toKey(account)))?.value)
  const [reasons, chunk] = Array.isArray(value) ? (value as unknown[]) : []
  const entries = decodeChunk(chunk)
  if (!entries || !Array.isArray(reasons) || reasons.length !== entries.length) return []
  return reasons.every(isReason)
    ? entries.map((entry, at) => ({ entry, reason: reasons[at] as ActivityReason }))
    : []
}

function isReason(value: unknown): value is ActivityReason {
  return typeof value === 'string' && Object.hasOwn(known, value)
}

const known: Readonly<Record<ActivityReason, true>> = {
  flagged: true,
  link: true,
  lure: true,
  disguise: true,
  imitation: true,
  mass: true,
  nothing: true,
}
