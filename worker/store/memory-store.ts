/** The store of a page that may not use IndexedDB. Lasts as long as the worker. */
import type { Store, StoreRecord } from '../context.ts'

export function createMemoryStore(): Store {
  const records = new Map<string, StoreRecord>()
  return {
    kind: 'memory',
    get: async (key) => records.get(key),
    list: async (prefix) =>
      [...records.values()]
        .filter((record) => record.key.startsWith(prefix))
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
    async write(written, removed = []) {
      for (const key of removed) {
        records.delete(key)
        for (const part of records.keys()) if (part.startsWith(`${key}/`)) records.delete(part)
      }
      for (const record of written) records.set(record.key, record)
    },
    async forget(owner) {
      for (const { key, owner: whose } of records.values()) if (whose === owner) records.delete(key)
    },
  }
}
