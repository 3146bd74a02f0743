/**
 * Records in IndexedDB. It throws what the browser throws: `connection.ts` decides what to do about it. When space runs
 * out, the account that was used longest ago goes first, and never the one that is being written.
 */
import { Dexie, type Table } from 'dexie'
import type { Change, StoreRecord } from '../context.ts'
import { isQuotaError, ofCaller } from './connection.ts'

export interface IndexedDbStoreOptions {
  indexedDB: IDBFactory
  IDBKeyRange: typeof IDBKeyRange
  /** Bytes of all records together, as they name their own size. */
  limit(): number
  /** Another tab keeps the database from being opened or deleted; both go on by themselves when it lets go. */
  onBlocked(): void
  /** Milliseconds since 1970. */
  now(): number
}

export interface IndexedDbStore {
  /** Waits for other tabs to let go of the database, if need be. False when it is of another layout. */
  open(): Promise<boolean>
  close(): void
  /** Removes the database and all that is in it. */
  destroy(): Promise<void>
  get(key: string): Promise<Row | undefined>
  list(prefix: string): Promise<Row[]>
  /** As `Store.update`. `full`: nothing was written, and no other account is left that could make room. */
  update(key: string, decide: (stored: Row | undefined) => Change | undefined): Promise<boolean | 'full'>
  forget(owner: string): Promise<void>
}

/** A record as it is stored; all that is not a part has both. */
export interface Row extends StoreRecord {
  /** When this record was written or its owner was last read, to the hour: milliseconds since 1970. */
  usedAt?: number
  /** Another one with each write. */
  stamp?: number
}

/**
 * The layout of the records is part of the name: an older or newer Billfold in another tab keeps its own database, so
 * no upgrade ever waits for a tab. A new layout gets a new number and deletes the database of the one before.
 */
export const DATABASE = 'billfold-1'

const INDEX = '[owner+usedAt+bytes]'

/** Reading refreshes `usedAt` this often: often enough to know which account is in use. Milliseconds. */
const TOUCH = 3_600_000
/** All sizes are added up anew after this share of the limit was written. */
const CHECK_SHARE = 1 / 20

export function createIndexedDbStore(options: IndexedDbStoreOptions): IndexedDbStore {
  const { indexedDB, IDBKeyRange, limit, now } = options
  const db = new Dexie(DATABASE, { indexedDB, IDBKeyRange, autoOpen: false })
  db.on('blocked', () => options.onBlocked())
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

  async function get(key: string): Promise<Row | undefined> {
    try {
      return await records.get(key)
    } catch (error) {
      if (isUnreadable(error)) return undefined
      throw error
    }
  }

  async function list(prefix: string): Promise<Row[]> {
    const found = records.where('key').startsWith(prefix)
    try {
      return await found.toArray()
    } catch (error) {
      if (!isUnreadable(error)) throw error
      const rows = await Promise.all((await found.primaryKeys()).map(get))
      return rows.filter((row) => row !== undefined)
    }
  }

  /**
   * One transaction that reads, then writes. Past Dexie, which takes 1.5 to 2 times as long for a head and two chunks of
   * 60 KB (Chromium, medians of 150 by turns: 5.1 to 6.9 ms, 3.5 to 3.7 so, and 2.8 to 3.1 without the reading): nobody
   * asks for the answers of the single writes, and the browser need not wait for them before it commits.
   */
  function transact<T>(
    read: (rows: IDBObjectStore) => IDBRequest<T>,
    write: (rows: IDBObjectStore, found: T | undefined) => void,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const transaction = db.backendDB().transaction(records.name, 'readwrite')
      const rows = transaction.objectStore(records.name)
      const request = read(rows)
      const go = (found: T | undefined) => {
        try {
          write(rows, found)
          transaction.commit()
        } catch (error) {
          reject(error as Error)
          transaction.abort()
        }
      }
      request.onsuccess = () => go(request.result)
      request.onerror = (event) => {
        if (!isUnreadable(request.error)) return
        event.preventDefault()
        go(undefined)
      }
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('The browser gave the write up.'))
    })
  }

  function remove(rows: IDBObjectStore, key: string): void {
    rows.delete(key)
    // With its parts: "0" is the character after the slash.
    rows.delete(IDBKeyRange.bound(`${key}/`, `${key}0`, false, true))
  }

  function forget(owner: string): Promise<void> {
    touched.delete(owner)
    return transact(
      (rows) => rows.index(INDEX).getAllKeys(IDBKeyRange.bound([owner], [owner, []])),
      (rows, keys = []) => {
        for (const key of keys) remove(rows, key as string)
      },
    )
  }

  /** Forgets the longest unused owners until `isEnough`. False when only those are left that have to stay. */
  async function evict(
    keep: ReadonlySet<string>,
    isEnough: (total: number, freed: number) => boolean,
  ): Promise<boolean> {
    const sizes = (await records.orderBy(INDEX).keys()) as unknown as [string, number, number][]
    const owners = new Map<string, { usedAt: number; bytes: number }>()
    let total = 0
    for (const [owner, usedAt, bytes] of sizes) {
      total += bytes
      const sum = owners.get(owner) ?? { usedAt: 0, bytes: 0 }
      owners.set(owner, { usedAt: Math.max(sum.usedAt, usedAt), bytes: sum.bytes + bytes })
    }
    const candidates = [...owners].filter(([owner]) => owner !== '' && !keep.has(owner))
    candidates.sort((a, b) => a[1].usedAt - b[1].usedAt)
    let freed = 0
    for (const [owner, { bytes }] of candidates) {
      if (isEnough(total - freed, freed)) return true
      try {
        await forget(owner)
        freed += bytes
      } catch (error) {
        // There are disks so full that not even a removal fits.
        if (!isQuotaError(error)) throw error
      }
    }
    return isEnough(total - freed, freed)
  }

  async function update(
    key: string,
    decide: (stored: Row | undefined) => Change | undefined,
  ): Promise<boolean> {
    let change: Change | undefined
    const written = { usedAt: now(), stamp: Math.random() }
    await transact<Row | undefined>(
      (rows) => rows.get(key),
      (rows, stored) => {
        change = ofCaller(() => decide(stored))
        for (const removed of change?.remove ?? []) remove(rows, removed)
        for (const record of change?.put ?? [])
          rows.put((record.bytes === undefined ? record : { ...record, ...written }) satisfies Row)
      },
    )
    for (const { owner } of change?.put ?? []) touched.set(owner, written.usedAt)
    unchecked += (change?.put ?? []).reduce((sum, record) => sum + countBytes(record), 0)
    return change !== undefined
  }

  return {
    async open() {
      await db.open()
      // Dexie also opens a database of a higher version, whatever is in it.
      return isOurLayout(db.backendDB(), records)
    },
    close: () => db.close(),
    async destroy() {
      db.close()
      await db.delete({ disableAutoOpen: false })
    },
    async get(key) {
      const row = await get(key)
      if (row) touch(row)
      return row
    },
    async list(prefix) {
      const rows = await list(prefix)
      if (rows[0]) touch(rows[0])
      return rows
    },
    async update(key, decide) {
      const keep = new Set<string>()
      const deciding = (stored: Row | undefined) => {
        const change = decide(stored)
        for (const { owner } of change?.put ?? []) keep.add(owner)
        return change
      }
      for (let isAgain = false; ; isAgain = true) {
        try {
          const isWritten = await update(key, deciding)
          if (unchecked < limit() * CHECK_SHARE) return isWritten
          // What was written stays written, whatever comes of this.
          await evict(keep, (total) => total <= limit()).then(
            () => (unchecked = 0),
            () => {},
          )
          return isWritten
        } catch (error) {
          if (!isQuotaError(error)) throw error
          // Not for what passes by itself. Then one owner at a time: each round frees something, or the disk is full of
          // what has to stay.
          if (isAgain && !(await evict(keep, (_, freed) => freed > 0))) return 'full'
        }
      }
    },
    forget,
  }
}

function isOurLayout(database: IDBDatabase, { name, schema }: Table<Row, string>): boolean {
  if (!database.objectStoreNames.contains(name)) return false
  const { keyPath, indexNames } = database.transaction(name).objectStore(name)
  return (
    keyPath === schema.primKey.keyPath && schema.indexes.every((index) => indexNames.contains(index.name))
  )
}

/** Of this record alone. What is long is text. */
function countBytes({ value, bytes = 0 }: StoreRecord): number {
  return typeof value === 'string' ? value.length : bytes
}

/**
 * The value is there and can never be read again; what may pass has other names.
 * https://developer.mozilla.org/en-US/docs/Web/API/IDBRequest/error; DataError: Chromium before 133.
 */
function isUnreadable(error: unknown): boolean {
  return ['NotReadableError', 'DataError', 'DataCloneError'].includes((error as Error | null)?.name ?? '')
}
