/** The outside facts that the worker stands on. Tests and the bench put their own in place of some. */
import type { LazyDomain } from '../../src/core/contract/protocol.ts'
import type { Clock } from './context.ts'
import { systemClock } from './system-clock.ts'

export interface Environment {
  clock: Clock
  fetch: typeof fetch
  /** Undefined where the browser has none or forbids it. */
  indexedDB: IDBFactory | undefined
  IDBKeyRange: typeof IDBKeyRange | undefined
  locks: Pick<LockManager, 'request' | 'query'> | undefined
  BroadcastChannel: (new (name: string) => Channel) | undefined
  /** Bytes that this origin may store; undefined when the browser does not say. */
  getQuota(): Promise<number | undefined>
  /** On the page's own thread: the file of a lazy domain, without an address. */
  importDomain: ((domain: LazyDomain) => Promise<unknown>) | undefined
}

/** The part of BroadcastChannel that is used. */
export interface Channel {
  onmessage: ((event: MessageEvent) => void) | null
  postMessage(message: unknown): void
  close(): void
}

/** What this thread offers, captured now: a page that replaces `fetch` later changes nothing here. */
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

/** What the browser lets us have or do, if it does: sandboxed frames and private windows throw even when it is only read. */
export function allowed<T>(read: () => T): T | undefined {
  try {
    return read() ?? undefined
  } catch {
    return undefined
  }
}
