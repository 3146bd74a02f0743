/**
 * Fetches one page of GET /v1/account/{account}/history, newest first. Separates the shown items from the hidden items,
 * which have a reason, and returns the cursor of the next page.
 */
import * as v from 'valibot'
import { type CaipAddress, parseCaipAddress } from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import { parseOrNone, text } from '../../src/core/contract/schemas.ts'
import type { WorkerContext } from '../base/context.ts'
import { path } from '../http/path.ts'
import { type ActivityItem, toItem, type Unverified } from './item.ts'
import { getReason } from './spam.ts'
import { transaction } from './transaction.ts'

export interface HistoryPage {
  /** In the order of the answer. An id may occur twice. */
  items: ActivityItem[]
  hidden: HiddenItem[]
  /** Cursor of the next older page; null if there is none. */
  next: string | null
}

export interface HiddenItem {
  reason: 'spam' | 'otherChain' | 'invalid'
  /** Absent for invalid items. */
  id?: string
  /** The item's own time, or else the time of the item above. Milliseconds since 1970; absent if neither is known. */
  minedAt?: number | undefined
  /** The whole item; only for the reason `spam`. */
  unverified?: Unverified
}

/** Upper limit of a cursor's length, in characters: the cursor becomes part of a URL. */
const MAX_CURSOR_LENGTH = 4_096

const historyPage = v.object({ data: v.array(v.unknown()), next: v.nullish(text(MAX_CURSOR_LENGTH)) })

/**
 * `cursor`: null for the newest page.
 * @throws network_unsupported (before any request), networks_unknown, bad_envelope, and what HttpClient.get throws
 */
export async function fetchHistory(
  { http, isSupported }: Pick<WorkerContext, 'http' | 'isSupported'>,
  account: CaipAddress,
  cursor: string | null,
  signal: AbortSignal,
): Promise<HistoryPage> {
  const { namespace, caipNetworkId, address } = parseCaipAddress(account)
  if (namespace !== 'eip155' || !(await isSupported(caipNetworkId, signal))) {
    throw new BillfoldError('network_unsupported', 'Failed to fetch transactions', {
      category: 'API_ERROR',
      context: { caipNetworkId },
    })
  }
  const query = { cursor: cursor ?? undefined, chainId: caipNetworkId }
  const page = readHistory(
    await http.client('api').get(path`/v1/account/${address}/history`, query, { signal }),
    caipNetworkId,
    address.toLowerCase(),
  )
  // Throw if no item is readable: the page would look like an empty history.
  const { length } = page.hidden
  if (page.items.length === 0 && length > 0 && page.hidden.every(({ reason }) => reason === 'invalid')) {
    throw new BillfoldError('bad_envelope', 'None of the transactions could be read.', {
      category: 'DATA_PARSING_ERROR',
      context: { invalid: length },
    })
  }
  return page
}

/**
 * @param address the account's address in lower case; without it, all items are judged as sent by others
 * @throws bad_envelope unless the answer is `{data: [...], next: text or null}`
 */
export function readHistory(answer: unknown, caipNetworkId: string, address = ''): HistoryPage {
  const page = parseOrNone(historyPage, answer)
  if (!page) {
    throw new BillfoldError('bad_envelope', 'The history call did not answer as documented.', {
      category: 'DATA_PARSING_ERROR',
    })
  }
  const items: ActivityItem[] = []
  const hidden: HiddenItem[] = []
  /** Time of the last item that has a time and is not pending. */
  let minedAt: number | undefined
  for (const one of page.data) {
    const value = parseOrNone(transaction, one)
    if (!value) {
      hidden.push({ reason: 'invalid', minedAt })
      continue
    }
    const item = toItem(value)
    // Ignore the times of pending items, which are on top whatever their time.
    if (item.status !== 'pending') minedAt = item.minedAt ?? minedAt
    const { id } = item
    const { chain } = value.metadata
    // Keep items without a chain: the API omits a chain that it does not know.
    if (chain && chain !== caipNetworkId) {
      hidden.push({ reason: 'otherChain', id, minedAt })
      continue
    }
    const reason = getReason(value, address)
    if (reason) hidden.push({ reason: 'spam', id, minedAt, unverified: { ...item, reason } })
    else items.push(item)
  }
  return { items, hidden, next: page.next || null }
}
