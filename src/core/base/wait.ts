/**
 * Functions that wait until a time has passed or a signal aborts. Both threads use these functions: the page with
 * `pageClock`, the worker with the clock of its context.
 */
import { BillfoldError } from './errors.ts'

export interface Timers {
  /** Calls `run` once after `ms` milliseconds. Returns a stop function. */
  after(ms: number, run: () => void): () => void
}

/**
 * The part of an `AbortSignal` that is needed here. `src/core` runs in both threads, so it uses no globals that only
 * one of them has.
 */
interface Signal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options: { once: true }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/**
 * Resolves with the result of `work`. After `ms` milliseconds, resolves with undefined or rejects with the error of
 * `createError`; the work itself continues.
 * @throws the error of `work`, or that of `createError`
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
    // `work` may be a plain value: callbacks of the page may return one in place of a promise.
    Promise.resolve(work).then(resolve, reject).finally(stop)
  })
}

/** Resolves after `ms` milliseconds. @throws the errors of `unlessAborted` */
export function sleep(clock: Timers, ms: number, signal?: Signal): Promise<void> {
  let stop = () => {}
  const over = new Promise<void>((resolve) => (stop = clock.after(ms, resolve)))
  return unlessAborted(over, signal).finally(stop)
}

/**
 * Resolves with the result of the promise unless the signal aborts first.
 * @throws the error of the promise, or of `abortError` if the signal aborts first
 */
export function unlessAborted<T>(promise: Promise<T>, signal: Signal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortError(signal))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** The abort reason, if it is a BillfoldError; else `aborted`. */
export function abortError({ reason }: Pick<Signal, 'reason'>): BillfoldError {
  if ((reason as { name?: unknown } | undefined)?.name === 'BillfoldError') return reason as BillfoldError
  return new BillfoldError('aborted', 'The request was cancelled.')
}
