/**
 * Opens the store that the domains use. The disk is the truth. What it could not be told (no room, or it cannot be asked
 * now) memory keeps, by unit (a record with its parts), as a change of what the disk held. It is told when it is open
 * again, and while it is full with the first write after 30 s or a forget: each unit only where the disk still holds the
 * record on which it was built, or still none. What changed there meanwhile is newer, and memory drops its own.
 *
 * Reading asks memory first and the disk for the rest. `connection.ts` has what can become of the disk.
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
  // Also the promise to forget is kept at once: where there is no IndexedDB, there is nothing to ask a second time.
  if (!indexedDB || !IDBKeyRange) return createMemoryStore()

  const memory = createMemory()
  const listeners = new Set<() => void>()
  /** Owners whose records the disk still has to remove. */
  const forgotten = new Set<string>()
  /** When the disk last had no room. */
  let fullAt: number | undefined
  let wasOpen = false
  /** False once the browser has denied it: for good, so memory is all that there is. */
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
      // Before anything else is read or written there.
      for (const owner of forgotten) {
        await disk.forget(owner)
        forgotten.delete(owner)
      }
      return request(disk)
    }, isUrgent)
  }

  /** Writes follow one another, so that a removal can never be overtaken by what it removes. */
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

  /** Tells the disk what memory holds. */
  async function flush(): Promise<void> {
    for (const unit of memory.units) {
      const change = { remove: unit.removed, put: [...unit.put.values()] }
      const decide = (row: Row | undefined) => (isBuiltOn(unit, row) ? change : undefined)
      // What no browser can store is dropped as well.
      const isWritten = await write(unit.key, decide).catch(() => false)
      if (isWritten === undefined) return
      memory.drop(unit)
      if (!isWritten) report()
    }
  }

  /** Drops what memory holds of a record where the disk has a newer one. */
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

  // The person's first picture waits for it as little as can be.
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
        // With what was written while this waited for its turn.
        begin()
        // Where the disk could not be told the page must know that.
        await ask(async () => {}, true)
      })
      // There is room again, perhaps.
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
 * Sandboxed frames, and Firefox with cookies blocked, throw SecurityError. Chromium, where storage is blocked, says it in
 * words only.
 */
function isDenied(error: unknown): boolean {
  if (hasName(error, ['SecurityError'])) return true
  return hasName(error, ['UnknownError']) && /denied permission/.test(String((error as Error).message))
}

/** Whether the disk still holds what a unit was built on. What was removed without having been read may go anyhow. */
function isBuiltOn({ base, put }: Unit, row: Row | undefined): boolean {
  return row?.stamp === base || (base === undefined && put.size === 0)
}

function toRecord({ key, owner, value, bytes }: Row): StoreRecord {
  return { key, owner, value, bytes }
}
