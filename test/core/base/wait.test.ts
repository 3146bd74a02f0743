import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { pageClock } from '../../../src/base/page-clock.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { sleep, unlessAborted, withTimeout } from '../../../src/core/base/wait.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const never = new Promise<string>(() => {})
const late = () => new BillfoldError('http_timeout', 'No answer in time.')

describe('`withTimeout`', () => {
  test('returns the result in time, and leaves no timer behind', async () => {
    await expect(withTimeout(pageClock, 100, Promise.resolve('here'))).resolves.toBe('here')
    await expect(withTimeout(pageClock, 100, Promise.reject(late()), late)).rejects.toThrow('No answer')
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('returns undefined after the timeout, or throws the error that the caller passed', async () => {
    const answers = [
      withTimeout(pageClock, 100, never),
      withTimeout(pageClock, 100, never, late).catch((error: unknown) => error),
    ]
    await vi.advanceTimersByTimeAsync(100)
    expect(await Promise.all(answers)).toEqual([undefined, late()])
  })

  test('accepts a plain value in place of a promise', async () => {
    await expect(withTimeout(pageClock, 100, 'here' as never, late)).resolves.toBe('here')
  })
})

describe('`sleep`', () => {
  test('ends after the given time', async () => {
    const ended = vi.fn()
    void sleep(pageClock, 100, new AbortController().signal).then(ended)
    await vi.advanceTimersByTimeAsync(99)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(ended).toHaveBeenCalled()
  })

  test('throws when its signal is aborted, also if the signal was already aborted at the call', async () => {
    const controller = new AbortController()
    const slept = sleep(pageClock, 100, controller.signal)
    controller.abort()
    await expect(slept).rejects.toMatchObject({ code: 'aborted' })
    await expect(sleep(pageClock, 100, controller.signal)).rejects.toMatchObject({ code: 'aborted' })
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('`unlessAborted` rejects with the abort reason of the signal', async () => {
  const controller = new AbortController()
  const waited = unlessAborted(never, controller.signal)
  controller.abort(late())
  await expect(waited).rejects.toMatchObject({ code: 'http_timeout' })
})
