/**
 * Opens the store that the domains use. A change that cannot be written, because the disk is full or unavailable, is
 * kept in memory, in a unit for each record and its parts. The unit is written when the disk is available again; after
 * a full disk, with the first write after 30 s or when an account is forgotten. A unit is written only if the record on
 * the disk is still the record on which the unit is based (or is still missing). Otherwise the record on the disk is
 * newer, and the unit is dropped.
 *
 * Reads look into memory first, and read the rest from the disk. `connection.ts` handles the disk's failures.
 */
import { hasCode } from '../../src/core/base/errors.ts'
import type { Change, Store, StoreRecord } from '../base/context.ts'
import type { Environment } from '../base/environment.ts'
import { createConnection, type DiskEnvironment, hasName, hasPassed } from './connection.ts'
import { type IndexedDbStore, openIndexedDbStore, type Row } from './indexeddb-store.ts'
import { byKey, createMemory, createMemoryStore, type Unit } from './memory-store.ts'

/** Size limit of the cache: this many bytes, or this share of what the browser allows, whichever is less. */
const SIZE_LIMIT = 300_000_000
const QUOTA_SHARE = 0.25

export function openStore(environment: DiskEnvironment & Pick<Environment, 'getQuota'>): Store {
  const { clock, indexedDB, IDBKeyRange } = environment
  // Without IndexedDB there is no disk to clear, so `forget` completes at once.
  if (!indexedDB || !IDBKeyRange) return createMemoryStore()

  const memory = createMemory()
  const listeners = new Set<() => void>()
  /** Owners whose records must still be removed from the disk. */
  const forgotten = new Set<string>()
  /** When the disk was last full. Milliseconds since 1970; undefined if the disk has room. */
  let fullAt: number | undefined
  let wasOpen = false
  /** False once the browser has denied access, which is permanent: only memory is left. */
  let hasDisk = true
  let lastWrite: Promise<unknown> = Promise.resolve()
  let limit = SIZE_LIMIT
  const setLimit = (quota = 0) => (limit = Math.min(SIZE_LIMIT, (quota || Infinity) * QUOTA_SHARE))
  // Call `getQuota` inside `then`: if it throws, the limit stays unchanged.
  Promise.resolve()
    .then(environment.getQuota)
    .then(setLimit, () => {})

  const connection = createConnection({
    clock,
    async open(opening) {
      try {
        const factories = { clock, indexedDB, IDBKeyRange }
        const disk = await openIndexedDbStore({ ...factories, ...opening, limit: () => limit })
        wasOpen = true
        return disk
      } catch (error) {
        if (wasOpen || !isDenied(error)) throw error
        hasDisk = false
        return { ...createMemoryStore(), close() {} }
      }
    },
    onReturn: () => void withWriteLock(() => flush().then(report)),
  })

  /** Runs a request on the disk. @throws store_unavailable */
  function ask<T>(request: (disk: IndexedDbStore) => Promise<T>, isUrgent?: boolean): Promise<T> {
    return connection.use(async (disk) => {
      // Remove forgotten owners before any other access.
      for (const owner of forgotten) {
        await disk.forget(owner)
        forgotten.delete(owner)
      }
      return request(disk)
    }, isUrgent)
  }

  /** Runs writes one after the other, so that an earlier write cannot finish after a removal. */
  function withWriteLock<T>(run: () => Promise<T>): Promise<T> {
    const result = lastWrite.then(run)
    lastWrite = result.catch(() => {})
    return result
  }

  function report(): void {
    for (const listener of listeners) queueMicrotask(listener)
  }

  /** Writes to the disk. Undefined if the disk is full or unavailable. */
  async function write(key: string, decide: (row: Row | undefined) => Change | undefined) {
    if (fullAt !== undefined && !hasPassed(clock, fullAt)) return undefined
    try {
      const outcome = await ask((disk) => disk.update(key, decide))
      if (outcome !== 'full') return outcome
      fullAt = clock.now()
    } catch (error) {
      if (!hasCode(error, 'store_unavailable')) throw error
    }
    return undefined
  }

  async function flush(): Promise<void> {
    for (const unit of memory.units) {
      const change = { remove: unit.removed, put: [...unit.put.values()] }
      const decide = (row: Row | undefined) => (isBuiltOn(unit, row) ? change : undefined)
      // Drop the unit even if the browser could not store it: a later attempt would fail again.
      const isWritten = await write(unit.key, decide).catch(() => false)
      if (isWritten === undefined) return
      memory.drop(unit)
      if (!isWritten) report()
    }
  }

  /** Drops the unit in memory if the disk has a newer record. */
  async function check(key: string): Promise<void> {
    const unit = memory.getUnit(key)
    if (unit?.key !== key || connection.status !== 'open') return
    await ask(async (disk) => {
      if (isBuiltOn(unit, await disk.get(key))) return
      memory.drop(unit)
      report()
    }).catch(() => {})
  }

  async function update(key: string, decide: (stored: StoreRecord | undefined) => Change | undefined) {
    await flush()
    await check(key)
    let row: Row | undefined
    if (!memory.getUnit(key)) {
      const isWritten = await write(key, (stored) => decide(stored && toRecord(stored)))
      if (isWritten !== undefined) return isWritten
      row = await ask((disk) => disk.get(key)).catch(() => undefined)
    }
    const change = decide(memory.get(key) ?? (row && toRecord(row)))
    if (change) memory.take(key, change, row?.stamp)
    return change !== undefined
  }

  // Open the disk early, because the first view waits for it.
  ask(async () => {}).catch(() => {})

  return {
    get kind() {
      if (connection.status === 'opening') return 'opening'
      if (!hasDisk) return 'memory'
      return connection.status === 'open' && memory.units.length === 0 ? 'indexeddb' : 'memory'
    },
    async get(key) {
      await check(key)
      const held = memory.get(key)
      if (held !== undefined) return held ?? undefined
      const row = await ask((disk) => disk.get(key))
      return row && toRecord(row)
    },
    async list(prefix) {
      for (const { key } of memory.units) await check(key)
      const isRemoved = memory.get(`${prefix}\uffff`) === null
      const rows = isRemoved ? [] : await ask((disk) => disk.list(prefix))
      const others = rows.filter(({ key }) => memory.get(key) === undefined)
      return [...others.map(toRecord), ...memory.list(prefix)].sort(byKey)
    },
    update: (key, decide) => withWriteLock(() => update(key, decide)),
    getSize: async (owner) => memory.getSize(owner) + (await ask((disk) => disk.getSize(owner))),
    async forget(owner) {
      const begin = () => {
        memory.forget(owner)
        forgotten.add(owner)
      }
      begin()
      await withWriteLock(async () => {
        // Begin again, to include records that were written during the wait.
        begin()
        // Wait for the removal, since the page must be told if the removal fails.
        await ask(async () => {}, true)
      })
      // The removal may have made room.
      fullAt = undefined
      void withWriteLock(flush)
    },
    onReturn(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Whether the browser denies access. Sandboxed frames, and Firefox with blocked cookies, throw SecurityError. Chromium
 * with blocked storage reports the denial only in the error's text.
 */
function isDenied(error: unknown): boolean {
  if (hasName(error, ['SecurityError'])) return true
  return hasName(error, ['UnknownError']) && /denied permission/.test(String((error as Error).message))
}

/**
 * Whether the disk still has the record on which a unit is based. Always true for a removal of a record that was never
 * read.
 */
function isBuiltOn({ base, put }: Unit, row: Row | undefined): boolean {
  return row?.stamp === base || (base === undefined && put.size === 0)
}

function toRecord({ key, owner, value, bytes }: Row): StoreRecord {
  return { key, owner, value, bytes }
}
