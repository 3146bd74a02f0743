/** Writes what came from the network, unless something newer is there already, from another tab. */
import type { Store, StoreRecord } from './context.ts'

/**
 * `read`: how the source reads such a record; undefined for what is broken. `now`: what claims to be from later is no
 * obstacle.
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
