import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalizeName } from '../../../worker/names/ens.ts'
import { propertyRuns } from '../../property-runs.ts'

const runs = propertyRuns(300)

describe('[F19] The normalisation of names', () => {
  test.each(['nadia.eth', 'vitalik.eth', 'faß.eth', '👨‍👩‍👧.eth', '日本語.eth', '$money.eth'])(
    'gives %s a normal form that a second normalisation does not change',
    (name) => {
      const normal = normalizeName(name)
      expect(normalizeName(normal)).toBe(normal)
    },
  )

  test.each([
    ['NADIA.eth', 'nadia.eth'],
    ['Nick.ETH', 'nick.eth'],
    ['１２３.eth', '123.eth'],
    ['Ⅷ.eth', 'viii.eth'],
    ["3'x.eth", '3’x.eth'],
    ['nick\u200B.eth', 'nick.eth'],
  ])('turns %s into %s', (name, normal) => {
    expect(normalizeName(name)).toBe(normal)
  })

  test.each([
    ['Cyrillic among Latin', 'vitаlik.eth'],
    ['all look-alikes in Cyrillic', 'ѕсоре.eth'],
    ['Greek among Latin', 'vιtalik.eth'],
    ['zero-width joiner in a word', 'ni\u200Dck.eth'],
    ['bidi override', 'nick\u202E.eth'],
    ['empty label', 'nick..eth'],
    ['leading dot', '.eth'],
    ['space', 'ni ck.eth'],
    ['slash', 'ni/ck.eth'],
    ['percent', 'ni%2fck.eth'],
    ['hyphens of punycode', 'xn--ls8h.eth'],
    ['hyphens in the third and fourth place', 'ab--cd.eth'],
    ['underscore inside', 'a_b.eth'],
    ['leading combining mark', '\u0301a.eth'],
    ['too many marks', 'a\u0301\u0302\u0303\u0304.eth'],
    ['control character', 'nick\u0000.eth'],
  ])('refuses a name with: %s', (_, name) => {
    expect(() => normalizeName(name)).toThrow()
  })

  test('gives any name a normal form that a second normalisation does not change, or refuses the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 12 }), (name) => {
        let normal: string
        try {
          normal = normalizeName(name)
        } catch {
          return
        }
        expect(normalizeName(normal)).toBe(normal)
      }),
      { numRuns: runs },
    )
  })
})
