/** A clock that moves only when a test advances it. */
import type { Clock } from '../../worker/base/context.ts'

export interface FakeClock extends Clock {
  /** Advances step by step, and runs everything that is due or follows from it on the way. */
  advance(ms: number): Promise<void>
  /** Number of pending timers. */
  readonly pending: number
}

export const START = Date.UTC(2026, 10, 18, 12)

export function createFakeClock(start = START): FakeClock {
  let now = start
  const timers = new Set<{ at: number; run(): void }>()
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + Math.max(0, ms), run }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    async advance(ms) {
      const end = now + ms
      await settle()
      for (;;) {
        const next = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        now = Math.max(now, next.at)
        timers.delete(next)
        next.run()
        await settle()
      }
      now = end
      await settle()
    },
    get pending() {
      return timers.size
    },
  }
}

/** Waits until promises, messages and the in-memory IndexedDB have settled. */
export async function settle(rounds = 12): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Advances the clock until the request settles. */
export async function through<T>(clock: FakeClock, request: Promise<T>): Promise<T> {
  const state = { done: false }
  const mark = () => (state.done = true)
  request.then(mark, mark)
  for (let step = 0; step < 150 && !state.done; step += 1) await clock.advance(step < 20 ? 0 : 250)
  return request
}
