/** Constant lists from the specification (product.md, Lists). */

/**
 * Time zones, by IANA name in upper case, that some services do not serve. A person can set any time zone, so use the
 * list only to hide an offer, never to prevent anything.
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

/** The zone of account names: the part that follows `mara.` in `mara.reown.id`. */
export const nameZone = 'reown.id'

/** Symbols of the tokens that the list of tokens to swap shows first. */
// oxfmt-ignore
export const suggestedSwapTokens: readonly string[] = [
  'ETH', 'UNI', '1INCH', 'AAVE', 'SOL', 'ADA', 'AVAX', 'DOT', 'LINK', 'NITRO', 'GAIA', 'MILK', 'TRX', 'NEAR',
  'GNO', 'WBTC', 'DAI', 'WETH', 'USDC', 'USDT', 'ARB', 'BAL', 'BICO', 'CRV', 'ENS', 'MATIC', 'OP',
]

/** Symbols of widely traded tokens: the suggested tokens, then these. */
// oxfmt-ignore
export const popularSwapTokens: readonly string[] = /* @__PURE__ */ suggestedSwapTokens.concat([
  'METAL', 'CHAMP', 'WOLF', 'SALE', 'BUSD', 'MUST', 'BTCpx', 'ROUTE', 'HEX', 'WELT', 'amDAI', 'VSQ', 'VISION',
  'AURUM', 'pSP', 'SNX', 'VC', 'CHP', 'amUSDT', 'SPHERE', 'FOX', 'GIDDY', 'GFC', 'OMEN', 'OX_OLD', 'DE', 'WNT',
])
