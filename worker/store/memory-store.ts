/**
 * Keeps records in memory: all of them if IndexedDB is not allowed, otherwise those that could not be written to the disk
 * (see open-store.ts). They last as long as the worker. Above the size limit, the least recently used record is dropped
 * first.
 */
import type { Change, Store, StoreRecord } from '../base/context.ts'

/** The changes of a record and its parts that are not on the disk yet. */
export interface Unit {
  readonly key: string
  /** Stamp of the record on the disk on which the changes are based. Undefined if the disk has no record. */
  readonly base: number | undefined
  /** Keys of records and parts to remove, before `put`. The parts of a removed record are removed with it. */
  readonly removed: string[]
  readonly put: Map<string, StoreRecord>
}

/** Size limit in bytes, by the sizes that the records declare: about 200,000 transactions. */
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
  /** Units by the key of their record. Ordered by use, the most recently used last. */
  const units = new Map<string, Unit>()

  /** The unit of a record or part. Marks it as used. */
  function getUnit(key: string): Unit | undefined {
    const unit = [...units.values()].find((one) => isWithin(key, one.key))
    if (unit && units.delete(unit.key)) units.set(unit.key, unit)
    return unit
  }

  /** Drops the least recently used units until the rest fits. */
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
    /** The record in memory. Null: the record was removed. Undefined: memory holds no change of the record. */
    get(key: string): StoreRecord | null | undefined {
      const unit = getUnit(key)
      const isRemoved = unit?.removed.some((one) => isWithin(key, one))
      return unit?.put.get(key) ?? (isRemoved ? null : undefined)
    },
    list(prefix: string): StoreRecord[] {
      const records = [...units.values()].flatMap(({ put }) => [...put.values()])
      return records.filter(({ key }) => key.startsWith(prefix))
    },
    /** Adds a change. @param base see `Unit`; a unit that already exists keeps its own base */
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
      // A record that existed only in memory was removed: drop its unit. Otherwise, the removal would later delete a
      // record that another tab has written to the disk.
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

/** Size of this record without its parts: the length of a text, otherwise the size that the record declares. */
export function countBytes({ value, bytes = 0 }: StoreRecord): number {
  return typeof value === 'string' ? value.length : bytes
}
