/** The headless part of a Billfold as something to follow: it is fetched when somebody first does. */
import type { Billfold } from './billfold.ts'
import type { Headless } from './headless.ts'
import type { Readable } from '../base/readable.ts'
import { createPageSignal } from '../base/page-signal.ts'

/** Neither while it is on its way. */
export interface FetchedHeadless {
  headless?: Headless
  /** Why the code could not be loaded; the next subscriber tries again. */
  error?: unknown
}

const followed = new WeakMap<Billfold, Readable<FetchedHeadless>>()

/** The same for the same Billfold. */
export function followHeadless(billfold: Billfold): Readable<FetchedHeadless> {
  const known = followed.get(billfold)
  if (known) return known
  const state = createPageSignal<FetchedHeadless>({})
  let fetching: Promise<void> | undefined

  function fetch(): void {
    fetching ??= billfold.headless().then(
      (headless) => void (state.value = { headless }),
      (error: unknown) => {
        fetching = undefined
        state.value = { error }
      },
    )
  }

  const readable: Readable<FetchedHeadless> = {
    get value() {
      return state.value
    },
    peek: () => state.peek(),
    subscribe(listener) {
      fetch()
      return state.subscribe(listener)
    },
  }
  followed.set(billfold, readable)
  return readable
}
