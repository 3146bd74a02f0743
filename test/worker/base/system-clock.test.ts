import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../../worker/base/system-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const DAY = 86_400_000

test('[G4] the system clock splits a wait that is too long for one timer into steps, and can stop the wait between two steps', async () => {
  let times = 0
  systemClock.after(60 * DAY, () => (times += 1))
  const stop = systemClock.after(60 * DAY, () => (times += 1))
  await vi.advanceTimersByTimeAsync(59 * DAY)
  expect(times).toBe(0)
  expect(vi.getTimerCount()).toBe(2)
  stop()
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(2 * DAY)
  expect(times).toBe(1)
})

test('[G4] the system clock uses one timer at a time for an endless wait', async () => {
  const setTimer = vi.spyOn(globalThis, 'setTimeout')
  const stop = systemClock.after(Number.POSITIVE_INFINITY, () => {})
  await vi.advanceTimersByTimeAsync(DAY)
  expect(setTimer).toHaveBeenCalledTimes(1)
  stop()
  expect(vi.getTimerCount()).toBe(0)
})
