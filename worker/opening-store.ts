/** A store that can be used before it is open: whoever asks it waits until then. */
import type { Store } from './context.ts'

export interface OpeningStore extends Store {
  readonly isOpen: boolean
}

export function createOpeningStore(opening: Promise<Store>): OpeningStore {
  let opened: Store | undefined
  opening.then(
    (store) => (opened = store),
    () => {},
  )
  return {
    get isOpen() {
      return opened !== undefined
    },
    get kind() {
      return opened?.kind ?? 'memory'
    },
    get: async (key) => (await opening).get(key),
    list: async (prefix) => (await opening).list(prefix),
    update: async (key, decide) => (await opening).update(key, decide),
    forget: async (owner) => (await opening).forget(owner),
    onReturn(listener) {
      let stop = () => {}
      let isStopped = false
      void opening.then((store) => isStopped || (stop = store.onReturn(listener)))
      return () => {
        isStopped = true
        stop()
      }
    },
  }
}
