/**
 * Records that must not be lost: sessions, hashes of sent transactions, WalletConnect's own storage. They have a separate
 * database, which is not affected when the cache is evicted, recreated or changes its layout. There is no fallback to
 * memory: if the disk is unavailable, the caller gets an error and can tell the person.
 *
 * `navigator.storage.persist` is not called: workers lack it, Firefox asks the person, and the answer would apply to the
 * whole embedding site, which should decide by itself.
 */
import type { DurableRecord, DurableStore } from '../base/context.ts'
import { createConnection, createDatabase, type DiskEnvironment, ofCaller } from './connection.ts'

/** Name of the database. The database is never deleted: Dexie's versions upgrade its layout. */
const DATABASE = 'billfold-durable'

export function createDurableStore(environment: DiskEnvironment): DurableStore {
  const { use } = createConnection({
    clock: environment.clock,
    async open() {
      const db = createDatabase<DurableRecord>(DATABASE, 'owner', environment)
      await db.open()
      return db
    },
  })

  return {
    get: (key) => use(({ records }) => records.get(key)),
    list: (prefix) => use(({ records }) => records.where('key').startsWith(prefix).toArray()),
    update: (key, decide) =>
      use((db) =>
        db.transaction('rw', db.records, async () => {
          const stored = await db.records.get(key)
          const next = ofCaller(() => decide(stored))
          if (next) await db.records.put({ ...next, key })
          return next !== undefined
        }),
      ),
    remove: (key) => use(({ records }) => records.delete(key)),
    async forget(owner) {
      // Without IndexedDB nothing was ever stored, so a disconnect need not wait for the disk.
      if (!environment.indexedDB) return
      await use((db) =>
        db.transaction('rw', db.records, async () => {
          for (const { key, remains } of await db.records.where('owner').equals(owner).toArray()) {
            if (remains === undefined) await db.records.delete(key)
            else await db.records.put({ key, owner: '', value: remains })
          }
        }),
      )
    },
  }
}
