import { describe, expect, test } from 'vitest'
import type { BillfoldError } from '../../src/core/errors.ts'
import { ATTEMPT_HARD_LIMIT, ATTEMPT_LIMIT } from '../../src/core/time-limits.ts'
import { createTurnLimit } from '../../worker/turn-limit.ts'
import { createFakeClock } from './fake-clock.ts'

function setUp() {
  const clock = createFakeClock()
  const limit = createTurnLimit(clock)
  const pass = (ms: number) => new Promise<void>((resolve) => clock.after(ms, resolve))
  /** When the work was told to end and when it was given up, in milliseconds. */
  function run(work: () => Promise<void>) {
    const began = clock.now()
    const controller = new AbortController()
    const times: { toldAt?: number; endedAt?: number; code?: string } = {}
    controller.signal.addEventListener('abort', () => (times.toldAt = clock.now() - began))
    const end = (error?: BillfoldError) => {
      times.endedAt = clock.now() - began
      if (error) times.code = error.code
    }
    limit.run(controller, work).then(() => end(), end)
    return times
  }
  return { clock, limit, pass, run }
}

describe('the time of an attempt', () => {
  test('[F7] ends one that hears nothing, and tells it before', async () => {
    const { clock, run } = setUp()
    const times = run(() => new Promise(() => {}))
    await clock.advance(60_000)
    expect(times).toEqual({ toldAt: ATTEMPT_LIMIT, endedAt: ATTEMPT_HARD_LIMIT, code: 'http_timeout' })
  })

  test('[G2] stands still while it waits for the list of networks, however often', async () => {
    const { clock, limit, pass, run } = setUp()
    const times = run(async () => {
      await pass(4_000)
      // Two at once count as one.
      await Promise.all([limit.pause(() => pass(8_000)), limit.pause(() => pass(5_000))])
      await pass(4_000)
      await limit.pause(() => Promise.reject(new Error('no list'))).catch(() => {})
      await pass(5_000)
    })
    await clock.advance(60_000)
    expect(times).toEqual({ endedAt: 21_000 })
    expect(clock.pending).toBe(0)
  })

  test('[G2] goes on from where it stood', async () => {
    const { clock, limit, pass, run } = setUp()
    const times = run(async () => {
      await pass(10_000)
      await limit.pause(() => pass(8_000))
      await new Promise(() => {})
    })
    await clock.advance(60_000)
    expect(times).toMatchObject({ toldAt: ATTEMPT_LIMIT + 8_000, endedAt: ATTEMPT_HARD_LIMIT + 8_000 })
  })

  test('is no matter to whoever waits outside of an attempt, or after it', async () => {
    const { clock, limit, pass, run } = setUp()
    expect(await limit.pause(async () => 'known')).toBe('known')
    const first = run(async () => void limit.pause(() => pass(20_000)))
    await clock.advance(1_000)
    const second = run(() => pass(5_000))
    await clock.advance(30_000)
    expect([first.endedAt, second]).toEqual([0, { endedAt: 5_000 }])
    expect(clock.pending).toBe(0)
  })
})
