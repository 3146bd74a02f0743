import { BillfoldError } from '../core/base/errors.ts'

/** Longer than any command of the worker may take. Milliseconds. */
const LIMIT = 40_000

/** What the page hands in may hang for ever. @throws siwx_unknown */
export async function within<T>(promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    const error = new BillfoldError('siwx_unknown', 'There was no answer in time. Try again.')
    timer = setTimeout(() => reject(error), LIMIT)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
