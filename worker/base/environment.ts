/**
 * What the worker gets from the browser, such as clock, network and storage. Tests and the bench replace some of these.
 */
import type { LazyDomain } from '../../src/core/contract/protocol.ts'
import type { Clock } from './context.ts'
import { systemClock } from './system-clock.ts'

export interface Environment {
  clock: Clock
  fetch: typeof fetch
  /** Undefined, like the next three properties, if the browser lacks the API or forbids access. */
  indexedDB: IDBFactory | undefined
  IDBKeyRange: typeof IDBKeyRange | undefined
  locks: Pick<LockManager, 'request' | 'query'> | undefined
  BroadcastChannel: (new (name: string) => Channel) | undefined
  /** The storage quota of this origin, in bytes; undefined if the browser does not report the quota. */
  getQuota(): Promise<number | undefined>
  /** Imports a lazy domain without a URL; set only if the worker runs on the page's thread. */
  importDomain: ((domain: LazyDomain) => Promise<unknown>) | undefined
}

export interface Channel {
  onmessage: ((event: MessageEvent) => void) | null
  postMessage(message: unknown): void
  close(): void
}

/** The globals of this thread, captured now: if the page replaces `fetch` later, the worker is not affected. */
export function getEnvironment(): Environment {
  const plainFetch = globalThis.fetch
  return {
    clock: systemClock,
    fetch: (input, init) => plainFetch.call(globalThis, input, init),
    indexedDB: allowed(() => globalThis.indexedDB),
    IDBKeyRange: allowed(() => globalThis.IDBKeyRange),
    locks: allowed(() => globalThis.navigator.locks),
    BroadcastChannel: allowed(() => globalThis.BroadcastChannel),
    importDomain: undefined,
    getQuota: async () => (await globalThis.navigator.storage.estimate()).quota,
  }
}

/**
 * Reads a global. Undefined if the browser forbids access: in sandboxed frames and private windows, even reading the
 * property throws.
 */
export function allowed<T>(read: () => T): T | undefined {
  try {
    return read() ?? undefined
  } catch {
    return undefined
  }
}
