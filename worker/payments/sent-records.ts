/**
 * What Billfold has handed to a wallet, as it is kept among the durable records: each under a key that begins with this,
 * with the owner whose it is, and a `SentTransaction` as its value.
 */
import { type CaipAddress, toCaipKey } from '../../src/core/caip.ts'
import type { SentTransaction } from '../../src/core/sent.ts'
import { isRecord } from '../../src/core/shapes.ts'
import { type DurableStore, ownerOf } from '../context.ts'

const SENT_PREFIX = 'sent/'

/** To whom this account's owner has sent something, on every network. @throws store_unavailable */
export async function readSentPayments(
  durable: DurableStore,
  account: CaipAddress,
): Promise<readonly Pick<SentTransaction, 'to' | 'sentAt'>[]> {
  const records = await durable.list(SENT_PREFIX)
  return records.flatMap(({ owner, value }) => {
    if (toCaipKey(owner) !== toCaipKey(ownerOf(account)) || !isRecord(value)) return []
    const { kind, to, sentAt } = value
    return kind === 'send' && typeof to === 'string' && typeof sentAt === 'number' ? [{ to, sentAt }] : []
  })
}
