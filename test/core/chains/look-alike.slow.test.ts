import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../../../src/core/chains/checksum-address.ts'
import { createMaker } from './look-alike-maker.ts'

describe('Look-alike receivers', () => {
  test('[F26] are wrongly reported for at most 100 of a million random receivers, and never for a known address', () => {
    const { hex, anchors, lookAlikes } = createMaker()
    let stopped = 0
    for (let run = 0; run < 1_000_000; run += 1) if (lookAlikes.find(`0x${hex(40)}`)?.isBoth) stopped += 1
    console.log(`stopped by chance: ${stopped} of 1,000,000`)
    expect(stopped).toBeLessThanOrEqual(100)
    for (const anchor of anchors) {
      expect(lookAlikes.find(toChecksumAddress(anchor))).toBeUndefined()
      expect(lookAlikes.isAnchor(anchor)).toBe(true)
    }
  })
})
