/**
 * Stores the connected wallets and their networks, which must survive a reload. Writes to localStorage on this thread,
 * before other code sees the change.
 *
 * Tabs overwrite each other's values: a slow tab may write a session that another tab has ended. So each session has an
 * id, the id of an ended session is marked, and a stored session with a marked id is ignored.
 */
import { signal } from '@preact/signals-core'
import type { CaipAddress, CaipNetworkId, Namespace } from '../core/chains/caip.ts'
import { ENDED, FORGOTTEN, readStored, SESSIONS, watchSessions } from '../base/storage.ts'

export interface Session {
  /** New for each connection, so that it differs from the ids of ended sessions. */
  id: string
  namespace: Namespace
  /** Key by which the wallet is found again: `Connector.restoreKey`. */
  restoreKey: string
  /** Name of the wallet, for texts while the wallet is not found yet. */
  name: string
  caipNetworkId: CaipNetworkId
  /** CAIP-10 ids: the connected account, then earlier accounts of the same wallet, whose data is deleted together. */
  accounts: readonly [CaipAddress, ...CaipAddress[]]
  /** CAIP-10 id of the wallet's own first account, if the person has chosen a different account. */
  over?: CaipAddress
}

export interface Sessions {
  /** One session for each namespace, the last used first. */
  list(): readonly Session[]
  get(namespace: Namespace): Session | undefined
  /** Replaces the stored session of the same namespace. Does nothing if there is none. */
  replace(session: Session): void
  /** Stores a session as the last used one. */
  putFirst(session: Session): void
  /**
   * Ends sessions for good in every tab, even if a slow tab stores one of them later.
   * @param by who has ended them; default: the page
   */
  end(ids: readonly (string | undefined)[], by?: 'wallet'): void
  /** Whether this session was ended by the wallet, and not by a page. */
  isLeft(id: string | undefined): boolean
  /**
   * Accounts (CAIP-10) whose data must still be deleted, since the worker has not confirmed the deletion yet. The
   * number counts failed attempts.
   */
  getForgotten(): Record<string, number>
  setForgotten(accounts: Readonly<Record<string, number>>): void
  /** Calls `listener` when another tab connects or disconnects. Returns a stop function. */
  watch(listener: () => void): () => void
}

/** Incremented when this page stores or ends a session, since the browser's storage event reaches only other tabs. */
export const sessionChanges = signal(0)

/** If `storage` is absent, forbidden or full, nothing fails: the data then lasts until the web page is closed. */
export function createSessions(storage: Storage | undefined): Sessions {
  const stored = createStored(storage, SESSIONS)
  const forgotten = createStored(storage, FORGOTTEN)
  const read = () => readSessions(stored.read())
  const list = () => read().filter(({ id }) => readStored(storage, ENDED + id) === undefined)
  const get = (namespace: Namespace) => list().find((session) => session.namespace === namespace)
  const store = (sessions: readonly Session[]) => {
    stored.write(sessions[0] && sessions)
    sessionChanges.value += 1
  }

  /** Deletes stored sessions that have ended, which a slow tab may have written. */
  function sweep(): void {
    const sessions = list()
    if (sessions.length < read().length) store(sessions)
  }
  sweep()

  return {
    list,
    get,
    replace: (session) => store(list().map((one) => (one.namespace === session.namespace ? session : one))),
    putFirst: (session) =>
      store([session, ...list().filter(({ namespace }) => namespace !== session.namespace)]),
    end(ids, by) {
      const mark = () => ids.forEach((id) => id && markEnded(storage, id, by))
      // Mark before the session is deleted: another tab that sees the deletion reads the mark to learn who ended the
      // session.
      mark()
      store(list().filter(({ id }) => !ids.includes(id)))
      // Mark again, since a full storage has room for the mark now.
      mark()
    },
    isLeft: (id) => readStored(storage, ENDED + id) === BY_WALLET,
    getForgotten: () => ({ ...(forgotten.read() as Record<string, number>) }),
    setForgotten: (accounts) => forgotten.write(Object.keys(accounts)[0] && accounts),
    watch: (listener) =>
      watchSessions(storage, () => {
        sweep()
        listener()
      }),
  }
}

/** Creates a session id. Ids sort by creation time. */
export function createSessionId(): string {
  return `${Date.now()}-${Math.random()}`
}

const BY_WALLET = 2

/** Number of marks to keep: no tab is so slow that it writes a session after this many newer sessions have ended. */
const KEPT_MARKS = 16

function markEnded(storage: Storage | undefined, id: string, by: 'wallet' | undefined): void {
  try {
    storage?.setItem(ENDED + id, String(by ? BY_WALLET : 1))
    const marks = Object.keys(storage ?? {}).filter((key) => key.startsWith(ENDED))
    for (const mark of marks.sort().slice(0, -KEPT_MARKS)) storage?.removeItem(mark)
  } catch {
    // The storage is full or forbidden: the end of the session is not marked.
  }
}

/**
 * One value in localStorage. If it cannot be stored, it is kept in memory until another tab changes the stored value.
 */
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
        // The storage is full or forbidden: the value stays in memory.
      }
      if (readText() !== JSON.stringify(value ?? null)) unsaved = { value, inPlaceOf: readText() }
    },
  }
}

/** Skips invalid sessions. Of several sessions of one namespace, the first is used. */
function readSessions(value: unknown): Session[] {
  const sessions = Array.isArray(value) ? (value as unknown[]).filter(isSession) : []
  return sessions.filter(
    ({ namespace }, at) => sessions.findIndex((one) => one.namespace === namespace) === at,
  )
}

function isSession(value: unknown): value is Session {
  const { id, namespace, restoreKey, name, caipNetworkId, accounts, over } = (value ?? {}) as {
    [K in keyof Session]?: unknown
  }
  // Check the grammar of CAIP-2 and CAIP-10. Which namespaces exist is up to the adapters.
  const isOfNamespace = (text: unknown, parts: number) =>
    typeof text === 'string' && text.split(':').length === parts && text.startsWith(`${String(namespace)}:`)
  return (
    /^[a-z0-9-]{3,8}$/.test(String(namespace)) &&
    typeof id === 'string' &&
    typeof restoreKey === 'string' &&
    typeof name === 'string' &&
    isOfNamespace(caipNetworkId, 2) &&
    Array.isArray(accounts) &&
    accounts.length > 0 &&
    accounts.every((account) => isOfNamespace(account, 3)) &&
    (over === undefined || isOfNamespace(over, 3))
  )
}
