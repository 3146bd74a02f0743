/** Lists that the specification names, as data (product.md, Lists). */

/**
 * IANA names, in upper case, of time zones that some services do not serve. Anybody can set a clock, so the time zone may
 * hide an offer but must not decide anything.
 */
export const restrictedTimezones: readonly string[] = [
  'ASIA/SHANGHAI',
  'ASIA/URUMQI',
  'ASIA/CHONGQING',
  'ASIA/HARBIN',
  'ASIA/KASHGAR',
  'ASIA/MACAU',
  'ASIA/HONG_KONG',
  'ASIA/MACAO',
  'ASIA/BEIJING',
]

/** Zone of registered names. */
export const nameZone = 'reown.id'

/** Symbols that are offered first where a token is chosen for a swap. */
// oxfmt-ignore
export const suggestedSwapTokens: readonly string[] = [
  'ETH', 'UNI', '1INCH', 'AAVE', 'SOL', 'ADA', 'AVAX', 'DOT', 'LINK', 'NITRO', 'GAIA', 'MILK', 'TRX', 'NEAR',
  'GNO', 'WBTC', 'DAI', 'WETH', 'USDC', 'USDT', 'ARB', 'BAL', 'BICO', 'CRV', 'ENS', 'MATIC', 'OP',
]

/** Symbols of tokens that are widely traded: the suggested ones, then these. */
// oxfmt-ignore
export const popularSwapTokens: readonly string[] = /* @__PURE__ */ suggestedSwapTokens.concat([
  'METAL', 'CHAMP', 'WOLF', 'SALE', 'BUSD', 'MUST', 'BTCpx', 'ROUTE', 'HEX', 'WELT', 'amDAI', 'VSQ', 'VISION',
  'AURUM', 'pSP', 'SNX', 'VC', 'CHP', 'amUSDT', 'SPHERE', 'FOX', 'GIDDY', 'GFC', 'OMEN', 'OX_OLD', 'DE', 'WNT',
])
