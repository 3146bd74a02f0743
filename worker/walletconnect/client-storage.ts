/**
 * Stores the library's keys and sessions as durable records. All records are read once at the start: only one tab has
 * the client, so no other tab changes them. If the disk cannot be read, all records stay in memory only: an incomplete
 * set would be worse than none.
 */
import { isBillfoldError } from '../../src/core/base/errors.ts'
import type { DurableStore } from '../base/context.ts'
import { CLIENT_RECORDS as OWN } from './session-record.ts'

/** The interface that the library requires, and `isKept`, `close` and `wipe`. */
export interface ClientStorage {
  /** Whether the records are on the disk, where another tab finds them. */
  readonly isKept: boolean
  getKeys(): Promise<string[]>
  getEntries<T>(): Promise<[string, T][]>
  getItem<T>(key: string): Promise<T | undefined>
  setItem<T>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
  /** After this call, nothing that the library writes is stored: another tab may have the client by now. */
  close(): void
  wipe(): Promise<void>
}

/**
 * `hasSession`: whether a session is stored. Undefined if that is unknown: then stored keys stay as they are, and are not
 * used.
 * @throws store_unavailable if there is a session: without the stored keys, the session would end
 */
export async function openClientStorage(
  durable: DurableStore,
  hasSession: boolean | undefined,
): Promise<ClientStorage> {
  const reading = hasSession === undefined ? undefined : durable.list(OWN)
  const stored = await reading?.catch((error: unknown) => {
    if (hasSession) throw error
    return undefined
  })
  const isKept = stored !== undefined
  const values = new Map(stored?.map(({ key, value }) => [key.slice(OWN.length), value]))
  let isOpen = true
  const close = () => void (isOpen = false)

  return {
    isKept,
    getKeys: async () => [...values.keys()],
    getEntries: async <T>() => structuredClone([...values]) as [string, T][],
    getItem: async <T>(key: string) => structuredClone(values.get(key)) as T | undefined,
    async setItem(key, value) {
      const copy: unknown = structuredClone(value)
      values.set(key, copy)
      // Ignore a failed write: if the keys are missing after a reload, the session is ended properly.
      if (isOpen && isKept)
        await durable.update(OWN + key, () => ({ owner: '', value: copy })).catch(() => {})
    },
    async removeItem(key) {
      values.delete(key)
      if (isOpen && isKept) await durable.remove(OWN + key).catch(() => {})
    },
    close,
    async wipe() {
      close()
      const keys = [...values.keys()]
      values.clear()
      if (isKept) await Promise.all(keys.map((key) => durable.remove(OWN + key))).catch(ignoreDisk)
    },
  }
}

function ignoreDisk(error: unknown): void {
  if (!isBillfoldError(error)) throw error
}
