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
const parts = new WeakMap<Headless, Map<Part, Readable<unknown>>>()

type Part = 'send' | 'swap' | 'onramp' | 'names'

/** The same for the same Billfold. */
export function followHeadless(billfold: Billfold): Readable<FetchedHeadless> {
  const known = followed.get(billfold)
  if (known) return known
  const readable = follow<FetchedHeadless>(
    {},
    () => billfold.headless().then((headless) => ({ headless })),
    (error) => ({ error }),
  )
  followed.set(billfold, readable)
  return readable
}

/** The same for the same part; undefined while it is on its way, and where its code could not be loaded. */
export function followPart<P extends Part>(
  headless: Headless,
  name: P,
): Readable<Awaited<ReturnType<Headless[P]>> | undefined> {
  const all = parts.get(headless) ?? new Map<Part, Readable<unknown>>()
  parts.set(headless, all)
  const readable =
    all.get(name) ??
    follow<unknown>(
      undefined,
      () => headless[name](),
      () => undefined,
    )
  all.set(name, readable)
  return readable as Readable<Awaited<ReturnType<Headless[P]>> | undefined>
}

/** A value that is fetched with the first subscriber; after a failure, the next subscriber tries again. */
function follow<T>(nothing: T, load: () => Promise<T>, toFailed: (error: unknown) => T): Readable<T> {
  const state = createPageSignal(nothing)
  let fetching: Promise<void> | undefined

  function fetch(): void {
    fetching ??= load().then(
      (loaded) => void (state.value = loaded),
      (error: unknown) => {
        fetching = undefined
        state.value = toFailed(error)
      },
    )
  }

  return {
    get value() {
      return state.value
    },
    peek: () => state.peek(),
    subscribe(listener) {
      fetch()
      return state.subscribe(listener)
    },
  }
}
