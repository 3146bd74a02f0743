import { describe, expect, test } from 'vitest'
import type { BillfoldError } from '../../../src/core/base/errors.ts'
import { ATTEMPT_LIMIT, END_GRACE, NETWORKS_EXTRA } from '../../../src/core/contract/time-limits.ts'
import { createAttemptLimit } from '../../../worker/topics/polling.ts'
import { createFakeClock } from '../fake-clock.ts'

function setUp() {
  const clock = createFakeClock()
  const limit = createAttemptLimit(clock)
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

describe('the time limit of a polling attempt', () => {
  test('[F7] aborts an attempt that hangs, and lets the attempt fail as http_timeout if it ignores the abort', async () => {
    const { clock, run } = setUp()
    const times = run(() => new Promise(() => {}))
    await clock.advance(60_000)
    expect(times).toEqual({ toldAt: ATTEMPT_LIMIT, endedAt: ATTEMPT_LIMIT + END_GRACE, code: 'http_timeout' })
  })

  test('[G11] ends an attempt soon after the caller has aborted the attempt', async () => {
    const { clock, limit, pass } = setUp()
    const controller = new AbortController()
    let endedAt = 0
    const over = limit.run(controller, () => new Promise(() => {})).catch(() => (endedAt = clock.now()))
    await clock.advance(4_000)
    controller.abort()
    const toldAt = clock.now()
    await clock.advance(END_GRACE)
    await over
    expect(endedAt - toldAt).toBe(END_GRACE)
    // One that ends in time leaves nothing behind, whoever aborts it afterwards.
    const other = new AbortController()
    const ended = limit.run(other, () => pass(100))
    await clock.advance(100)
    await ended
    other.abort()
    expect(clock.pending).toBe(0)
  })

  test('[G2] [F7] is extended by the time of waiting for the list of networks, up to a maximum', async () => {
    for (const [waits, back] of [
      [[800, 500], 800],
      [[8_000], NETWORKS_EXTRA],
      [[2_000, 8_000, 3_000], NETWORKS_EXTRA],
    ] as const) {
      const { clock, limit, pass, run } = setUp()
      const times = run(async () => {
        await pass(1_000)
        // Two at once count as one, and so do two in turn.
        await Promise.all(waits.map((ms) => limit.giveBack(() => pass(ms))))
        await limit.giveBack(() => Promise.reject(new Error('no list'))).catch(() => {})
        await new Promise(() => {})
      })
      await clock.advance(60_000)
      const toldAt = ATTEMPT_LIMIT + back
      expect(times).toEqual({ toldAt, endedAt: toldAt + END_GRACE, code: 'http_timeout' })
      expect(clock.pending).toBe(0)
    }
  })

  test('is not extended by a wait that begins outside an attempt or lasts longer than the attempt', async () => {
    const { clock, limit, pass, run } = setUp()
    expect(await limit.giveBack(async () => 'known')).toBe('known')
    const first = run(async () => void limit.giveBack(() => pass(20_000)))
    await clock.advance(1_000)
    const second = run(() => pass(5_000))
    await clock.advance(30_000)
    expect([first.endedAt, second]).toEqual([0, { endedAt: 5_000 }])
    expect(clock.pending).toBe(0)
  })
})
