import { describe, expect, test } from 'vitest'
import { toChecksumAddress } from '../../../src/core/chains/checksum-address.ts'
import { compareAddresses, createLookAlikes } from '../../../src/core/chains/look-alike.ts'
import { propertyRuns } from '../../property-runs.ts'
import { ANCHORS, createMaker } from './look-alike-maker.ts'

describe('Look-alike receivers', () => {
  test('[F26] are recognised in all of 10,000 imitations that share 3 to 8 digits with a known address at each end', () => {
    const { hex, between, anchors, lookAlikes } = createMaker()
    for (let run = 0; run < propertyRuns(10_000); run += 1) {
      const anchor = anchors[run % ANCHORS]!
      const [start, end] = [between(3, 8), between(3, 8)]
      const ground = `${anchor.slice(0, 2 + start)}${hex(40 - start - end)}${anchor.slice(-end)}`
      const found = lookAlikes.find(run % 2 ? toChecksumAddress(ground) : ground)
      expect(found).toMatchObject({ isBoth: true })
      expect(found!.prefix).toBeGreaterThanOrEqual(start)
      expect(found!.suffix).toBeGreaterThanOrEqual(end)
    }
  })

  /** What was meant, and what was paid. */
  const incidents = [
    // 20 December 2025: 49,999,950 USDT.
    ['0xbaf4b1aF7E3B560d937DA0458514552B6495F8b5', '0xBaFF2F13638C04B10F8119760B2D2aE86b08f8b5', 3, 4],
    // 3 May 2024: 1,155 WBTC.
    ['0xd9A1b0B1e1aE382DbDc898Ea68012FfcB2853a91', '0xd9A1C3788D81257612E2581A6ea0aDa244853a91', 4, 6],
  ] as const

  test.each(incidents)(
    '[F26] are recognised in a real theft by address poisoning, in which the intended receiver was %s',
    (meant, paid, prefix, suffix) => {
      expect([toChecksumAddress(meant), toChecksumAddress(paid)]).toEqual([meant, paid])
      const lookAlikes = createLookAlikes([{ address: meant, name: 'nadia.eth' }])
      expect(lookAlikes.find(paid)).toEqual({
        anchor: { address: meant, name: 'nadia.eth' },
        prefix,
        suffix,
        isBoth: true,
      })
    },
  )

  test('[F26] cause a warning if four characters at one end are equal, but no warning if only three are equal', () => {
    const meant = `0x1234${'0'.repeat(32)}5678`
    const lookAlikes = createLookAlikes([{ address: meant }])
    expect(lookAlikes.find(`0x1234${'a'.repeat(36)}`)).toMatchObject({ prefix: 4, suffix: 0, isBoth: false })
    expect(lookAlikes.find(`0x${'a'.repeat(36)}5678`)).toMatchObject({ prefix: 0, suffix: 4, isBoth: false })
    expect(lookAlikes.find(`0x123${'a'.repeat(37)}`)).toBeUndefined()
    expect(lookAlikes.find(`0x12${'a'.repeat(34)}5678`)).toMatchObject({
      prefix: 2,
      suffix: 4,
      isBoth: false,
    })
  })

  test('are shown with the most similar known address', () => {
    const lookAlikes = createLookAlikes([
      { address: `0x123${'1'.repeat(34)}789` },
      { address: `0x12345${'2'.repeat(30)}56789` },
    ])
    expect(lookAlikes.find(`0x12345${'a'.repeat(30)}56789`)!.anchor.address).toContain('2222')
  })

  test('[F26] are compared without regard to letter case on Solana', () => {
    const meant = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
    const ground = '7XKxtBp6vTzZK5G3nA1o4uWcN9mQe8rY2fHjDsVwgAsu'
    expect(createLookAlikes([{ address: meant }]).find(ground)).toMatchObject({ isBoth: true })
    expect(compareAddresses(meant, ground)).toEqual({ prefix: 5, suffix: 4 })
  })
})
