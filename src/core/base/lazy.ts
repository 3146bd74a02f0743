/** Code that is loaded when it is first needed. */
import { throwCodeMissing } from './errors.ts'

export interface Lazy<T> {
  /**
   * Loads once for all callers. After a failure, the next call tries again.
   * @throws code_missing if the code cannot be fetched, or the error of `create`
   */
  load(): Promise<T>
  /** The load in progress or finished; undefined before the first load and after a failure. */
  readonly loading: Promise<T> | undefined
  /** The loaded value; undefined until then. */
  readonly current: T | undefined
}

/**
 * @param fetchCode for example `() => import('../payments/swap.ts')`
 * @param create turns the code into the value, once. Default: the code itself.
 * @example
 * const headless = lazy(() => import('../headless.ts'), ({ createHeadless }) => createHeadless(options))
 * const { connectors } = await headless.load()
 */
export function lazy<M>(fetchCode: () => Promise<M>): Lazy<M>
export function lazy<M, T>(fetchCode: () => Promise<M>, create: (code: M) => T): Lazy<T>
export function lazy<M, T>(
  fetchCode: () => Promise<M>,
  create: (code: M) => T = (code) => code as unknown as T,
): Lazy<T> {
  let loading: Promise<T> | undefined
  let current: T | undefined
  return {
    load() {
      loading ??= fetchCode()
        .catch(throwCodeMissing)
        .then((code) => (current = create(code)))
        .catch((error: unknown) => {
          loading = undefined
          throw error
        })
      return loading
    },
    get loading() {
      return loading
    },
    get current() {
      return current
    },
  }
}
