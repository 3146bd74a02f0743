import { describe, expect, test, vi } from 'vitest'
import { lookAlikes } from '../../../src/core/text/unicode-skeleton.ts'
import { getNameReason } from '../../../worker/base/spam.ts'

describe('[G43] The spam check of names', () => {
  test.each([
    ['link', '$5,000 VOUCHER - claim at voucher.example'],
    ['link', 'Visit https://golden-pass.com'],
    ['link', 'www.pass-claim.net'],
    ['link', 'USDT-BONUS.XYZ'],
    ['link', 't.me/apes_drop'],
    ['link', 'Get 1000$ on ether[.]site'],
    ['link', 'gift (dot) com'],
    ['link', 'vоuсhеr․cоm'],
    ['link', 'ｃｌａｉｍ．ｃｏｍ'],
    ['link', 'pass\u200B-claim.c\u200Bom'],
    ['link', 'rewards.fi/claim'],
    ['lure', '$5,000 VOUCHER'],
    ['lure', 'Claim your reward'],
    ['lure', '1,000 USDC Giveaway'],
    ['lure', 'Сlаim Airdrор'],
    ['lure', 'A|rdrop cla|m'],
    ['lure', 'Redeem at pass.finance'],
    ['disguise', 'UЅDС'],
    ['disguise', 'US\u200BDC'],
  ])('reports a %s in the name "%s"', (reason, name) => {
    expect(getNameReason(name)).toBe(reason)
  })

  test('checks every name in its arguments, not only the first', () => {
    expect(getNameReason('Harmless', undefined, 'claim-now.com')).toBe('link')
  })

  // A pattern that goes back and forth would not come to an end.
  test.each(['a', '.', 'a.', 'a-', 'claim', '1,', '-', '\u200B'])(
    'ends quickly for a name of a million characters: %j',
    (sign) => {
      expect(['link', 'lure', 'disguise', undefined]).toContain(getNameReason(sign.repeat(1_000_000)))
      expect(getNameReason(`claim.com ${sign.repeat(1_000_000)}`)).toBe('link')
    },
  )
})

test.each([
  'USD Coin',
  'USDC',
  'Tether USD',
  'USDT',
  'Ether',
  'Wrapped Bitcoin',
  'Dai Stablecoin',
  'Uniswap',
  'Chainlink',
  'Ether.fi',
  'Pump.fun',
  'yearn.finance',
  '1inch',
  'Aave Interest bearing USDC',
  'Rocket Pool ETH',
  'Reward Token',
  'Saved Harbor Dollar',
  'Liquid Staked Ether 2.0',
  'Curve.fi Factory USD Metapool: 3Crv',
  'ApeCoin',
  'U.S. Dollar',
  'nick.eth',
  'CryptoPunk #7804',
  'Bored Ape Yacht Club',
  'Azuki',
  'Fidenza #313',
  'Low Tide 114',
  'Pudgy Penguins',
  'Art Blocks',
  'Uniswap V3 Positions',
  'Visit from the Moon',
  'Free Will',
  'Prize Fighter #12',
  'The $ Bill',
  'v2.0',
  'Ringers #879',
  'Rock no. 5',
  'Mr. Doodle',
  'St. Moritz',
  'Nouns',
  'Loot (for Adventurers)',
  'Terraforms',
  'Jito',
  '币安人生',
  '日本Token',
  'Café Créme',
  'Рубль',
  '',
])('The spam check accepts the genuine name: %s', (name) => {
  expect(getNameReason(name)).toBeUndefined()
})

test('The spam check reads the look-alike table only for names with letters outside ASCII', () => {
  const lookUp = vi.spyOn(lookAlikes, 'get')
  expect(getNameReason('Harbor Dollar', 'HUSD')).toBeUndefined()
  expect(getNameReason('Claim your reward')).toBe('lure')
  expect(lookUp).not.toHaveBeenCalled()
  expect(getNameReason('Сlаim your reward')).toBe('lure')
  expect(lookUp).toHaveBeenCalled()
  lookUp.mockRestore()
})
