/** The time that a topic's attempt may take. It gets back a part of what it waits for the list of networks. */
import { BillfoldError } from '../../src/core/base/errors.ts'
import { ATTEMPT_LIMIT, END_GRACE, NETWORKS_EXTRA } from '../../src/core/contract/time-limits.ts'
import type { Clock } from '../base/context.ts'

export interface TurnLimit {
  /**
   * Runs one piece of work at a time. Aborts it after `ATTEMPT_LIMIT`. Work that ignores the abort is not waited for longer
   * than `END_GRACE`.
   * @throws http_timeout, the abort reason, and what the work throws.
   */
  run(controller: AbortController, work: () => Promise<void>): Promise<void>
  /** Time that passes in here is given back to the work that runs now, up to `NETWORKS_EXTRA`. */
  giveBack<T>(wait: () => Promise<T>): Promise<T>
}

export function createTurnLimit(clock: Clock): TurnLimit {
  /** Of the work that runs now. */
  let prolong: (extra: number) => void = () => {}

  return {
    async run(controller, work) {
      const { signal } = controller
      const began = clock.now()
      let prolonged = 0
      let stopTimer = () => {}
      const mine = (extra: number) => {
        if (signal.aborted) return
        prolonged = Math.max(prolonged, extra)
        stopTimer()
        const left = began + ATTEMPT_LIMIT + prolonged - clock.now()
        stopTimer = clock.after(left, () => controller.abort(limitError()))
      }
      let onAbort = () => {}
      const tooLate = new Promise<never>((_, reject) => {
        onAbort = () => {
          stopTimer()
          stopTimer = clock.after(END_GRACE, () => reject(signal.reason as Error))
        }
      })
      signal.addEventListener('abort', onAbort)
      prolong = mine
      mine(0)
      try {
        await Promise.race([work(), tooLate])
        if (signal.aborted) throw signal.reason
      } finally {
        stopTimer()
        signal.removeEventListener('abort', onAbort)
        if (prolong === mine) prolong = () => {}
      }
    },
    async giveBack(wait) {
      const mine = prolong
      const began = clock.now()
      try {
        return await wait()
      } finally {
        if (mine === prolong) mine(Math.min(clock.now() - began, NETWORKS_EXTRA))
      }
    },
  }
}

function limitError(): BillfoldError {
  return new BillfoldError('http_timeout', 'No answer within a reasonable time. Try again.', {
    category: 'API_ERROR',
  })
}
