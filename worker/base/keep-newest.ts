/** Stores data from the network, unless the store has newer data from another tab. */
import * as v from 'valibot'
import { count, parseOrNone } from '../../src/core/contract/schemas.ts'
import type { Store, StoreRecord } from './context.ts'

const dated = v.object({ fetchedAt: count })

/**
 * Writes the record unless the stored record is newer. `now`: milliseconds since 1970. A stored record with a time
 * after `now` is overwritten.
 */
export async function keepNewest<Value extends { fetchedAt: number }>(
  store: Store,
  record: StoreRecord & { value: Value },
  now: number,
): Promise<void> {
  await store.update(record.key, (stored) => {
    const at = parseOrNone(dated, stored?.value)?.fetchedAt ?? 0
    return at > record.value.fetchedAt && at <= now ? undefined : { put: [record] }
  })
}
