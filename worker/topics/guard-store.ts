/** The store as it is given to one topic: closed from the moment in which its account is forgotten. */
import type { Store } from '../context.ts'

/** Says how often something was written through it. */
export interface CountingStore extends Store {
  getWrites(): number
}

export function guardStore(store: Store, isClosed: () => boolean): CountingStore {
  let writes = 0
  return {
    get kind() {
      return store.kind
    },
    get: async (key) => (isClosed() ? undefined : store.get(key)),
    list: async (prefix) => (isClosed() ? [] : store.list(prefix)),
    async update(key, decide) {
      // It may be closed while the update waits for its turn.
      const isWritten =
        !isClosed() && (await store.update(key, (stored) => (isClosed() ? undefined : decide(stored))))
      if (isWritten) writes += 1
      return isWritten
    },
    forget: (owner) => store.forget(owner),
    onReturn: (listener) => store.onReturn(listener),
    getWrites: () => writes,
  }
}
