/**
 * What must survive a reload whatever happens to the cache: which wallets are connected, on which networks. Written
 * to localStorage on this thread, before anybody else hears of it.
 *
 * Tabs write over each other there: one that follows an account may write a session that another tab has ended, and
 * reading first does not help, since what it reads may be old. So each session has an id, an ended id is marked, and what
 * is stored of a marked one is no session to anybody, whenever it was written.
 */
import { signal } from '@preact/signals-core'
import type { CaipAddress, CaipNetworkId, Namespace } from '../core/chains/caip.ts'
import { ENDED, FORGOTTEN, readStored, SESSIONS, watchSessions } from '../base/storage.ts'

export interface Session {
  /** Made anew whenever a person connects: only so can one be told from another that has ended. */
  id: string
  namespace: Namespace
  /** How the wallet is found again. */
  restoreKey: string
  /** Its name, to speak of it before it shows up. */
  name: string
  caipNetworkId: CaipNetworkId
  /** CAIP-10: the one that is connected, then those that were before it in the same wallet: all are forgotten together. */
  accounts: readonly [CaipAddress, ...CaipAddress[]]
  /** CAIP-10: the wallet's own first account, where a person has chosen the connected one here in place of it. */
  over?: CaipAddress
}

export interface Sessions {
  /** One for each namespace; the one that was used last comes first. */
  list(): readonly Session[]
  get(namespace: Namespace): Session | undefined
  /** In place of the one of its namespace, where there is one. */
  replace(session: Session): void
  /** As the one that was used last. */
  putFirst(session: Session): void
  /** For good and in every tab, whatever one of them stores of it later. `by`: default, the page. */
  end(ids: readonly (string | undefined)[], by?: 'wallet'): void
  /** Whether the wallet has ended this one, and not a page. */
  isLeft(id: string | undefined): boolean
  /**
   * Accounts (CAIP-10) whose data must still be removed, because the worker has not confirmed it yet; with how often
   * that has failed.
   */
  getForgotten(): Record<string, number>
  setForgotten(accounts: Readonly<Record<string, number>>): void
  /** Calls when another tab connects or disconnects. */
  watch(listener: () => void): () => void
}

/** Grows when a session of this page was stored or has ended: the browser tells other tabs of it alone. */
export const sessionChanges = signal(0)

/** `storage` may be absent, forbidden or full: then what is set lasts as long as the page, and nothing fails. */
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

  /** Nothing of an account stays there that was written too late. */
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
      // First: a tab that notices the end looks there why.
      mark()
      store(list().filter(({ id }) => !ids.includes(id)))
      // Now there is room for it.
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

/** Sorts by when it was made. */
export function createSessionId(): string {
  return `${Date.now()}-${Math.random()}`
}

const BY_WALLET = 2

/** No tab is so late that it would still write a session which so many others came after. */
const KEPT_MARKS = 16

function markEnded(storage: Storage | undefined, id: string, by: 'wallet' | undefined): void {
  try {
    storage?.setItem(ENDED + id, String(by ? BY_WALLET : 1))
    const marks = Object.keys(storage ?? {}).filter((key) => key.startsWith(ENDED))
    for (const mark of marks.sort().slice(0, -KEPT_MARKS)) storage?.removeItem(mark)
  } catch {
    // Full or forbidden.
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

/** Skips invalid sessions. The first of a namespace counts. */
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
  // CAIP-2's and CAIP-10's own grammar; the adapters decide which namespaces there are.
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
