import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../../src/core/checksum-address.ts'
import { createLookAlikes } from '../../src/core/look-alike.ts'
import { useRandom } from '../seed.ts'

const ANCHORS = 1_000

function createMaker() {
  const { hex, between } = useRandom()
  const anchors = Array.from({ length: ANCHORS }, () => `0x${hex(40)}`)
  return { hex, between, anchors, lookAlikes: createLookAlikes(anchors.map((address) => ({ address }))) }
}

describe('Look-alike receivers', () => {
  test('[F26] of 10,000 that were ground at 3 to 8 digits on each side none passes', () => {
    const { hex, between, anchors, lookAlikes } = createMaker()
    for (let run = 0; run < 10_000; run += 1) {
      const anchor = anchors[run % ANCHORS]!
      const [start, end] = [between(3, 8), between(3, 8)]
      const ground = `${anchor.slice(0, 2 + start)}${hex(40 - start - end)}${anchor.slice(-end)}`
      const found = lookAlikes.find(run % 2 ? toChecksumAddress(ground) : ground)
      expect(found).toMatchObject({ isBoth: true })
      expect(found!.prefix).toBeGreaterThanOrEqual(start)
      expect(found!.suffix).toBeGreaterThanOrEqual(end)
    }
  })

  test('[F26] of a million receivers by chance at most 100 are stopped, and all anchors pass', () => {
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
