/** Keeps records in the durable store, or in memory while the disk is unavailable. All tabs are informed of each change. */
import type { DurableRecord, WorkerContext } from '../../base/context.ts'

export interface KeptRecords<Kept> {
  /**
   * `isRead`: whether the disk could be read. If not, the list holds the records of the last read, with the changes since
   * then.
   */
  list(): Promise<{ all: Kept[]; isRead: boolean }>
  /** Compare and set. Writes nothing if `decide` returns undefined. */
  update(key: string, decide: (stored: Kept | undefined) => Kept | undefined): Promise<void>
  remove(key: string): Promise<void>
  /** Resolves when any tab next changes a record. Never resolves if the signal aborts first. */
  waitForChange(signal: AbortSignal): Promise<void>
}

export interface Keeping<Kept> {
  prefix: string
  toKey(kept: Kept): string
  /** `owner`: owner of the stored record that `kept` replaces. */
  toStored(kept: Kept, owner: string | undefined): Omit<DurableRecord, 'key'>
  /** Validates a record, since the disk may contain anything; undefined for an invalid one. */
  read(record: DurableRecord): Kept | undefined
}

export function createKeptRecords<Kept>(
  { durable, tabs }: Pick<WorkerContext, 'durable' | 'tabs'>,
  { prefix, toKey, toStored, read }: Keeping<Kept>,
): KeptRecords<Kept> {
  /**
   * Changes that are not on the disk yet, each with the record that it is based on. If the disk has another record by now,
   * that record is newer, and the change is dropped.
   */
  const memory = new Map<string, { kept: Kept; base: string | undefined }>()
  /** The records that the last read found on the disk. */
  let last = new Map<string, Kept>()
  const listeners = new Set<() => void>()

  function notify(): void {
    for (const listener of listeners) listener()
  }
  tabs.onMessage((message) => {
    if (message.kind === 'changed' ? message.key === prefix : message.kind === 'forgotten') notify()
  })

  return {
    async list() {
      const stored = await durable.list(prefix).catch(() => undefined)
      if (stored) {
        last = new Map(stored.flatMap((one) => read(one) ?? []).map((one) => [toKey(one), one]))
        for (const [key, { base }] of memory) if (toBase(last.get(key)) !== base) memory.delete(key)
      }
      const all = new Map(last)
      for (const [key, { kept }] of memory) all.set(key, kept)
      return { all: [...all.values()], isRead: stored !== undefined }
    },
    async update(key, decide) {
      const held = memory.get(key)
      try {
        const isWritten = await durable.update(key, (stored) => {
          const known = stored && read(stored)
          const next = decide(held && held.base === toBase(known) ? held.kept : known)
          return next && toStored(next, stored?.owner)
        })
        if (isWritten) memory.delete(key)
      } catch {
        const known = last.get(key)
        const next = decide(held ? held.kept : known)
        if (next) memory.set(key, { kept: next, base: held ? held.base : toBase(known) })
      }
      notify()
      tabs.announce({ kind: 'changed', key: prefix })
    },
    async remove(key) {
      memory.delete(key)
      last.delete(key)
      await durable.remove(key).catch(() => {})
      notify()
      tabs.announce({ kind: 'changed', key: prefix })
    },
    waitForChange: (signal) =>
      new Promise((resolve) => {
        const stop = () => {
          listeners.delete(onChange)
          signal.removeEventListener('abort', stop)
        }
        const onChange = () => {
          stop()
          resolve()
        }
        listeners.add(onChange)
        signal.addEventListener('abort', stop)
      }),
  }
}

function toBase(kept: unknown): string | undefined {
  return kept === undefined ? undefined : JSON.stringify(kept)
}
