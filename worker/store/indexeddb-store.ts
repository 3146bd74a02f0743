/**
 * Records in IndexedDB. It throws what the browser throws: `connection.ts` decides what to do about it. When space runs
 * out, the account that was used longest ago goes first, and never the one that is being written.
 */
import type { Change, StoreRecord } from '../context.ts'
import { createDatabase, type DiskEnvironment, hasName, ofCaller, type Opening } from './connection.ts'
import { countBytes } from './memory-store.ts'

/** What is suspect and cannot be opened, read and written now is removed, and built anew. */
export interface IndexedDbStoreOptions extends DiskEnvironment, Opening {
  IDBKeyRange: typeof IDBKeyRange
  /** Bytes of all records together, as they name their own size. */
  limit(): number
}

export type IndexedDbStore = Awaited<ReturnType<typeof openIndexedDbStore>>

/** A record as it is stored; all that is not a part has both. */
export interface Row extends StoreRecord {
  /** When it was written, or last read, to the hour: milliseconds since 1970. */
  usedAt?: number
  /** Another one with each write. */
  stamp?: number
}

/**
 * The layout of the records is part of the name: an older or newer Billfold in another tab keeps its own database, so
 * no upgrade ever waits for a tab. A new layout gets a new number and deletes the database of the one before.
 */
export const DATABASE = 'billfold-1'
/**
 * One index for both: who owns a record, and the sizes, added up without reading a single value. Parts have no size, so
 * the browser leaves them out.
 */
const INDEX = '[owner+usedAt+bytes]'

/** Reading refreshes `usedAt` this often: often enough to know which account is in use. Milliseconds. */
const TOUCH = 3_600_000
/** All sizes are added up anew after this share of the limit was written. */
const CHECK_SHARE = 1 / 20

/** Waits for other tabs to let go of the database, if need be. */
export async function openIndexedDbStore(options: IndexedDbStoreOptions) {
  const { clock, IDBKeyRange, isSuspect, limit } = options
  const db = createDatabase<Row>(DATABASE, INDEX, options)
  db.on('blocked', options.onBlocked)
  const { records } = db
  let unchecked = Number.POSITIVE_INFINITY

  /** False when it is of another layout, or damaged. */
  async function isSound(): Promise<boolean> {
    try {
      await db.open()
      if (isSuspect) await write('', () => ({ remove: [''] }))
      // Dexie also opens a database of a higher version, whatever is in it.
      return isOurLayout(db.backendDB())
    } catch (error) {
      db.close()
      // That the browser closes a database or breaks a request off says nothing of what is in it.
      if (isSuspect && hasName(error, DAMAGE)) return false
      throw error
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
        if (!hasName(request.error, UNREADABLE)) return
        event.preventDefault()
        go(undefined)
      }
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('The browser gave the write up.'))
    })
  }

  function write(key: string, decide: (stored: Row | undefined) => Change | undefined): Promise<void> {
    return transact<Row | undefined>(
      (rows) => rows.get(key),
      (rows, stored) => {
        const { remove: removed = [], put = [] } = ofCaller(() => decide(stored)) ?? {}
        for (const one of removed) remove(rows, one)
        const written = { usedAt: clock.now(), stamp: Math.random() }
        for (const record of put)
          rows.put((record.bytes === undefined ? record : { ...record, ...written }) satisfies Row)
      },
    )
  }

  /** With its parts. */
  function remove(rows: IDBObjectStore, key: string): void {
    rows.delete(key)
    // "0" is the character after the slash.
    rows.delete(IDBKeyRange.bound(`${key}/`, `${key}0`, false, true))
  }

  function get(key: string): Promise<Row | undefined> {
    return readable(records.get(key), () => undefined)
  }

  function forget(owner: string): Promise<void> {
    return transact(
      (rows) => rows.index(INDEX).getAllKeys(IDBKeyRange.bound([owner], [owner, []])),
      (rows, keys = []) => {
        for (const key of keys) remove(rows, key as string)
      },
    )
  }

  /** Forgets the accounts that were used longest ago, but for one, until the rest fits; at least one of a full disk. */
  async function evict(keep: string | undefined, isFull: boolean): Promise<boolean> {
    const sizes = (await records.orderBy(INDEX).keys()) as unknown as [string, number, number][]
    const owners = new Map<string, { usedAt: number; bytes: number }>()
    let total = 0
    for (const [owner, usedAt, bytes] of sizes) {
      total += bytes
      owners.set(owner, { usedAt, bytes: bytes + (owners.get(owner)?.bytes ?? 0) })
    }
    const room = isFull ? total - 1 : limit()
    const candidates = [...owners].filter(([owner]) => owner !== '' && owner !== keep)
    for (const [owner, { bytes }] of candidates.sort(([, a], [, b]) => a.usedAt - b.usedAt)) {
      if (total <= room) break
      await forget(owner)
      total -= bytes
    }
    unchecked = 0
    return total <= room
  }

  if (!(await isSound())) {
    await db.delete({ disableAutoOpen: false })
    await db.open()
  }
  return {
    close: () => db.close(),
    async get(key: string): Promise<Row | undefined> {
      const row = await get(key)
      // Only a hint for the next eviction: nothing waits for it and nothing depends on it.
      if (row?.usedAt !== undefined && clock.now() - row.usedAt >= TOUCH)
        records.update(key, { usedAt: clock.now() }).catch(() => {})
      return row
    },
    list(prefix: string): Promise<Row[]> {
      const found = records.where('key').startsWith(prefix)
      return readable(found.toArray(), async () => {
        const rows = await Promise.all((await found.primaryKeys()).map(get))
        return rows.filter((row) => row !== undefined)
      })
    },
    /** As `Store.update`. `full`: nothing was written, and no other account is left that could make room. */
    async update(
      key: string,
      decide: (stored: Row | undefined) => Change | undefined,
    ): Promise<boolean | 'full'> {
      let change: Change | undefined
      const deciding = (stored: Row | undefined) => (change = decide(stored))
      for (let isAgain = false; ; isAgain = true) {
        try {
          await write(key, deciding)
          for (const record of change?.put ?? []) unchecked += countBytes(record)
          // What was written stays written, whatever comes of this.
          if (unchecked >= limit() * CHECK_SHARE) await evict(change?.put?.[0]?.owner, false).catch(() => {})
          return change !== undefined
        } catch (error) {
          if (!hasName(error, QUOTA)) throw error
          // Not for what passes by itself. Then one account at a time, until the disk is full of what has to stay, or not
          // even a removal fits.
          if (isAgain && !(await evict(change?.put?.[0]?.owner, true).catch(() => false))) return 'full'
        }
      }
    },
    forget,
  }
}

function isOurLayout(db: IDBDatabase): boolean {
  if (!db.objectStoreNames.contains('records')) return false
  const { keyPath, indexNames } = db.transaction('records').objectStore('records')
  return keyPath === 'key' && indexNames.contains(INDEX)
}

const QUOTA = ['QuotaExceededError']
/** What the engines say of files that they cannot read any more. */
const DAMAGE = ['UnknownError', 'NotReadableError', 'DataError', 'NotFoundError']

/**
 * The value is there and can never be read again; what may pass has other names.
 * https://developer.mozilla.org/en-US/docs/Web/API/IDBRequest/error; DataError: Chromium before 133.
 */
const UNREADABLE = ['NotReadableError', 'DataError', 'DataCloneError']

async function readable<T>(reading: PromiseLike<T>, otherwise: () => T | Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (hasName(error, UNREADABLE)) return otherwise()
    throw error
  }
}
