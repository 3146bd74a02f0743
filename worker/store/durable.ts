/**
 * Records that must not be lost: sessions, hashes of sent transactions, WalletConnect's own storage. A database of their
 * own, which no eviction, no rebuild and no new layout of the cache touches. Nothing stands in for the disk: where it
 * cannot be asked the caller hears so, and can say so to the person.
 *
 * The browser is not asked to keep the origin's data (`navigator.storage.persist`): a worker has no such method, Firefox
 * puts the question to the person, and the answer would hold for all of the site that embeds Billfold. It is the site's
 * to ask.
 */
import type { DurableRecord, DurableStore } from '../base/context.ts'
import { createConnection, createDatabase, type DiskEnvironment, ofCaller } from './connection.ts'

/** Its layout grows by Dexie's versions; it is never deleted. */
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
      // Where there is no IndexedDB nothing was ever kept: a disconnect has nothing to wait for.
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
