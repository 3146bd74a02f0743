/**
 * Where the library keeps its keys and sessions: durable records, all read at the start, since one tab alone has the
 * client. Where the disk cannot be read they live in memory alone: half of them would be worse than none.
 */
import { isBillfoldError } from '../../src/core/base/errors.ts'
import type { DurableStore } from '../base/context.ts'
import { CLIENT_RECORDS as OWN } from './session-record.ts'

/** As the library asks for it. */
export interface ClientStorage {
  /** Whether the next tab finds it. */
  readonly isKept: boolean
  getKeys(): Promise<string[]>
  getEntries<T>(): Promise<[string, T][]>
  getItem<T>(key: string): Promise<T | undefined>
  setItem<T>(key: string, value: T): Promise<void>
  removeItem(key: string): Promise<void>
  /** What the library still writes is not kept: another tab may have the client by now. */
  close(): void
  /** Closes it, and removes all that it holds. */
  wipe(): Promise<void>
}

/**
 * `hasSession`: undefined if unknown; stored keys are left alone then.
 * @throws store_unavailable if there is a session, which would end without its keys
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
      // Without stored keys the session ends in order after a reload.
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
