import { pageClock } from '../base/page-clock.ts'
import { BillfoldError } from '../core/base/errors.ts'
import { withTimeout } from '../core/base/wait.ts'

/** Longer than any command of the worker may take. Milliseconds. */
const LIMIT = 40_000

/** Callbacks of the page may hang for ever. @throws siwx_unknown */
export function withCallbackTimeout<T>(promise: Promise<T>): Promise<T> {
  const late = () => new BillfoldError('siwx_unknown', 'The request took too long. Try again.')
  return withTimeout(pageClock, LIMIT, promise, late)
}
