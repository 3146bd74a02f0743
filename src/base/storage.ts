/**
 * Data in localStorage. If the storage is absent, forbidden or full, nothing fails: the data then lasts as long as the
 * page. The data is kept in localStorage because it is needed before the worker has started.
 */

export const SESSIONS = 'billfold/sessions'
/**
 * Key prefix that marks a session as ended; the session's id follows. Each session has its own key, so that two tabs
 * cannot overwrite each other's marks. The key contains no account.
 */
export const ENDED = 'billfold/ended/'
/** Accounts (CAIP-10) whose stored data must still be removed, each with the number of failed attempts. */
export const FORGOTTEN = 'billfold/forget'
/** Sent payments whose outcome is still open. */
export const SENT = 'billfold/sent'
/** Accounts that a person typed into the portfolio. They stay until the person removes them. */
export const TYPED = 'billfold/portfolio'
/** The value that the portfolio showed last for each account (CAIP-10). */
export const SEEN = 'billfold/portfolio/seen'
/** The figures and first tokens that the portfolio showed last. With them, the portfolio can be drawn at once. */
export const SHOWN = 'billfold/portfolio/shown'

/** localStorage, if the page may use it; undefined on a server. Reading `window.localStorage` can throw. */
export function getLocalStorage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

/** The parsed value of a key; undefined if nothing valid is stored. */
export function readStored(storage: Storage | undefined, key: string): unknown {
  try {
    return JSON.parse(storage?.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Calls `listener` when another tab may have connected, disconnected or sent a transaction. Returns a stop function. */
export function watchSessions(storage: Storage | undefined, listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // An event without a key means that all keys were cleared.
    const isOurs = (event.key ?? SESSIONS).startsWith('billfold/')
    if (event.storageArea === storage && isOurs) listener()
  }
  // A page in the back/forward cache misses storage events, so call the listener when the page is shown again.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) listener()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('pageshow', onShow)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('pageshow', onShow)
  }
}
