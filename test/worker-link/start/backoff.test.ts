import { describe, expect, test } from 'vitest'
import { createBackoff } from '../../../src/worker-link/start/backoff.ts'

describe('the backoff after worker failures', () => {
  test('[F34] the next start comes at once after the first trouble, then after a pause that doubles up to 8 s', () => {
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

  test('[F34] a way whose workers are lost four times in a row is passed over; one that lived 30 s begins anew', () => {
    const troubles = createBackoff()
    const ages = [1, 1, 1, 30_001, 1, 1]
    for (const age of ages) troubles.onLost('asset', age)
    expect([...troubles.skip]).toEqual([])
    troubles.onLost('asset', 1)
    expect([...troubles.skip]).toEqual(['asset'])
    // No longer the first trouble of this page, though the next way begins anew.
    expect(troubles.getPause()).toBe(250)
  })

  test('[G20] without its files only this thread is left', () => {
    const troubles = createBackoff()
    troubles.onDomainMissing()
    expect([...troubles.skip]).toEqual(['caller', 'asset', 'module', 'blob'])
  })
})
