/** A clock that runs some times as fast as the device's own, for hours of polling within seconds. */
import type { Clock } from '../worker/base/context.ts'

/** @param origin the moment in which it agrees with the device's clock (milliseconds since 1970). */
export function createFastClock(factor: number, origin: number): Clock {
  return {
    now: () => origin + (Date.now() - origin) * factor,
    after(ms, run) {
      const timer = setTimeout(run, ms / factor)
      return () => clearTimeout(timer)
    },
  }
}
