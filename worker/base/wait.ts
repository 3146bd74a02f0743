/** Waiting that can be cancelled. */
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { Clock } from './context.ts'

/** What the promise brings. @throws the signal's reason where that is one of our errors, else aborted. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortError(signal))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** What the promise brings within so many milliseconds. @throws otherwise what `late` makes. */
export function within<T>(clock: Clock, ms: number, promise: Promise<T>, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(ms, () => reject(late()))
    promise.then(resolve, reject).finally(stop)
  })
}

/** Resolves after so many milliseconds. @throws as `unlessAborted` does. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  let stop = () => {}
  const over = new Promise<void>((resolve) => (stop = clock.after(ms, resolve)))
  return unlessAborted(over, signal).finally(stop)
}

/** The abort reason, if it is one of our errors; else `aborted`. */
export function abortError({ reason }: AbortSignal): BillfoldError {
  if ((reason as { name?: unknown } | undefined)?.name === 'BillfoldError') return reason as BillfoldError
  return new BillfoldError('aborted', 'The request was stopped because nobody waits for it any more.')
}
