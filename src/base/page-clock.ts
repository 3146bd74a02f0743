import type { Timers } from '../core/base/wait.ts'

/** The browser's timers, for `src/core/base/wait.ts`. */
export const pageClock: Timers = {
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
