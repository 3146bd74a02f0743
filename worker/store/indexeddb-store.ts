/**
 * The store in IndexedDB. It throws what the browser throws: `open-store.ts` decides what to do about it. When space
 * runs out, the account that was used longest ago goes first, and never the one that is being written.
 */
import { Dexie, type Table } from 'dexie'
import type { Store, StoreRecord } from '../context.ts'

export interface IndexedDbStoreOptions {
  indexedDB: IDBFactory
  IDBKeyRange: typeof IDBKeyRange
  /** Bytes of all records together, as they name their own size. */
  limit(): number
  /** Another tab keeps the database from being opened or deleted; both go on by themselves when it lets go. */
  onBlocked?(): void
  /** Milliseconds since 1970. */
  now(): number
}

export interface IndexedDbStore extends Store {
  /** Waits for other tabs to let go of the database, if need be. */
  open(): Promise<void>
  close(): void
  /** Removes the database and all that is in it. */
  destroy(): Promise<void>
}

/**
 * The layout of the records is part of the name: an older or newer Billfold in another tab keeps its own database, so
 * no upgrade ever waits for a tab. A new layout gets a new number and deletes the database of the one before.
 */
export const DATABASE = 'billfold-1'

const INDEX = '[owner+usedAt+bytes]'

interface Row extends StoreRecord {
  /** When this record was written or its owner was last read, to the hour: milliseconds since 1970. Not of a part. */
  usedAt?: number
}

/** Reading refreshes `usedAt` this often: often enough to know which account is in use. Milliseconds. */
const TOUCH = 3_600_000
/** All sizes are added up anew after this share of the limit was written. */
const CHECK_SHARE = 1 / 20

export function createIndexedDbStore(options: IndexedDbStoreOptions): IndexedDbStore {
  const { indexedDB, IDBKeyRange, limit, now } = options
  const db = new Dexie(DATABASE, { indexedDB, IDBKeyRange, autoOpen: false })
  db.on('blocked', () => options.onBlocked?.())
  // Whoever deletes the database shall not wait; without this Dexie does the same and warns in the console.
  db.on('versionchange', () => {
    db.close()
    return false
  })
  // One index for both: who owns a record, and the sizes, added up without reading a single value. Parts have no size,
  // so the browser leaves them out.
  db.version(1).stores({ records: `key, ${INDEX}` })
  const records: Table<Row, string> = db.table('records')
  const touched = new Map<string, number>()
  let unchecked = Number.POSITIVE_INFINITY

  function touch({ key, owner, bytes }: StoreRecord): void {
    if (bytes === undefined || now() - (touched.get(owner) ?? 0) < TOUCH) return
    touched.set(owner, now())
    // Only a hint for the next eviction: nothing waits for it and nothing depends on it.
    records.update(key, { usedAt: now() }).catch(() => {})
  }

  async function remove(owner: string): Promise<void> {
    await put([], await records.where(INDEX).between([owner], [owner, []]).primaryKeys())
    touched.delete(owner)
  }

  /** Frees space until `fits`, the longest unused owner first. False when only the kept owners are left. */
  async function evict(keep: ReadonlySet<string>, fits: (total: number) => boolean): Promise<boolean> {
    const entries = await readSizes(records)
    const owners = new Map<string, { usedAt: number; bytes: number }>()
    let total = 0
    for (const [owner, usedAt, bytes] of entries) {
      total += bytes
      const sum = owners.get(owner) ?? { usedAt: 0, bytes: 0 }
      owners.set(owner, { usedAt: Math.max(sum.usedAt, usedAt), bytes: sum.bytes + bytes })
    }
    const candidates = [...owners].filter(([owner]) => owner !== '' && !keep.has(owner))
    candidates.sort((a, b) => a[1].usedAt - b[1].usedAt)
    for (const [owner, { bytes }] of candidates) {
      if (fits(total)) return true
      await remove(owner)
      total -= bytes
    }
    return fits(total)
  }

  /**
   * One transaction without Dexie, which takes several times as long as the browser does: nobody reads the answers of
   * the single requests, and the browser need not wait for one before it commits.
   */
  async function put(written: readonly StoreRecord[], removed: readonly string[]): Promise<void> {
    const usedAt = now()
    const transaction = db.backendDB().transaction(records.name, 'readwrite')
    try {
      const rows = transaction.objectStore(records.name)
      for (const key of removed) {
        rows.delete(key)
        // With its parts: "0" is the character after the slash.
        rows.delete(IDBKeyRange.bound(`${key}/`, `${key}0`, false, true))
      }
      for (const record of written) {
        rows.put((record.bytes === undefined ? record : { ...record, usedAt }) satisfies Row)
      }
      transaction.commit()
    } catch (error) {
      transaction.abort()
      throw error
    }
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('The browser gave the write up.'))
    })
    for (const { owner } of written) touched.set(owner, usedAt)
  }

  return {
    kind: 'indexeddb',
    async open() {
      if (!db.isOpen()) await db.open()
      // Dexie also opens a database of a higher version, whatever is in it.
      if (!isOurLayout(db.backendDB(), records)) throw new Error('not our layout')
    },
    close: () => db.close(),
    async destroy() {
      db.close()
      await db.delete({ disableAutoOpen: false })
    },
    async get(key) {
      const row = await records.get(key)
      if (row) touch(row)
      return row && toRecord(row)
    },
    async list(prefix) {
      const rows = await records.where('key').startsWith(prefix).toArray()
      if (rows[0]) touch(rows[0])
      return rows.map(toRecord)
    },
    async write(written, removed = []) {
      const keep = new Set(written.map(({ owner }) => owner))
      for (let room = -1; ;) {
        try {
          await put(written, removed)
          break
        } catch (error) {
          if (!isQuotaError(error)) throw error
          // One owner at a time: each round must free something, or the disk is full of what has to stay.
          const before = (await readSizes(records)).reduce((sum, [, , bytes]) => sum + bytes, 0)
          if (before === room) throw error
          room = before
          await evict(keep, (total) => total < before)
        }
      }
      unchecked += written.reduce((sum, record) => sum + countBytes(record), 0)
      if (unchecked < limit() * CHECK_SHARE) return
      await evict(keep, (total) => total <= limit())
      unchecked = 0
    },
    forget: remove,
  }
}

function isOurLayout(database: IDBDatabase, { name, schema }: Table<Row, string>): boolean {
  if (!database.objectStoreNames.contains(name)) return false
  const { keyPath, indexNames } = database.transaction(name).objectStore(name)
  return (
    keyPath === schema.primKey.keyPath && schema.indexes.every((index) => indexNames.contains(index.name))
  )
}

async function readSizes(
  records: Table<Row, string>,
): Promise<[owner: string, usedAt: number, bytes: number][]> {
  return (await records.orderBy(INDEX).keys()) as unknown as [string, number, number][]
}

/** Of this record alone. What is long is text. */
function countBytes({ value, bytes = 0 }: StoreRecord): number {
  return typeof value === 'string' ? value.length : bytes
}

function toRecord({ key, owner, value, bytes }: Row): StoreRecord {
  return { key, owner, value, bytes }
}

/** Dexie wraps a failed request in an error of its own, and several in one. */
export function isQuotaError(error: unknown): boolean {
  const { name, inner, failures } = (error ?? {}) as { name?: string; inner?: unknown; failures?: unknown[] }
  if (name === 'QuotaExceededError') return true
  return (inner !== undefined && isQuotaError(inner)) || (failures ?? []).some(isQuotaError)
}
