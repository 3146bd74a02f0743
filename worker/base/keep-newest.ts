/** Stores network data, unless another tab has stored newer data. */
import * as v from 'valibot'
import { count, parseOrNone } from '../../src/core/contract/schemas.ts'
import type { Store, StoreRecord } from './context.ts'

const dated = v.object({ fetchedAt: count })

/** `now`: stored timestamps in the future are ignored. */
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
