/**
 * The store as it is given to one topic: closed from the moment in which its account is forgotten. While the disk cannot
 * be read, a topic of which nothing was found or written yet goes on as if there were nothing: it asks the network, and
 * what it stores is built on nothing, so that it gives way to what the disk holds.
 */
import { hasCode } from '../../src/core/base/errors.ts'
import type { Store } from '../base/context.ts'

/** Says how often something was written through it. */
export interface CountingStore extends Store {
  getWrites(): number
}

/** @param topic key of the topic's record; its parts have a slash and a name behind it */
export function guardStore(store: Store, topic: string, isClosed: () => boolean): CountingStore {
  let writes = 0
  /** The topic's record is there, or was. */
  let isKnown = false
  const isOwn = (key: string) => key === topic || key.startsWith(`${topic}/`)

  async function read<T>(key: string, none: T, ask: () => Promise<T>, isThere: (found: T) => boolean) {
    if (isClosed()) return none
    try {
      const found = await ask()
      if (isOwn(key) && isThere(found)) isKnown = true
      return found
    } catch (error) {
      if (isKnown || !isOwn(key) || !hasCode(error, 'store_unavailable')) throw error
      return none
    }
  }

  return {
    get kind() {
      return store.kind
    },
    get: (key) => read(key, undefined, () => store.get(key), Boolean),
    list: (prefix) =>
      read(
        prefix,
        [],
        () => store.list(prefix),
        ({ length }) => length > 0,
      ),
    async update(key, decide) {
      // It may be closed while the update waits for its turn.
      const isWritten =
        !isClosed() &&
        (await store.update(key, (stored) => {
          if (isOwn(key) && stored) isKnown = true
          return isClosed() ? undefined : decide(stored)
        }))
      if (isWritten) writes += 1
      if (isWritten && isOwn(key)) isKnown = true
      return isWritten
    },
    forget: (owner) => store.forget(owner),
    onReturn: (listener) => store.onReturn(listener),
    getWrites: () => writes,
  }
}
