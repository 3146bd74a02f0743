/**
 * Records in memory: the whole store if IndexedDB is not allowed, else what could not be written to disk (see open-store.ts).
 * Lasts as long as the worker. Above its size limit the least recently used record goes first.
 */
import type { Change, Store, StoreRecord } from '../base/context.ts'

/** A record with its parts, held as one change relative to the disk's record. */
export interface Unit {
  readonly key: string
  /** Stamp of the disk's record on which the change is based. Undefined: the disk has none. */
  readonly base: number | undefined
  /** Keys to remove with all their parts, before `put`. */
  readonly removed: string[]
  readonly put: Map<string, StoreRecord>
}

/** Size limit in bytes, by the records' declared sizes: about 200,000 transactions. */
const MEMORY_LIMIT = 50_000_000

export function createMemoryStore(): Store {
  const memory = createMemory()
  const get = (key: string) => memory.get(key) ?? undefined
  return {
    kind: 'memory',
    get: async (key) => get(key),
    list: async (prefix) => memory.list(prefix).sort(byKey),
    async update(key, decide) {
      const change = decide(get(key))
      if (change) memory.take(key, change)
      return change !== undefined
    },
    getSize: async (owner) => memory.getSize(owner),
    forget: async (owner) => memory.forget(owner),
    onReturn: () => () => {},
  }
}

export function createMemory(limit = MEMORY_LIMIT) {
  /** Ordered by use, the most recent last. */
  const units = new Map<string, Unit>()

  /** The unit of a record or part. */
  function getUnit(key: string): Unit | undefined {
    const unit = [...units.values()].find((one) => isWithin(key, one.key))
    if (unit && units.delete(unit.key)) units.set(unit.key, unit)
    return unit
  }

  /** Evicts old units, but keeps the most recent one unless it is too large alone. */
  function makeRoom(): void {
    let room = limit
    for (const unit of [...units.values()].reverse()) {
      let bytes = unit.removed.join().length
      for (const record of unit.put.values()) bytes += countBytes(record)
      if (bytes > room) units.delete(unit.key)
      else room -= bytes
    }
  }

  return {
    get units(): readonly Unit[] {
      return [...units.values()]
    },
    getUnit,
    /** Null: the record is removed. Undefined: memory holds no change of it. */
    get(key: string): StoreRecord | null | undefined {
      const unit = getUnit(key)
      const isRemoved = unit?.removed.some((one) => isWithin(key, one))
      return unit?.put.get(key) ?? (isRemoved ? null : undefined)
    },
    list(prefix: string): StoreRecord[] {
      const records = [...units.values()].flatMap(({ put }) => [...put.values()])
      return records.filter(({ key }) => key.startsWith(prefix))
    },
    /** @param base see `Unit`. A unit that is already held keeps its own base. */
    take(key: string, { put = [], remove = [] }: Change, base?: number): void {
      const held = getUnit(key)
      const unit = held ?? { key, base, removed: base === undefined ? [key] : [], put: new Map() }
      const isOwn = unit.base === undefined && unit.put.size > 0
      for (const removed of remove) {
        for (const one of unit.put.keys()) if (isWithin(one, removed)) unit.put.delete(one)
        if (!unit.removed.some((one) => isWithin(removed, one))) unit.removed.push(removed)
      }
      for (const record of put) unit.put.set(record.key, record)
      units.set(unit.key, unit)
      // A record that existed only in memory is dropped: the disk may hold another one.
      if (isOwn && unit.put.size === 0) units.delete(unit.key)
      makeRoom()
    },
    drop(unit: Unit): void {
      if (units.get(unit.key) === unit) units.delete(unit.key)
    },
    getSize(owner: string): number {
      const records = [...units.values()].flatMap(({ put }) => [...put.values()])
      return records.reduce((sum, record) => sum + (record.owner === owner ? (record.bytes ?? 0) : 0), 0)
    },
    forget(owner: string): void {
      for (const { key, put } of units.values())
        if ([...put.values()].some((record) => record.owner === owner)) units.delete(key)
    },
  }
}

/** Whether `key` is that record or a part of it. */
function isWithin(key: string, record: string): boolean {
  return key === record || key.startsWith(`${record}/`)
}

export function byKey(a: StoreRecord, b: StoreRecord): number {
  return a.key < b.key ? -1 : 1
}

/** Size of this record alone. Long values are text. */
export function countBytes({ value, bytes = 0 }: StoreRecord): number {
  return typeof value === 'string' ? value.length : bytes
}
