/** The clock of the device. */
import type { Clock } from './context.ts'

/** Upper limit of a browser timer's delay (32 bits): with a longer delay, the timer fires at once. Milliseconds. */
const MAX_TIMEOUT = 2 ** 31 - 1

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    let timer: ReturnType<typeof setTimeout>
    const wait = (left: number) => {
      const step = Math.min(left, MAX_TIMEOUT)
      timer = setTimeout(() => (left > step ? wait(left - step) : run()), step)
    }
    wait(ms)
    return () => clearTimeout(timer)
  },
}
