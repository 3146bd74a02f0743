/**
 * Waiting that ends. Both threads wait with these functions, the page by `pageClock`, the worker by the clock of its
 * context.
 */
import { BillfoldError } from './errors.ts'

export interface Timers {
  /** Calls once after `ms` milliseconds; returns a stop function. */
  after(ms: number, run: () => void): () => void
}

/** The part of an `AbortSignal` that is needed here. `src/core` knows the globals of no thread. */
interface Signal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options: { once: true }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/**
 * The result of the work within `ms` milliseconds; after that undefined, or the error of `createError`. The work itself goes
 * on.
 * @throws what the work throws, and the error of `createError`
 */
export function withTimeout<T>(clock: Timers, ms: number, work: Promise<T>): Promise<T | undefined>
export function withTimeout<T>(
  clock: Timers,
  ms: number,
  work: Promise<T>,
  createError: () => Error,
): Promise<T>
export function withTimeout<T>(
  clock: Timers,
  ms: number,
  work: Promise<T>,
  createError?: () => Error,
): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(ms, () => (createError ? reject(createError()) : resolve(undefined)))
    // A callback of the page may return a plain value in place of a promise.
    Promise.resolve(work).then(resolve, reject).finally(stop)
  })
}

/** Resolves after `ms` milliseconds. @throws as `unlessAborted` does */
export function sleep(clock: Timers, ms: number, signal?: Signal): Promise<void> {
  let stop = () => {}
  const over = new Promise<void>((resolve) => (stop = clock.after(ms, resolve)))
  return unlessAborted(over, signal).finally(stop)
}

/** The result of the promise. @throws the signal's reason if that is one of our errors, else aborted */
export function unlessAborted<T>(promise: Promise<T>, signal: Signal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortError(signal))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** The abort reason, if it is one of our errors; else `aborted`. */
export function abortError({ reason }: Pick<Signal, 'reason'>): BillfoldError {
  if ((reason as { name?: unknown } | undefined)?.name === 'BillfoldError') return reason as BillfoldError
  return new BillfoldError('aborted', 'The request was cancelled.')
}
