/**
 * Records in memory, by unit: a record with its parts, which come and go together. All that there is where a page may
 * not use IndexedDB; elsewhere what the disk has still to be told (see open-store.ts). Lasts as long as the worker, up
 * to a size: then the account that was used longest ago goes first.
 */
import type { Change, Store, StoreRecord } from '../context.ts'

/** A record and its parts as a change of what the disk holds. */
export interface Unit {
  readonly key: string
  /** Names the disk's record on which this is built; undefined where the disk had none or could not be asked. */
  readonly base: number | undefined
  /** Removed with all parts, before `put`: not to be looked for on the disk. */
  readonly removed: Set<string>
  readonly put: Map<string, StoreRecord>
}

export interface Memory {
  /** All that it holds. */
  readonly units: readonly Unit[]
  /** Those that may hold records whose keys begin so. */
  find(prefix: string): Unit[]
  /** @param base see `Unit`; `isAll`: nothing of the disk belongs to it. */
  take(key: string, change: Change, base: number | undefined, isAll: boolean): void
  drop(unit: Unit): void
  forget(owner: string): void
}

/** Bytes, as the records name their own size: some 200,000 transactions. */
const MEMORY_LIMIT = 50_000_000

export function createMemoryStore(): Store {
  const memory = createMemory()
  return {
    kind: 'memory',
    get: async (key) => getRecord(memory.find(key), key),
    list: async (prefix) => listRecords(memory.find(prefix), prefix).sort(byKey),
    async update(key, decide) {
      const change = decide(getRecord(memory.find(key), key))
      if (change) memory.take(key, change, undefined, true)
      // There is no disk that has to be told what was removed.
      for (const unit of memory.find(key)) if (unit.put.size === 0) memory.drop(unit)
      return change !== undefined
    },
    forget: async (owner) => memory.forget(owner),
    onReturn: () => () => {},
  }
}

export function createMemory(limit = MEMORY_LIMIT): Memory {
  const units = new Map<string, Unit>()
  /** The one used last at the end. */
  const owners = new Set<string>()

  function use({ put }: Unit): void {
    const owner = getOwner(put)
    if (owner === undefined) return
    owners.delete(owner)
    owners.add(owner)
  }

  function find(prefix: string): Unit[] {
    const found: Unit[] = []
    for (const unit of units.values())
      if (unit.key.startsWith(prefix) || prefix.startsWith(`${unit.key}/`)) found.push(unit)
    for (const unit of found) use(unit)
    return found
  }

  function take(key: string, change: Change, base: number | undefined, isAll: boolean): void {
    const held = findUnit(units.values(), key)
    // What only memory had goes with it: the disk may hold another one, of which nobody here knows.
    if (held?.put.size && held.base === undefined && change.remove?.includes(held.key)) {
      units.delete(held.key)
      if (change.put?.length) take(key, { put: change.put }, base, isAll)
      return
    }
    const unit: Unit = held ?? { key, base, removed: new Set(isAll ? [key] : []), put: new Map() }
    units.set(unit.key, unit)
    for (const removed of change.remove ?? []) {
      if (!isRemoved(unit, removed)) unit.removed.add(removed)
      for (const one of unit.put.keys())
        if (one === removed || one.startsWith(`${removed}/`)) unit.put.delete(one)
    }
    for (const record of change.put ?? []) unit.put.set(record.key, record)
    use(unit)
    makeRoom(getOwner(unit.put))
  }

  function makeRoom(keep: string | undefined): void {
    let total = 0
    for (const unit of units.values()) total += countBytes(unit)
    const drop = (unit: Unit) => {
      units.delete(unit.key)
      total -= countBytes(unit)
    }
    for (const owner of owners) {
      if (total <= limit) return
      if (owner === keep || owner === '') continue
      for (const unit of units.values()) if (getOwner(unit.put) === owner) drop(unit)
      owners.delete(owner)
    }
    const bySize = total <= limit ? [] : [...units.values()].sort((a, b) => countBytes(b) - countBytes(a))
    for (const unit of bySize) if (total > limit) drop(unit)
  }

  return {
    get units() {
      return [...units.values()]
    },
    find,
    take,
    drop(unit) {
      if (units.get(unit.key) === unit) units.delete(unit.key)
    },
    forget(owner) {
      owners.delete(owner)
      for (const unit of units.values()) if (getOwner(unit.put) === owner) units.delete(unit.key)
    },
  }
}

/** Whether the disk is not to be asked for it: it, or what it is a part of, was removed. */
export function isRemoved({ removed }: Unit, key: string): boolean {
  for (let end = key.length; end > 0; end = key.lastIndexOf('/', end - 1))
    if (removed.has(key.slice(0, end))) return true
  return false
}

/** The one to which a record belongs. */
export function findUnit(units: Iterable<Unit>, key: string): Unit | undefined {
  for (const unit of units) if (`${key}/`.startsWith(`${unit.key}/`)) return unit
  return undefined
}

function getRecord(units: readonly Unit[], key: string): StoreRecord | undefined {
  return units.find(({ put }) => put.has(key))?.put.get(key)
}

export function listRecords(units: readonly Unit[], prefix: string): StoreRecord[] {
  return units.flatMap(({ put }) => [...put.values()]).filter(({ key }) => key.startsWith(prefix))
}

export function byKey(a: StoreRecord, b: StoreRecord): number {
  return a.key < b.key ? -1 : 1
}

/** Undefined when it only removes. */
function getOwner(put: Unit['put']): string | undefined {
  for (const { owner } of put.values()) return owner
  return undefined
}

function countBytes({ put, removed }: Unit): number {
  let bytes = 0
  for (const { key, value, bytes: own = 0 } of put.values())
    bytes += key.length + (typeof value === 'string' ? value.length : own)
  for (const key of removed) bytes += key.length
  return bytes
}
