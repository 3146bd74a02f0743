/** What both databases have in common. */
import { Dexie, type DexieOptions, type Table } from 'dexie'
import type { Environment } from '../environment.ts'

export type DiskEnvironment = Pick<Environment, 'clock' | 'indexedDB' | 'IDBKeyRange'>

/** Cannot be opened where there is no IndexedDB. `index`: of the records, beside their keys. */
export function createDatabase<Row>(
  name: string,
  index: string,
  { indexedDB, IDBKeyRange }: DiskEnvironment,
): Dexie & { records: Table<Row, string> } {
  const db = new Dexie(name, { indexedDB, IDBKeyRange, autoOpen: false } as DexieOptions)
  // Whoever deletes or changes it shall not wait; what is asked here opens it anew. Without this Dexie does the same and
  // warns in the console.
  db.on('versionchange', () => {
    db.close()
    return false
  })
  db.version(1).stores({ records: `key, ${index}` })
  return db as Dexie & { records: Table<Row, string> }
}
