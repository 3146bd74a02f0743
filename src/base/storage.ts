/**
 * Data in localStorage, which may be absent, forbidden or full: then the data lasts as long as the page, and nothing fails.
 * Everything here is readable before any code is loaded.
 */

export const SESSIONS = 'billfold/sessions'
/**
 * Key prefix of ended sessions, followed by the session's id. Each has its own key, so that tabs cannot overwrite each
 * other's marks; the key names no account.
 */
export const ENDED = 'billfold/ended/'
/** Accounts (CAIP-10) whose data must still be removed, with how often that has failed. */
export const FORGOTTEN = 'billfold/forget'
/** Sent payments that are still open. */
export const SENT = 'billfold/sent'
/** Accounts that were typed into the portfolio; kept until they are removed. */
export const TYPED = 'billfold/portfolio'
/** The value that the portfolio showed last for each account (CAIP-10). */
export const SEEN = 'billfold/portfolio/seen'
/** The portfolio's figures and first tokens, to be painted at once. */
export const SHOWN = 'billfold/portfolio/shown'

/** localStorage, if the page may use it; undefined on a server. Even reading the property can throw. */
export function getLocalStorage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

/** Undefined if nothing is stored. */
export function readStored(storage: Storage | undefined, key: string): unknown {
  try {
    return JSON.parse(storage?.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Calls when another tab may have connected, disconnected or sent a transaction. Returns its own stop. */
export function watchSessions(storage: Storage | undefined, listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // An event without a key means that all keys were cleared.
    const isOurs = (event.key ?? SESSIONS).startsWith('billfold/')
    if (event.storageArea === storage && isOurs) listener()
  }
  // A page in the back/forward cache gets no storage events.
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
