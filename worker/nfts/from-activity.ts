/**
 * Computes an account's NFTs without a node: those that the account received according to the loaded activity, minus those
 * that it sent.
 */
import { plainText } from '../../src/core/text/text.ts'
import { safeUrl } from '../../src/core/text/url.ts'
import { getNameReason } from '../base/spam.ts'
import type { ActivityItem } from '../activity/item.ts'
import { readItems } from '../activity/ledger.ts'
import { readAllUnverified } from '../activity/unverified.ts'
import type { Store } from '../base/context.ts'
import type { Holding } from './rows.ts'

/** Undefined if no activity is stored. */
export async function getFromActivity(store: Store, account: string): Promise<Holding[] | undefined> {
  const key = `activity/${account}`
  if (!(await store.get(key))) return undefined
  const holdings = new Map<string, { count: bigint; icon: string | undefined }>()
  const add = (item: ActivityItem) => {
    if (item.status !== 'confirmed') return
    for (const { nft, name, direction, numeric } of item.amounts) {
      if (!nft || direction === 'self' || name === '') continue
      const before = holdings.get(name) ?? { count: 0n, icon: undefined }
      const count = BigInt(numeric.split('.')[0] ?? 0)
      holdings.set(name, {
        count: before.count + (direction === 'in' ? count : -count),
        icon: before.icon ?? (item.nft ? item.icon : undefined),
      })
    }
  }
  for await (const items of readItems(store, key)) for (const item of items) add(item)
  const flagged = new Set<string>()
  for (const item of await readAllUnverified(store, account)) {
    add(item)
    for (const { name } of item.reason === 'flagged' ? item.amounts : []) flagged.add(name)
  }
  return [...holdings]
    .filter(([, { count }]) => count > 0n)
    .map(([name, { count, icon }]) => {
      const imageUrl = safeUrl(icon)
      const reason = getNameReason(name) ?? (flagged.has(name) ? 'flagged' : undefined)
      const shown = plainText(name, 48)
      return {
        id: shown,
        name: shown,
        count: count.toString(),
        block: 0,
        ...(reason ? { unverified: { reason } } : imageUrl ? { imageUrl } : {}),
      }
    })
}
