/** The headless API as a readable that loads its code with the first subscriber. */
import type { Billfold } from './billfold.ts'
import type { Headless } from './headless.ts'
import type { Readable } from '../base/readable.ts'
import { createPageSignal } from '../base/page-signal.ts'

/** Neither field is set while the code is loading. */
export interface FetchedHeadless {
  headless?: Headless
  /** Why the code could not be loaded; the next subscriber tries again. */
  error?: unknown
}

const followed = new WeakMap<Billfold, Readable<FetchedHeadless>>()
const parts = new WeakMap<Headless, Map<Part, Readable<unknown>>>()

type Part = 'send' | 'swap' | 'onramp' | 'names'

/** Returns the same readable for the same Billfold. */
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

/**
 * Returns the same readable for the same part. The value is undefined while the code is loading or could not be loaded.
 */
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

/** A value that is fetched with the first subscriber. After a failure, the next subscriber tries again. */
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
