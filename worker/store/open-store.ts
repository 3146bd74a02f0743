/**
 * Opens the store that the domains use. It never fails for them: what IndexedDB cannot do, memory does.
 *
 *   opening ─ in time ────────────▶ disk ── no space ──▶ full: writes go to memory, the disk can still be read
 *      │                             │ ▲
 *      └─ late, blocked, forbidden ─▶│ └── comes back ── lost: everything goes to memory
 *                                    └── fails twice ───▲
 *
 * When the disk comes back, what memory held is written to it.
 */
import type { Clock, Store, StoreRecord } from '../context.ts'
import { createIndexedDbStore, type IndexedDbStore, isQuotaError } from './indexeddb-store.ts'
import { createMemoryStore } from './memory-store.ts'

export interface StoreEnvironment {
  clock: Clock
  /** Undefined where the browser has none or forbids it. */
  indexedDB: IDBFactory | undefined
  IDBKeyRange: typeof IDBKeyRange | undefined
  /** Bytes that this origin may store; undefined when the browser does not say. */
  getQuota(): Promise<number | undefined>
}

/** The person waits for the first picture no longer than this. Milliseconds. */
const OPEN_LIMIT = 2_000
/** Browsers have been seen to leave requests without any answer (WebKit bugs 226547, 197050). Milliseconds. */
const REQUEST_LIMIT = 5_000
/** A lost disk is tried again with the first use after this. Milliseconds. */
const RETRY_PAUSE = 30_000
/** Cap of the cache: this many bytes, or this share of what the browser grants. */
const SIZE_LIMIT = 300_000_000
const QUOTA_SHARE = 0.25

export async function openStore(environment: StoreEnvironment): Promise<Store> {
  const { clock, indexedDB, IDBKeyRange } = environment
  // Also the promise to forget is kept at once: where there is no IndexedDB, there is nothing to ask a second time.
  if (!indexedDB || !IDBKeyRange) return createMemoryStore()

  let memory = createMemoryStore()
  /** What the disk still holds but must not show, with all parts: removed while it took no writes. */
  const removedKeys = new Set<string>()
  const forgottenOwners = new Set<string>()
  let state: 'lost' | 'disk' | 'full' = 'lost'
  let lostAt = clock.now()
  /** Set while the disk is being opened; settles with that, and never fails. */
  let connection: Promise<void> | undefined
  let lastWrite: Promise<unknown> = Promise.resolve()
  let limit = SIZE_LIMIT
  let reportBlocked = () => {}
  const blocked = new Promise<void>((resolve) => (reportBlocked = resolve))

  const disk = createIndexedDbStore({
    indexedDB,
    IDBKeyRange,
    limit: () => limit,
    onBlocked: () => reportBlocked(),
    now: () => clock.now(),
  })
  environment
    .getQuota()
    .then((quota) => (limit = quota ? Math.min(SIZE_LIMIT, quota * QUOTA_SHARE) : SIZE_LIMIT))
    .catch(() => {})

  /** Writes follow one another, so that a removal can never be overtaken by what it removes. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = lastWrite.then(run, run)
    lastWrite = turn.catch(() => {})
    return turn
  }

  /** Opens the disk, anew from nothing if it is broken, and hands it what memory holds. */
  function connect(): Promise<void> {
    connection ??= openOrRebuild(disk)
      .then(() => inTurn(takeOver))
      .catch(lose)
      .finally(() => (connection = undefined))
    return connection
  }

  async function takeOver(): Promise<void> {
    await inTime(clock, handOver())
    forgottenOwners.clear()
    removedKeys.clear()
    state = 'disk'
    memory = createMemoryStore()
  }

  async function handOver(): Promise<void> {
    for (const owner of forgottenOwners) await disk.forget(owner)
    await disk.write(await memory.list(''), [...removedKeys])
  }

  function lose(error: unknown): void {
    state = isQuotaError(error) ? 'full' : 'lost'
    lostAt = clock.now()
  }

  /** What the disk answers; undefined, and the disk given up, when it fails twice. */
  async function ask<T>(request: () => Promise<T>): Promise<{ value: T } | undefined> {
    try {
      return { value: await inTime(clock, request()) }
    } catch (error) {
      if (!isQuotaError(error) && error !== late) {
        try {
          // Browsers close databases behind our back (cleared data, another tab's delete, iOS in the background).
          disk.close()
          await inTime(clock, disk.open())
          return { value: await inTime(clock, request()) }
        } catch (second) {
          lose(second)
          return undefined
        }
      }
      lose(error)
      return undefined
    }
  }

  function isReadable(): boolean {
    if (state === 'lost' && !connection && clock.now() - lostAt >= RETRY_PAUSE) {
      disk.close()
      void connect()
    }
    return state !== 'lost'
  }

  function isHidden({ key, owner }: StoreRecord): boolean {
    const parent = key.slice(0, key.lastIndexOf('/'))
    return removedKeys.has(key) || removedKeys.has(parent) || forgottenOwners.has(owner)
  }

  let stopTimer = () => {}
  const tooLong = new Promise<void>((resolve) => (stopTimer = clock.after(OPEN_LIMIT, resolve)))
  await Promise.race([connect(), blocked, tooLong])
  stopTimer()

  return {
    get kind() {
      return state === 'disk' ? 'indexeddb' : 'memory'
    },
    async get(key) {
      const held = await memory.get(key)
      if (held || !isReadable()) return held
      const found = (await ask(() => disk.get(key)))?.value
      return found && !isHidden(found) ? found : undefined
    },
    async list(prefix) {
      const held = await memory.list(prefix)
      if (!isReadable()) return held
      const found = (await ask(() => disk.list(prefix)))?.value ?? []
      const known = new Set(held.map(({ key }) => key))
      const both = [...held, ...found.filter((record) => !known.has(record.key) && !isHidden(record))]
      return both.sort((a, b) => (a.key < b.key ? -1 : 1))
    },
    write: (written, removed = []) =>
      inTurn(async () => {
        isReadable()
        if (state === 'disk' && (await ask(() => disk.write(written, removed)))) return
        // What is written again meanwhile is in memory, which is asked first, and the disk removes before it writes.
        for (const key of removed) removedKeys.add(key)
        await memory.write(written, removed)
      }),
    async forget(owner) {
      await inTurn(async () => {
        await memory.forget(owner)
        forgottenOwners.add(owner)
        // Not open yet: connecting does it first of all.
        if (state !== 'lost' || !connection) await forgetOnDisk(owner)
      })
      if (!forgottenOwners.has(owner)) return
      // Outside of the turn, which connecting needs as well. A disk that another tab blocks may open at any time.
      if (connection) await inTime(clock, connection)
      // Hiding is not forgetting: the page must know that the disk has to be asked again.
      if (forgottenOwners.has(owner)) throw new Error('The disk could not be told to forget this account.')
    },
  }

  /** Tried whatever the state: what a person wants gone must not stay because the disk is full or was lost. */
  async function forgetOnDisk(owner: string): Promise<void> {
    if (await ask(() => disk.forget(owner))) {
      forgottenOwners.delete(owner)
      // There is room again, perhaps.
      if (state === 'full') void connect()
      return
    }
    // The last way to keep the promise: the rest is cache too.
    await inTime(clock, disk.destroy()).then(
      () => forgottenOwners.clear(),
      () => {},
    )
  }
}

async function openOrRebuild(disk: IndexedDbStore): Promise<void> {
  try {
    await disk.open()
  } catch {
    await disk.destroy()
    await disk.open()
  }
}

const late = new Error('IndexedDB did not answer in time.')

function inTime<T>(clock: Clock, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(REQUEST_LIMIT, () => reject(late))
    answer.then(
      (value) => {
        stop()
        resolve(value)
      },
      (error: unknown) => {
        stop()
        reject(error as Error)
      },
    )
  })
}
