/** The time that a topic's attempt may take. While it waits for the list of networks its time stands still. */
import { BillfoldError } from '../src/core/errors.ts'
import { ATTEMPT_HARD_LIMIT, ATTEMPT_LIMIT } from '../src/core/time-limits.ts'
import type { Clock } from './context.ts'

export interface TurnLimit {
  /**
   * One at a time. After `ATTEMPT_LIMIT` the controller is aborted with the error that this throws; a work that does not
   * hear that is no longer waited for after `ATTEMPT_HARD_LIMIT`.
   * @throws http_timeout, and what the work throws.
   */
  run(controller: AbortController, work: () => Promise<void>): Promise<void>
  /** Time that passes in here does not count. */
  pause<T>(wait: () => Promise<T>): Promise<T>
}

export function createTurnLimit(clock: Clock): TurnLimit {
  /** Of the work that runs now. */
  let timer: { stop(): void; go(): void } | undefined
  let waits = 0

  return {
    async run(controller, work) {
      let spent = 0
      let since = 0
      let stopTimers = () => {}
      let giveUp = () => {}
      const tooLate = new Promise<never>((_, reject) => (giveUp = () => reject(limitError())))
      const mine = {
        go() {
          since = clock.now()
          const stopLimit = clock.after(ATTEMPT_LIMIT - spent, () => controller.abort(limitError()))
          const stopHardLimit = clock.after(ATTEMPT_HARD_LIMIT - spent, giveUp)
          stopTimers = () => (stopLimit(), stopHardLimit())
        },
        stop() {
          spent += clock.now() - since
          stopTimers()
        },
      }
      timer = mine
      waits = 0
      mine.go()
      try {
        await Promise.race([work(), tooLate])
        if (controller.signal.aborted) throw controller.signal.reason
      } finally {
        stopTimers()
        if (timer === mine) timer = undefined
      }
    },
    async pause(wait) {
      const mine = timer
      if (mine && (waits += 1) === 1) mine.stop()
      try {
        return await wait()
      } finally {
        if (mine && mine === timer && (waits -= 1) === 0) mine.go()
      }
    },
  }
}

function limitError(): BillfoldError {
  return new BillfoldError('http_timeout', `No answer within ${ATTEMPT_HARD_LIMIT / 1000} s. Try again.`, {
    category: 'API_ERROR',
  })
}
