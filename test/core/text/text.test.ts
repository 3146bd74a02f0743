import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText, deadenLinks, plainText } from '../../../src/core/text/text.ts'
import { propertyRuns } from '../../property-runs.ts'

const runs = propertyRuns(1_000)

describe('[F19] Names from wallets, tokens and servers', () => {
  test.each([
    ['Cyrillic letters among Latin', 'UЅDС'],
    ['only Cyrillic letters that look Latin', 'ЕТН'],
    ['an Armenian letter', 'UՏDC'],
    ['a zero-width space', 'U\u200BSDC'],
    ['a zero-width joiner', 'US\u200DDC'],
    ['a soft hyphen', 'US\u00ADDC'],
    ['a bidi override', '\u202ECDSU'],
    ['a bidi isolate', 'USDC\u2066'],
    ['tag characters', 'USDC\u{E0041}'],
    ['full-width letters', 'ＵＳＤＣ'],
    ['mathematical bold letters', '𝐔𝐒𝐃𝐂'],
    ['a circled letter', 'ⓊSDC'],
    ['Lisu letters', 'ꓴꓢꓓꓚ'],
    ['letters that are small capitals', 'ᴜꜱᴅᴄ'],
    ['a dot below', 'USDC\u0323'],
    ['a Hangul filler', 'USDC\u3164'],
    ['a control character', 'US\u0000DC'],
    ['a lone surrogate', 'USDC\uD800'],
    ['a Cherokee letter', 'ᎻARVEST'],
  ])('are marked as unusual, and never accepted as plain text, if they have %s', (_, name) => {
    expect(cleanText(name).unusual).toBe(true)
    expect(plainText(name)).toContain('\uFFFD')
  })

  test.each([
    'USDC',
    'Ether',
    'Café Créme',
    'Łódź',
    'Ελλάδα',
    'Рубль',
    '币安人生',
    '日本Token',
    'テザー',
    '한국 원',
    'שלום',
    'دينار',
    'रुपया',
    'USD₮0',
    'weETH🔥',
    '❤️ coin',
    '👩‍👩‍👧',
    'Token™',
    '₿itcoin',
    'a-b_c.d!',
    '🇩🇪 coin',
    'Đồng',
    '👍🏽',
  ])('are not marked as unusual: %s', (name) => {
    expect(cleanText(name).unusual).toBe(false)
    expect(plainText(name)).not.toContain('\uFFFD')
  })

  test('have their spaces and line breaks collapsed to one space', () => {
    expect(cleanText('  a \n\t b ')).toEqual({ text: 'a b', unusual: false })
  })

  test('are shortened to 64 whole glyphs and 128 code units', () => {
    expect(cleanText('x'.repeat(65)).text).toBe(`${'x'.repeat(63)}…`)
    expect(cleanText('x'.repeat(64)).text).toBe('x'.repeat(64))
    expect([...new Intl.Segmenter().segment(cleanText('👍🏽'.repeat(90)).text)].length).toBeLessThanOrEqual(64)
    expect(cleanText(`Z${'\u0301'.repeat(100_000)}`).text.length).toBeLessThanOrEqual(128)
    expect(cleanText('字'.repeat(1_000_000), 8).text).toBe(`${'字'.repeat(7)}…`)
  })

  test('contain no invisible character after cleaning, and a second cleaning changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 90 }), (name) => {
        const { text } = cleanText(name)
        expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
        expect(cleanText(text).text).toBe(text)
        expect(text.length).toBeLessThanOrEqual(128)
      }),
      { numRuns: runs },
    )
  })

  test('are marked as unusual if they have one foreign letter in any place', () => {
    const foreign = fc.constantFrom('С', 'Ѕ', 'ο', '\u200B', '\u202E', 'Ｃ', 'ꓚ', '\u2060', '\uFEFF')
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z]{2,8}$/), foreign, fc.nat(8), (name, letter, at) => {
        const forged = name.slice(0, at) + letter + name.slice(at)
        expect(cleanText(forged).unusual).toBe(true)
        expect(plainText(forged)).not.toBe(name)
        expect(cleanText(name)).toEqual({ text: name, unusual: false })
      }),
      { numRuns: runs },
    )
  })
})

test('The dots of a link in a text are replaced, and the dots of sentences and numbers stay', () => {
  expect(deadenLinks('Claim $5.50 at https://pass-claim.example/x.html. Now. Version 2.0')).toBe(
    'Claim $5.50 at https://pass-claim·example/x·html. Now. Version 2.0',
  )
})
