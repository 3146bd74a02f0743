/** Writes what came from the network, unless something newer is there already, from another tab. */
import type { Store, StoreRecord } from './context.ts'

/**
 * `read`: how the source reads such a record; undefined if it is damaged. `now`: stored timestamps in the future are ignored.
 */
export async function keepNewest<Value extends { fetchedAt: number }>(
  store: Store,
  record: StoreRecord & { value: Value },
  read: (value: unknown) => { fetchedAt: number } | undefined,
  now: number,
): Promise<void> {
  await store.update(record.key, (stored) => {
    const at = read(stored?.value)?.fetchedAt ?? 0
    return at > record.value.fetchedAt && at <= now ? undefined : { put: [record] }
  })
}
