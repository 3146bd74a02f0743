/** What the worker gets from the browser, such as clock, network and storage. Tests and the bench replace some of it. */
import type { LazyDomain } from '../../src/core/contract/protocol.ts'
import type { Clock } from './context.ts'
import { systemClock } from './system-clock.ts'

export interface Environment {
  clock: Clock
  fetch: typeof fetch
  /** Undefined, like the next three properties, if the browser lacks it or forbids access. */
  indexedDB: IDBFactory | undefined
  IDBKeyRange: typeof IDBKeyRange | undefined
  locks: Pick<LockManager, 'request' | 'query'> | undefined
  BroadcastChannel: (new (name: string) => Channel) | undefined
  /** Bytes that this origin may store; undefined if the browser does not report it. */
  getQuota(): Promise<number | undefined>
  /** Imports a lazy domain without a URL; set only on the page's own thread. */
  importDomain: ((domain: LazyDomain) => Promise<unknown>) | undefined
}

export interface Channel {
  onmessage: ((event: MessageEvent) => void) | null
  postMessage(message: unknown): void
  close(): void
}

/** The globals of this thread, captured now: a page that replaces `fetch` later has no effect. */
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
