/**
 * What must survive a reload whatever happens to the cache: which wallets are connected, on which networks. Written
 * to localStorage on this thread, before anybody else hears of it.
 */
import type { CaipAddress, CaipNetworkId, Namespace } from '../core/caip.ts'
import { FORGOTTEN, readStored, SESSIONS, watchSessions } from './storage.ts'

export interface Session {
  namespace: Namespace
  /** How the wallet is found again. */
  restoreKey: string
  /** Its name, to speak of it before it shows up. */
  name: string
  caipNetworkId: CaipNetworkId
  /** CAIP-10: the one that is connected, then those that were before it in the same wallet: all are forgotten together. */
  accounts: readonly [CaipAddress, ...CaipAddress[]]
}

export interface Sessions {
  /** One for each namespace; the one that was used last comes first. */
  list(): readonly Session[]
  get(namespace: Namespace): Session | undefined
  set(session: Session): void
  /** Makes it the one that was used last. */
  moveToFront(namespace: Namespace): void
  remove(namespace: Namespace): void
  /**
   * Accounts (CAIP-10) whose data must still be removed, because the worker has not confirmed it yet; with how often
   * that has failed.
   */
  getForgotten(): Record<string, number>
  setForgotten(accounts: Readonly<Record<string, number>>): void
  /** Calls when another tab connects or disconnects. */
  watch(listener: () => void): () => void
}

/** `storage` may be absent, forbidden or full: then what is set lasts as long as the page, and nothing fails. */
export function createSessions(storage: Storage | undefined): Sessions {
  const stored = createStored(storage, SESSIONS)
  const forgotten = createStored(storage, FORGOTTEN)
  const list = () => readSessions(stored.read())
  const others = (namespace: Namespace) => list().filter((session) => session.namespace !== namespace)
  const get = (namespace: Namespace) => list().find((session) => session.namespace === namespace)
  const store = (sessions: readonly Session[]) => stored.write(sessions[0] && sessions)

  return {
    list,
    get,
    set(session) {
      const known = list()
      const isThere = get(session.namespace)
      store(
        isThere
          ? known.map((one) => (one.namespace === session.namespace ? session : one))
          : [session, ...known],
      )
    },
    moveToFront(namespace) {
      const session = get(namespace)
      if (session) store([session, ...others(namespace)])
    },
    remove: (namespace) => store(others(namespace)),
    getForgotten: () => ({ ...(forgotten.read() as Record<string, number>) }),
    setForgotten: (accounts) => forgotten.write(Object.keys(accounts)[0] && accounts),
    watch: (listener) => watchSessions(storage, listener),
  }
}

/** One value of localStorage. What finds no room there counts here until another tab changes what stands there. */
function createStored(storage: Storage | undefined, key: string) {
  let unsaved: { value: unknown; inPlaceOf: string } | undefined
  const readText = () => JSON.stringify(readStored(storage, key) ?? null)
  return {
    read: (): unknown => (unsaved?.inPlaceOf === readText() ? unsaved.value : readStored(storage, key)),
    write(value: unknown): void {
      unsaved = undefined
      try {
        if (value === undefined) storage?.removeItem(key)
        else storage?.setItem(key, JSON.stringify(value))
      } catch {
        // Full or forbidden.
      }
      if (readText() !== JSON.stringify(value ?? null)) unsaved = { value, inPlaceOf: readText() }
    },
  }
}

/** What cannot be a session is none, and does not take the others with it. The first of a namespace counts. */
function readSessions(value: unknown): Session[] {
  const sessions = Array.isArray(value) ? (value as unknown[]).filter(isSession) : []
  return sessions.filter(
    ({ namespace }, at) => sessions.findIndex((one) => one.namespace === namespace) === at,
  )
}

function isSession(value: unknown): value is Session {
  const { namespace, restoreKey, name, caipNetworkId, accounts } = (value ?? {}) as {
    [K in keyof Session]?: unknown
  }
  // CAIP-2's and CAIP-10's own grammar; the adapters decide which namespaces there are.
  const isOfNamespace = (id: unknown, parts: number) =>
    typeof id === 'string' && id.split(':').length === parts && id.startsWith(`${String(namespace)}:`)
  return (
    /^[a-z0-9-]{3,8}$/.test(String(namespace)) &&
    typeof restoreKey === 'string' &&
    typeof name === 'string' &&
    isOfNamespace(caipNetworkId, 2) &&
    Array.isArray(accounts) &&
    accounts.length > 0 &&
    accounts.every((account) => isOfNamespace(account, 3))
  )
}
