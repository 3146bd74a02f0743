import { expect, test } from 'vitest'
import {
  nameZone,
  popularSwapTokens,
  restrictedTimezones,
  suggestedSwapTokens,
} from '../../../src/core/base/lists.ts'

test('[A206] [T22] restricted time zones are data, each once, and hold the one that is named', () => {
  expect(restrictedTimezones).toContain('ASIA/SHANGHAI')
  expect(new Set(restrictedTimezones).size).toBe(9)
  for (const zone of restrictedTimezones) expect(zone).toBe(zone.toUpperCase())
})

test('[A210] the zone of names, and the tokens that a swap suggests', () => {
  expect(nameZone).toBe('reown.id')
  expect(suggestedSwapTokens).toHaveLength(27)
  expect(suggestedSwapTokens.slice(0, 4)).toEqual(['ETH', 'UNI', '1INCH', 'AAVE'])
  expect(popularSwapTokens.slice(0, 27)).toEqual(suggestedSwapTokens)
  expect(popularSwapTokens).toContain('OX_OLD')
  expect(new Set(popularSwapTokens).size).toBe(popularSwapTokens.length)
})
