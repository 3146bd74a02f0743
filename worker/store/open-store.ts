/**
 * Opens the store that the domains use. The disk is authoritative. A change that cannot be written (no room, or the disk is
 * unavailable) is kept in memory, by unit (a record with its parts), relative to the disk's record. It is written when the
 * disk is open again, or, after a full disk, with the first write after 30 s or a forget. Each unit is written only if the
 * disk still holds the record on which it is based, or still none. A record that changed there is newer, and memory drops
 * its unit.
 *
 * Reads ask memory first and the disk for the rest. `connection.ts` handles the disk's failures.
 */
import { hasCode } from '../../src/core/base/errors.ts'
import type { Change, Store, StoreRecord } from '../base/context.ts'
import type { Environment } from '../base/environment.ts'
import { createConnection, type DiskEnvironment, hasName, hasPassed } from './connection.ts'
import { type IndexedDbStore, openIndexedDbStore, type Row } from './indexeddb-store.ts'
import { byKey, createMemory, createMemoryStore, type Unit } from './memory-store.ts'

/** Cap of the cache: this many bytes, or this share of what the browser grants. */
const SIZE_LIMIT = 300_000_000
const QUOTA_SHARE = 0.25

export function openStore(environment: DiskEnvironment & Pick<Environment, 'getQuota'>): Store {
  const { clock, indexedDB, IDBKeyRange } = environment
  // Without IndexedDB, a forget is complete at once, since there is no disk to clear.
  if (!indexedDB || !IDBKeyRange) return createMemoryStore()

  const memory = createMemory()
  const listeners = new Set<() => void>()
  /** Owners whose records must still be removed from the disk. */
  const forgotten = new Set<string>()
  /** Time at which the disk was last full. */
  let fullAt: number | undefined
  let wasOpen = false
  /** False once the browser has denied access, for good: only memory is left. */
  let hasDisk = true
  let lastWrite: Promise<unknown> = Promise.resolve()
  let limit = SIZE_LIMIT
  const setLimit = (quota = 0) => (limit = Math.min(SIZE_LIMIT, (quota || Infinity) * QUOTA_SHARE))
  // Asking alone may throw.
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

  /** @throws store_unavailable. */
  function ask<T>(request: (disk: IndexedDbStore) => Promise<T>, isUrgent?: boolean): Promise<T> {
    return connection.use(async (disk) => {
      // Pending removals come before any other access.
      for (const owner of forgotten) {
        await disk.forget(owner)
        forgotten.delete(owner)
      }
      return request(disk)
    }, isUrgent)
  }

  /** Serialises writes, so that a removal cannot be overtaken by an earlier write. */
  function withWriteLock<T>(run: () => Promise<T>): Promise<T> {
    const result = lastWrite.then(run)
    lastWrite = result.catch(() => {})
    return result
  }

  function report(): void {
    for (const listener of listeners) queueMicrotask(listener)
  }

  /** Undefined when the disk has no room or cannot be asked. */
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

  /** Writes the changes in memory to the disk. */
  async function flush(): Promise<void> {
    for (const unit of memory.units) {
      const change = { remove: unit.removed, put: [...unit.put.values()] }
      const decide = (row: Row | undefined) => (isBuiltOn(unit, row) ? change : undefined)
      // A value that the browser cannot store is dropped as well.
      const isWritten = await write(unit.key, decide).catch(() => false)
      if (isWritten === undefined) return
      memory.drop(unit)
      if (!isWritten) report()
    }
  }

  /** Drops a memory unit if the disk has a newer record. */
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

  // Open early, because the first picture waits for the disk.
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
        // Includes records that were written during the wait.
        begin()
        // The page must learn if the disk could not remove the records.
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
 * Sandboxed frames, and Firefox with cookies blocked, throw SecurityError. Chromium with storage blocked reports it only in
 * the error's text.
 */
function isDenied(error: unknown): boolean {
  if (hasName(error, ['SecurityError'])) return true
  return hasName(error, ['UnknownError']) && /denied permission/.test(String((error as Error).message))
}

/** Whether the disk still holds the record on which a unit is based. A removal without a prior read needs no base. */
function isBuiltOn({ base, put }: Unit, row: Row | undefined): boolean {
  return row?.stamp === base || (base === undefined && put.size === 0)
}

function toRecord({ key, owner, value, bytes }: Row): StoreRecord {
  return { key, owner, value, bytes }
}
