/**
 * What must survive a reload whatever happens to the cache: which wallet is connected, on which network. Written
 * to localStorage on this thread, before anybody else hears of it.
 */
import type { ChainId, Namespace } from './core/caip.ts'

export interface Session {
  namespace: Namespace
  /** How the wallet is found again: its rdns; `injected` for one without. */
  rdns: string
  /** Its name, to speak of it before it announces itself. */
  name: string
  address: string
  chainId: ChainId
}

export interface Sessions {
  get(): Session | undefined
  set(session: Session): void
  remove(): void
  /**
   * Accounts (CAIP-10) whose data must still be removed, because the worker has not confirmed it yet; with how often
   * that has failed.
   */
  getForgotten(): Record<string, number>
  setForgotten(accounts: Readonly<Record<string, number>>): void
  /** Calls when another tab connects or disconnects. */
  watch(listener: () => void): () => void
}

const SESSION = 'billfold/session'
const FORGOTTEN = 'billfold/forget'

/** `storage` may be absent or forbidden: then nothing survives, and nothing fails. */
export function createSessions(storage: Storage | undefined): Sessions {
  return {
    get: () => readSession(read(storage, SESSION)),
    set: (session) => write(storage, SESSION, session),
    remove: () => write(storage, SESSION, undefined),
    getForgotten: () => ({ ...(read(storage, FORGOTTEN) as Record<string, number>) }),
    setForgotten: (accounts) => write(storage, FORGOTTEN, Object.keys(accounts)[0] && accounts),
    watch(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.storageArea === storage && (event.key === SESSION || event.key === null)) listener()
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

/** localStorage, where a page may have it. Reading the property alone can throw. */
export function getLocalStorage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

function read(storage: Storage | undefined, key: string): unknown {
  try {
    return JSON.parse(storage?.getItem(key) ?? 'null')
  } catch {
    return undefined
  }
}

function write(storage: Storage | undefined, key: string, value: unknown): void {
  try {
    if (value === undefined) storage?.removeItem(key)
    else storage?.setItem(key, JSON.stringify(value))
  } catch {
    // Full or forbidden: the session lasts as long as the page.
  }
}

function readSession(value: unknown): Session | undefined {
  const { namespace, rdns, name, address, chainId } = (value ?? {}) as Partial<Record<keyof Session, unknown>>
  if (typeof rdns !== 'string' || typeof name !== 'string' || typeof address !== 'string') return undefined
  if (typeof chainId !== 'string') return undefined
  // CAIP-2's own grammar; the adapters decide which namespaces there are.
  if (!/^[a-z0-9-]{3,8}$/.test(String(namespace)) || !chainId.startsWith(`${String(namespace)}:`))
    return undefined
  return { namespace: namespace as Namespace, rdns, name, address, chainId: chainId as ChainId }
}
