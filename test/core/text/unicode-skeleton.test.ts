import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toSkeleton } from '../../../src/core/text/unicode-skeleton.ts'

const metamask = toSkeleton('MetaMask')

describe('[G30] The skeleton of a name', () => {
  test.each([
    ['Cyrillic letters', 'МеtаМаѕк'],
    ['Cyrillic capitals', 'МЕТАМАЅК'],
    ['Cyrillic letters that look Latin only as capitals', 'метамаѕк'],
    ['Greek capitals', 'ΜΕΤΑΜΑSΚ'],
    ['a zero-width space', 'Meta\u200BMask'],
    ['a zero-width joiner', 'MetaMask\u200D'],
    ['a byte order mark', '\uFEFFMetaMask'],
    ['a soft hyphen', 'Meta\u00ADMask'],
    ['a bidi override at the start', '\u202EMetaMask'],
    ['a bidi override inside', 'Meta\u202EMask'],
    ['tag characters', 'MetaMask\u{E0041}'],
    ['a Hangul filler', 'Meta\u3164Mask'],
    ['a Braille blank', 'MetaMask\u2800'],
    ['full-width letters', 'ＭｅｔａＭａｓｋ'],
    ['mathematical bold letters', '𝐌𝐞𝐭𝐚𝐌𝐚𝐬𝐤'],
    ['mathematical script letters', '𝓜𝓮𝓽𝓪𝓜𝓪𝓼𝓴'],
    ['double-struck letters', '𝕄𝕖𝕥𝕒𝕄𝕒𝕤𝕜'],
    ['letters in circles', 'ⓂⓔⓣⓐⓂⓐⓢⓚ'],
    ['letters in boxes', '🄼🄴🅃🄰🄼🄰🅂🄺'],
    ['letters in black circles', '🅜🅔🅣🅐🅜🅐🅢🅚'],
    ['letters in black boxes', '🅼🅴🆃🅰🅼🅰🆂🅺'],
    ['flag letters', '🇲🇪🇹🇦🇲🇦🇸🇰'],
    ['letters that are small capitals', 'ᴍᴇᴛᴀᴍᴀꜱᴋ'],
    ['superior letters', 'ᴹᵉᵗᵃᴹᵃˢᵏ'],
    ['Lisu letters', 'ꓟꓰꓔꓮꓟꓮꓢꓗ'],
    ['Cherokee letters', 'ᎷᎬᎢᎪᎷᎪᏚᏦ'],
    ['accented letters', 'MétaMásk'],
    ['stacked combining marks', 'M\u0323\u0304e\u0301taMask'],
    ['spaces and punctuation', ' Meta-Mask™. '],
    ['“rn” in place of “m”', 'MetaRnask'],
    ['a line break', 'Meta\nMask'],
  ])('stays the same if the name is imitated with %s', (_, copy) => {
    expect(toSkeleton(copy)).toBe(metamask)
  })

  test.each([
    ['Rabby Wallet', 'Rabby WaIIet'],
    ['Ledger Live', '1edger L1ve'],
    ['Coinbase Wallet', 'C0inbase Wa|let'],
    ['Phantom', 'Рhаntоm'],
    ['Trust Wallet', 'Trust VVallet'],
    ['OKX Wallet', 'ОКХ Wallet'],
    ['Billfold', 'Bіllfоӏd'],
  ])('is the same for %s and %s', (name, copy) => {
    expect(toSkeleton(copy)).toBe(toSkeleton(name))
  })

  test('stays the same if one Latin letter is replaced by a foreign letter that looks alike', () => {
    const letters = {
      a: 'аαａ𝐚ᴀá',
      e: 'еｅ𝐞ᴇé',
      o: 'оοօ0ｏ𝐨ᴏó',
      i: 'іιl1|Iӏｉ𝐢í',
      c: 'сϲｃ𝐜ᴄç',
      p: 'рρｐ𝐩ᴘ',
      x: 'хχｘ𝐱',
    }
    const name = fc.array(fc.constantFrom(...(Object.keys(letters) as (keyof typeof letters)[])), {
      minLength: 1,
    })
    fc.assert(
      fc.property(name, fc.nat(), fc.nat(), (signs, at, which) => {
        const choices = [...letters[signs[at % signs.length] as keyof typeof letters]]
        const copy = signs.with(at % signs.length, choices[which % choices.length] as never)
        expect(toSkeleton(copy.join(''))).toBe(toSkeleton(signs.join('')))
      }),
    )
  })

  test('is not changed by invisible characters, and contains no invisible character', () => {
    const hidden = fc.constantFrom(
      '\u200B',
      '\u202E',
      '\u2066',
      '\u00AD',
      '\u{E0041}',
      '\u3164',
      '\uFE0F',
      '\u0000',
    )
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 30 }),
        hidden,
        fc.string({ unit: 'grapheme' }),
        (a, sign, b) => {
          expect(toSkeleton(`${a}${sign}${b}`)).toBe(toSkeleton(`${a} ${b}`))
          expect(toSkeleton(`${a}${b}`)).not.toMatch(/[\p{C}\p{Z}\p{M}\p{P}]/u)
        },
      ),
    )
  })
})

describe('Wallet names', () => {
  const wallets = [
    'MetaMask',
    'MetaMask Flask',
    'Rabby Wallet',
    'Coinbase Wallet',
    'Trust Wallet',
    'Phantom',
    'OKX Wallet',
    'Rainbow',
    'Ledger Live',
    'Zerion',
    'Frame',
    'Brave Wallet',
    'Uniswap Wallet',
    'Taho',
    'Core',
    'Exodus',
    'Solflare',
    'Backpack',
    'Xverse',
    'Leather',
    'Unisat',
    'Safe',
    'imToken',
    'TokenPocket',
    'Bitget Wallet',
    'Кошелёк',
    'Πορτοφόλι',
    '钱包',
    '지갑',
    'محفظة',
    'ארנק',
    'बटुआ',
  ]

  test('have different skeletons if the wallets are different', () => {
    expect(new Set(wallets.map(toSkeleton)).size).toBe(wallets.length)
    expect(wallets.map(toSkeleton)).not.toContain('')
  })

  test('have an empty skeleton if they contain neither letters nor digits', () => {
    expect(['', ' ', '\u200B', '\u202E\u2800', '\u3164', '🦊'].map(toSkeleton)).toEqual([
      '',
      '',
      '',
      '',
      '',
      '',
    ])
  })

  test('have a skeleton of only 1,024 characters even if they are a megabyte long', () => {
    expect(toSkeleton('x'.repeat(1_000_000)).length).toBe(1_024)
  })
})
