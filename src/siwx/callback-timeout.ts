import { pageClock } from '../base/page-clock.ts'
import { BillfoldError } from '../core/base/errors.ts'
import { withTimeout } from '../core/base/wait.ts'

/** How long a callback may take: longer than the deadline of every command. Milliseconds. */
const LIMIT = 40_000

/** Limits the time of a page's callback, which may never settle. @throws siwx_unknown */
export function withCallbackTimeout<T>(promise: Promise<T>): Promise<T> {
  const late = () => new BillfoldError('siwx_unknown', 'The request took too long. Try again.')
  return withTimeout(pageClock, LIMIT, promise, late)
}
