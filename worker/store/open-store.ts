/**
 * Opens the store that the domains use. The disk holds what it can; what it could not be told is kept in memory, by
 * unit (a record with its parts), as a change of what the disk held:
 *
 *   update ─▶ the disk takes it
 *       └──── it has no room ───────▶ memory, on top of the disk's record, whose stamp is kept
 *       └──── it cannot be asked ───▶ memory, on top of nothing
 *
 *   memory ─▶ the disk: when it is opened, and while it is full with the first write after 30 s or a forget. Only where
 *             it still holds that record, or still none: what changed there meanwhile is newer, and memory drops its own
 *
 * Reading asks memory first and the disk for the rest. `connection.ts` has what can become of the disk.
 */
import { hasCode } from '../../src/core/errors.ts'
import type { Change, Store, StoreRecord } from '../context.ts'
import { createConnection, type DiskEnvironment, hasPassed, inTime, unavailable } from './connection.ts'
import { createIndexedDbStore, type IndexedDbStore, type Row } from './indexeddb-store.ts'
import {
  byKey,
  createMemory,
  createMemoryStore,
  findUnit,
  isRemoved,
  listRecords,
  type Unit,
} from './memory-store.ts'

/** Cap of the cache: this many bytes, or this share of what the browser grants. */
const SIZE_LIMIT = 300_000_000
const QUOTA_SHARE = 0.25
/** A disk that failed this often, at least 30 s apart and with nothing that succeeded in between, has to prove itself. */
const CORRUPT = 2

export interface StoreEnvironment extends DiskEnvironment {
  /** Bytes that this origin may store; undefined when the browser does not say. */
  getQuota(): Promise<number | undefined>
}

export async function openStore(environment: StoreEnvironment): Promise<Store> {
  const { clock, indexedDB, IDBKeyRange } = environment
  // Also the promise to forget is kept at once: where there is no IndexedDB, there is nothing to ask a second time.
  if (!indexedDB || !IDBKeyRange) return createMemoryStore()

  const factories = { indexedDB, IDBKeyRange }
  const memory = createMemory()
  const listeners = new Set<() => void>()
  /** What the disk still holds but must not show. While it is open, those of which it is being told. */
  const forgotten = new Set<string>()
  /** When the disk last had no room. */
  let fullAt: number | undefined
  let lastWrite: Promise<unknown> = Promise.resolve()
  let limit = SIZE_LIMIT
  environment
    .getQuota()
    .then((quota) => (limit = quota ? Math.min(SIZE_LIMIT, quota * QUOTA_SHARE) : SIZE_LIMIT))
    .catch(() => {})

  const connection = createConnection({
    clock,
    open,
    onOpen: () => void inTurn(() => flush().then(report)),
  })

  async function open(failures: number, onBlocked: () => void): Promise<IndexedDbStore> {
    const now = () => clock.now()
    const disk = createIndexedDbStore({ ...factories, limit: () => limit, onBlocked, now })
    try {
      const isUsable = failures < CORRUPT ? await disk.open() : await isSound(disk)
      if (!isUsable) {
        await disk.destroy()
        await disk.open()
      }
      for (const owner of forgotten) {
        await inTime(clock, disk.forget(owner))
        forgotten.delete(owner)
      }
      return disk
    } catch (error) {
      disk.close()
      throw error
    }
  }

  /** Writes follow one another, so that a removal can never be overtaken by what it removes. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const turn = lastWrite.then(run, run)
    lastWrite = turn.catch(() => {})
    return turn
  }

  function report(): void {
    for (const listener of listeners) queueMicrotask(listener)
  }

  /** Tells the disk what memory holds. */
  async function flush(): Promise<void> {
    if (!isTakingWrites()) return
    for (const unit of memory.units) {
      const change = { remove: [...unit.removed], put: [...unit.put.values()] }
      const outcome = await connection
        .use((disk) => disk.update(unit.key, (row) => (isBuiltOn(unit, row) ? change : undefined)))
        .catch(() => undefined)
      if (outcome === undefined) return
      if (outcome === 'full') return void (fullAt = clock.now())
      memory.drop(unit)
      if (!outcome) report()
    }
    fullAt = undefined
  }

  function isTakingWrites(): boolean {
    return fullAt === undefined || hasPassed(clock, fullAt)
  }

  /** What memory holds of this, less what the disk has newer. */
  async function findUnits(prefix: string): Promise<Unit[]> {
    for (const unit of connection.isOpen ? memory.find(prefix) : []) {
      const isValid = await connection
        .use((disk) => disk.get(unit.key))
        .then(
          (row) => isBuiltOn(unit, row),
          () => true,
        )
      if (isValid) continue
      memory.drop(unit)
      report()
    }
    return memory.find(prefix)
  }

  async function update(key: string, decide: (stored: StoreRecord | undefined) => Change | undefined) {
    await flush()
    const unit = findUnit(await findUnits(key), key)
    let row: Row | undefined
    let isRead = false
    if (!unit) {
      try {
        if (isTakingWrites()) {
          const outcome = await connection.use((disk) =>
            disk.update(key, (stored) => decide(stored && toRecord(stored))),
          )
          if (outcome !== 'full') return outcome
          fullAt = clock.now()
        }
        row = await connection.use((disk) => disk.get(key))
        isRead = true
      } catch (error) {
        if (!hasCode(error, 'store_unavailable')) throw error
      }
    }
    const change = decide(unit ? unit.put.get(key) : row && toRecord(row))
    if (change) memory.take(key, change, getStamp(row), !isRead)
    return change !== undefined
  }

  // Never fails: who needs the disk hears of it.
  await connection.use(async () => {}).catch(() => {})

  return {
    get kind() {
      return connection.isOpen && memory.units.length === 0 ? 'indexeddb' : 'memory'
    },
    async get(key) {
      for (const unit of await findUnits(key)) {
        const record = unit.put.get(key)
        if (record || isRemoved(unit, key)) return record
      }
      const row = await connection.use((disk) => disk.get(key))
      return row && !forgotten.has(row.owner) ? toRecord(row) : undefined
    },
    async list(prefix) {
      const units = await findUnits(prefix)
      const held = listRecords(units, prefix)
      if (units.some((unit) => isRemoved(unit, prefix))) return held.sort(byKey)
      const rows = await connection.use((disk) => disk.list(prefix))
      const isHidden = ({ key, owner }: Row) =>
        forgotten.has(owner) || units.some((unit) => unit.put.has(key) || isRemoved(unit, key))
      return [...held, ...rows.filter((row) => !isHidden(row)).map(toRecord)].sort(byKey)
    },
    update: (key, decide) => inTurn(() => update(key, decide)),
    async forget(owner) {
      forgotten.add(owner)
      memory.forget(owner)
      connection.reopen()
      await inTurn(async () => {
        // What was written while this waited for its turn; opening may have forgotten the rest meanwhile.
        memory.forget(owner)
        forgotten.add(owner)
        await connection.use((disk) => disk.forget(owner))
        forgotten.delete(owner)
      }).catch(async (error: unknown) => {
        // A disk that is slow, or that another tab blocks, may open at any time, and forgets first of all.
        await inTime(clock, connection.settle()).catch(() => {})
        // Hiding is not forgetting: the page must know that the disk has to be asked again.
        if (forgotten.has(owner)) throw unavailable(error)
      })
      // There is room again, perhaps.
      fullAt = undefined
      void inTurn(flush)
    },
    onReturn(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Whether it can be opened, read and written now. One that has recovered keeps what it holds. */
async function isSound(disk: IndexedDbStore): Promise<boolean> {
  try {
    return (await disk.open()) && !!(await disk.update('', () => ({ remove: [''] })))
  } catch (error) {
    // That the browser closes a database or breaks a request off says nothing of what is in it.
    if (isDamage(error)) return false
    throw error
  }
}

/** Dexie wraps what the browser says. */
function isDamage(error: unknown): boolean {
  const { name = '', inner } = (error ?? {}) as { name?: string; inner?: unknown }
  return DAMAGE.has(name) || (inner !== undefined && isDamage(inner))
}

/** What the engines say of files that they cannot read any more. */
const DAMAGE = new Set(['UnknownError', 'NotReadableError', 'DataError', 'NotFoundError'])

/** Whether the disk still holds what a unit was built on. What was removed without having been read may go anyhow. */
function isBuiltOn({ base, put }: Unit, row: Row | undefined): boolean {
  return getStamp(row) === base || (base === undefined && put.size === 0)
}

/** Undefined when there is no record. */
function getStamp(row: Row | undefined): number | undefined {
  return row && (row.stamp ?? 0)
}

function toRecord({ key, owner, value, bytes }: Row): StoreRecord {
  return { key, owner, value, bytes }
}
