/**
 * Data that must survive a reload even without the cache: the connected wallets and their networks. Written to localStorage
 * on this thread, before other code is told.
 *
 * Tabs overwrite each other's localStorage: one that follows an account may write a session that another tab has ended, and
 * reading first does not help, since the read value may be stale. So each session has an id, an ended id is marked, and a
 * stored session with a marked id is ignored, whenever it was written.
 */
import { signal } from '@preact/signals-core'
import type { CaipAddress, CaipNetworkId, Namespace } from '../core/chains/caip.ts'
import { ENDED, FORGOTTEN, readStored, SESSIONS, watchSessions } from '../base/storage.ts'

export interface Session {
  /** New for each connection, so that it differs from ended ones. */
  id: string
  namespace: Namespace
  /** The key by which the wallet is found again. */
  restoreKey: string
  /** The wallet's name, for texts before the wallet is found. */
  name: string
  caipNetworkId: CaipNetworkId
  /** CAIP-10: the connected account, then earlier ones of the same wallet: their data is removed together. */
  accounts: readonly [CaipAddress, ...CaipAddress[]]
  /** CAIP-10: the wallet's own first account, if the person chose another one here. */
  over?: CaipAddress
}

export interface Sessions {
  /** One session for each namespace, the last used first. */
  list(): readonly Session[]
  get(namespace: Namespace): Session | undefined
  /** Stores a session in place of the one of its namespace, if any. */
  replace(session: Session): void
  /** Stores a session as the last used one. */
  putFirst(session: Session): void
  /** Ends sessions for good in every tab, even if a tab stores one of them later. `by`: default, the page. */
  end(ids: readonly (string | undefined)[], by?: 'wallet'): void
  /** Whether the wallet ended this session, and not a page. */
  isLeft(id: string | undefined): boolean
  /**
   * Accounts (CAIP-10) whose data must still be removed, because the worker has not confirmed it yet; with the number of
   * failed attempts.
   */
  getForgotten(): Record<string, number>
  setForgotten(accounts: Readonly<Record<string, number>>): void
  /** Calls when another tab connects or disconnects. */
  watch(listener: () => void): () => void
}

/** Grows when this page stores or ends a session: the browser notifies only other tabs. */
export const sessionChanges = signal(0)

/** `storage` may be absent, forbidden or full: then data lasts as long as the page, and nothing fails. */
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

  /** Deletes stored data of ended sessions, which a slow tab may have written. */
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
      // Mark first: a tab that notices the end reads the mark for its reason.
      mark()
      store(list().filter(({ id }) => !ids.includes(id)))
      // Mark again: there is room for it now.
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

/** Session ids sort by creation time. */
export function createSessionId(): string {
  return `${Date.now()}-${Math.random()}`
}

const BY_WALLET = 2

/** Number of kept marks: no tab is so slow that it would still write a session after this many newer ones. */
const KEPT_MARKS = 16

function markEnded(storage: Storage | undefined, id: string, by: 'wallet' | undefined): void {
  try {
    storage?.setItem(ENDED + id, String(by ? BY_WALLET : 1))
    const marks = Object.keys(storage ?? {}).filter((key) => key.startsWith(ENDED))
    for (const mark of marks.sort().slice(0, -KEPT_MARKS)) storage?.removeItem(mark)
  } catch {
    // Storage is full or forbidden.
  }
}

/** One value of localStorage. If storage cannot hold it, it is kept in memory until another tab changes the stored one. */
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
        // Storage is full or forbidden.
      }
      if (readText() !== JSON.stringify(value ?? null)) unsaved = { value, inPlaceOf: readText() }
    },
  }
}

/** Skips invalid sessions. The first session of a namespace counts. */
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
  // The grammar of CAIP-2 and CAIP-10; the adapters decide which namespaces exist.
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
