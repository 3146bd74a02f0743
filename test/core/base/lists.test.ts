import { expect, test } from 'vitest'
import {
  nameZone,
  popularSwapTokens,
  restrictedTimezones,
  suggestedSwapTokens,
} from '../../../src/core/base/lists.ts'

test('[A206] [T22] The restricted time zones are those of China, Hong Kong and Macau', () => {
  expect(restrictedTimezones).toEqual(
    ['SHANGHAI', 'URUMQI', 'CHONGQING', 'HARBIN', 'KASHGAR', 'MACAU', 'HONG_KONG', 'MACAO', 'BEIJING'].map(
      (city) => `ASIA/${city}`,
    ),
  )
})

test('[A210] Registered names end in reown.id, and the swap form suggests a fixed list of tokens', () => {
  expect(nameZone).toBe('reown.id')
  expect(suggestedSwapTokens.join(' ')).toBe(
    'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP',
  )
  expect(popularSwapTokens.slice(0, 27)).toEqual(suggestedSwapTokens)
  expect(popularSwapTokens.slice(27).join(' ')).toBe(
    'METAL CHAMP WOLF SALE BUSD MUST BTCpx ROUTE HEX WELT amDAI VSQ VISION AURUM pSP SNX VC CHP amUSDT SPHERE FOX GIDDY GFC OMEN OX_OLD DE WNT',
  )
})
