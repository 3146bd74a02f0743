/**
 * Stores records in IndexedDB. Throws the browser's errors, which `connection.ts` handles. When space runs out, evicts the
 * least recently used account, but never the account whose data is being written.
 */
import { Dexie } from 'dexie'
import type { Change, StoreRecord } from '../base/context.ts'
import { createDatabase, type DiskEnvironment, hasName, ofCaller, type Opening } from './connection.ts'
import { countBytes } from './memory-store.ts'

/**
 * The options of the store. A database with another layout is deleted and created again. This also happens to a
 * database that is suspected of damage and cannot be opened or written.
 */
export interface IndexedDbStoreOptions extends DiskEnvironment, Opening {
  /** Upper limit of the total size, in bytes, by the sizes that the records declare. */
  limit(): number
}

export type IndexedDbStore = Awaited<ReturnType<typeof openIndexedDbStore>>

/** A stored record. Parts do not have the additional fields. */
export interface Row extends StoreRecord {
  /** Time of the last write, or of the last read (updated at most once an hour). Milliseconds since 1970. */
  usedAt?: number
  /** A random number that changes with each write. */
  stamp?: number
}

/**
 * Name of the database. It contains the version of the layout, so an older or newer Billfold in another tab has a database
 * of its own, and no upgrade waits for a tab. A new layout gets a new number, and deletes the previous database.
 */
export const DATABASE = 'billfold-1'
/**
 * One index with owners and sizes, so that sizes are summed without reading the values. Parts have no size, so the browser
 * leaves them out of the index.
 */
const INDEXED = ['owner', 'usedAt', 'bytes']
const INDEX = `[${INDEXED.join('+')}]`

/**
 * A read updates `usedAt` only if `usedAt` is older than this: that suffices to know which account is in use.
 * Milliseconds.
 */
const TOUCH = 3_600_000
/** When this share of the limit has been written, the size of all records is computed again. */
const CHECK_SHARE = 1 / 20

/** Opens the database. If another tab blocks the opening, waits for that tab. */
export async function openIndexedDbStore(options: IndexedDbStoreOptions) {
  const { clock, isSuspect, limit } = options
  const db = createDatabase<Row>(DATABASE, INDEX, options)
  db.on('blocked', options.onBlocked)
  const { records } = db
  let unchecked = Number.POSITIVE_INFINITY

  /** Opens the database. Returns false if its layout is of another version, or if it is damaged. */
  async function isSound(): Promise<boolean> {
    try {
      await db.open()
      if (isSuspect) await write('', () => ({ remove: [''] }))
      // Check the layout, since Dexie also opens a database of a higher version.
      return isOurLayout()
    } catch (error) {
      db.close()
      // An interrupted request or a closed database does not mean that the data is damaged.
      if (isSuspect && hasName(error, DAMAGE)) return false
      throw error
    }
  }

  /**
   * Whether the database has the layout of this version. Throws if the browser has closed it meanwhile, since the layout is
   * then unknown.
   */
  function isOurLayout(): boolean {
    if (!db.backendDB().objectStoreNames.contains(records.name)) return false
    const { primaryKey, getIndexByKeyPath } = records.core.schema
    return primaryKey.keyPath === 'key' && getIndexByKeyPath(INDEXED) !== undefined
  }

  function write(key: string, decide: (stored: Row | undefined) => Change | undefined): Promise<void> {
    return db.transaction('rw', records, async () => {
      const stored = await get(key)
      const { remove: removed = [], put = [] } = ofCaller(() => decide(stored)) ?? {}
      await Promise.all(removed.map(remove))
      const written = { usedAt: clock.now(), stamp: Math.random() }
      // Do not use `bulkPut`: its error does not show why the browser refused a record.
      await Promise.all(
        put.map((record) => records.put(record.bytes === undefined ? record : { ...record, ...written })),
      )
    })
  }

  async function remove(key: string): Promise<void> {
    await Promise.all([records.delete(key), records.where('key').startsWith(`${key}/`).delete()])
  }

  function get(key: string): Promise<Row | undefined> {
    return readable(records.get(key), () => undefined)
  }

  async function getSize(owner: string): Promise<number> {
    const owned = records.where(INDEX).between([owner], [owner, Dexie.maxKey])
    const sizes = (await owned.keys()) as unknown as [string, number, number][]
    return sizes.reduce((sum, [, , bytes]) => sum + bytes, 0)
  }

  function forget(owner: string): Promise<void> {
    return db.transaction('rw', records, async () => {
      const owned = records.where(INDEX).between([owner], [owner, Dexie.maxKey])
      await Promise.all((await owned.primaryKeys()).map(remove))
    })
  }

  /**
   * Evicts the least recently used accounts, but not `keep`, until the rest fits the limit. If the disk is full, evicts
   * at least one account. Returns false if too few accounts can be evicted.
   */
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
      // Do not wait for this write: it only matters for the next eviction.
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
    /**
     * Like `Store.update`, except for one answer: `full` if nothing was written because the disk is full and no other
     * account can be evicted.
     */
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
          // A failed eviction does not undo the write.
          if (unchecked >= limit() * CHECK_SHARE) await evict(change?.put?.[0]?.owner, false).catch(() => {})
          return change !== undefined
        } catch (error) {
          if (!hasName(error, QUOTA)) throw error
          // The disk is full: evict one account at a time, until the record fits or no other account is left. Other errors
          // may be temporary, so nothing is evicted for them.
          if (isAgain && !(await evict(change?.put?.[0]?.owner, true).catch(() => false))) return 'full'
        }
      }
    },
    getSize,
    forget,
  }
}

const QUOTA = ['QuotaExceededError']
/** Names of the errors with which browsers report unreadable files. */
const DAMAGE = ['UnknownError', 'NotReadableError', 'DataError', 'NotFoundError']

/**
 * Names of the errors for a value that exists but can never be read again. Temporary errors have other names.
 * `DataError` occurs in Chromium before 133.
 * @see https://developer.mozilla.org/en-US/docs/Web/API/IDBRequest/error
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
