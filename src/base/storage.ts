/**
 * What is kept in localStorage, which may be absent, forbidden or full: then it lasts as long as the page, and nothing
 * fails. Only this much of it is there before anything is loaded.
 */

export const SESSIONS = 'billfold/sessions'
/**
 * With the id of a session behind it: that session has ended. A key for each, so that no tab can write over what
 * another one has ended; it names no account.
 */
export const ENDED = 'billfold/ended/'
/** Accounts (CAIP-10) whose data must still be removed, with how often that has failed. */
export const FORGOTTEN = 'billfold/forget'
/** Sent payments that are still open. */
export const SENT = 'billfold/sent'
/** Accounts that were typed into the portfolio: they stay until they are removed. */
export const TYPED = 'billfold/portfolio'
/** The portfolio's last figures of each account (CAIP-10). */
export const SEEN = 'billfold/portfolio/seen'
/** Its figures and first tokens, to be painted at once. */
export const SHOWN = 'billfold/portfolio/shown'

/** localStorage, where a page may have it; a server has none. Reading the property alone can throw. */
export function getLocalStorage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}

/** Undefined where nothing is kept. */
export function readStored(storage: Storage | undefined, key: string): unknown {
  try {
    return JSON.parse(storage?.getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

/** Calls when another tab may have connected, disconnected or sent something. Returns a stop function. */
export function watchSessions(storage: Storage | undefined, listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // Without a key all was cleared.
    const isOurs = (event.key ?? SESSIONS).startsWith('billfold/')
    if (event.storageArea === storage && isOurs) listener()
  }
  // In the back/forward cache a page hears no storage events.
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
