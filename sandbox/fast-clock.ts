/** A clock that runs faster than the device's clock, so that tests cover hours of polling in seconds. */
import type { Clock } from '../worker/base/context.ts'

/** @param origin the moment at which both clocks agree, in milliseconds since 1970 */
export function createFastClock(factor: number, origin: number): Clock {
  return {
    now: () => origin + (Date.now() - origin) * factor,
    after(ms, run) {
      const timer = setTimeout(run, ms / factor)
      return () => clearTimeout(timer)
    },
  }
}
