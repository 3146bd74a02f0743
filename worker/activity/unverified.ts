/**
 * The newest unverified rows of an account's history, stored as a part of the history's record and removed with it.
 *
 *   activity/<account>/unverified   a chunk, newest first; see chunk-text.ts
 */
import type { UnverifiedActivity } from '../../src/core/assets/activity.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { AccountParams } from '../../src/core/contract/protocol.ts'
import { type CommandContext, ownerOf, type Store } from '../base/context.ts'
import { readAccountParams } from '../base/account-topic.ts'
import { createCalendar } from './calendar.ts'
import { decodeChunk, encodeChunk } from './chunk-text.ts'
import type { Unverified } from './item.ts'
import { getOrder, toEntries } from './order.ts'
import type { HiddenItem } from './read-history.ts'
import { toRows } from './rows.ts'

const MAX_KEPT = 200

/** Returns a function that adds unverified rows to the stored ones and keeps the newest. `now`: milliseconds since 1970. */
export function createKeepUnverified(store: Store, account: CaipAddress) {
  /**
   * Order of the oldest stored row as soon as MAX_KEPT rows are stored: older rows are then skipped. Until then, no row
   * is skipped.
   */
  let floor = -Infinity
  /** Ids of the stored rows: the newest page often contains the same rows as before. */
  let kept: ReadonlySet<string> = new Set()

  return async (hidden: readonly HiddenItem[], now: number): Promise<void> => {
    const fresh = hidden.flatMap(({ unverified }) =>
      unverified && !kept.has(unverified.id) ? unverified : [],
    )
    // Skip the rows if all are older than the stored ones, as on later pages of a long history.
    if (!fresh.some((item) => getOrder(item, now) > floor)) return
    const known = await readAllUnverified(store, account)
    const items = new Map([...known, ...fresh].map((item) => [item.id, item]))
    const all = toEntries([...items.values()], now)
      .sort((a, b) => b.order - a.order)
      .slice(0, MAX_KEPT)
    if (all.length === MAX_KEPT) floor = all.at(-1)!.order
    const part = { key: toKey(account), owner: ownerOf(account), value: encodeChunk(all) }
    await store.update(`activity/${account}`, (stored) => stored && { put: [stored, part] })
    kept = new Set(all.map(({ item }) => item.id))
  }
}

/** The stored unverified rows, in the current language and time zone. @throws bad_account, store_unavailable */
export async function readUnverified(
  input: AccountParams,
  { config, clock, store }: Pick<CommandContext, 'config' | 'clock' | 'store'>,
): Promise<readonly UnverifiedActivity[]> {
  const { account } = readAccountParams(input)
  const all = await readAllUnverified(store, account)
  const calendar = createCalendar(config.locale)
  const format = { locale: config.locale, calendar, now: clock.now(), nativeSymbol: undefined, address: '' }
  return toRows(all, format).map(({ id, amounts, date, hash }, index) => ({
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

/** Empty if the record is missing or damaged; new rows fill it again. */
export async function readAllUnverified(store: Store, account: string): Promise<readonly Unverified[]> {
  const entries = decodeChunk((await store.get(toKey(account)))?.value) ?? []
  return entries.flatMap(({ item }) => (item.reason ? { ...item, reason: item.reason } : []))
}
