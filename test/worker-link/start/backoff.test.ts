import { describe, expect, test } from 'vitest'
import { createBackoff } from '../../../src/worker-link/start/backoff.ts'

describe('The backoff after worker failures', () => {
  test('[F34] starts the next worker at once after the first failure, then with pauses that double up to 8 s', () => {
    const troubles = createBackoff()
    const pauses = Array.from({ length: 8 }, () => {
      troubles.onFailed()
      return troubles.getPause()
    })
    expect(pauses).toEqual([0, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000])
    troubles.onStarted()
    troubles.onFailed()
    expect(troubles.getPause()).toBe(0)
  })

  test('[F34] skips a start strategy after losing four of its workers in a row; a worker that ran for 30 s resets the count', () => {
    const troubles = createBackoff()
    const ages = [1, 1, 1, 30_001, 1, 1]
    for (const age of ages) troubles.onLost('asset', age)
    expect([...troubles.skip]).toEqual([])
    troubles.onLost('asset', 1)
    expect([...troubles.skip]).toEqual(['asset'])
    // No longer the first trouble of this page, though the next way begins anew.
    expect(troubles.getPause()).toBe(250)
  })

  test('[G20] leaves only the strategy that runs the worker on the page’s thread when the worker’s domain files are missing', () => {
    const troubles = createBackoff()
    troubles.onDomainMissing()
    expect([...troubles.skip]).toEqual(['caller', 'asset', 'module', 'blob'])
  })
})
