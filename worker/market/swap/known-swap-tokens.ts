/**
 * The genuine contracts of the tokens that are suggested for a swap. Any token may use any symbol, and the provider's list
 * has no prices by which to recognise imitations.
 */
import type { CaipNetworkId } from '../../../src/core/chains/caip.ts'
import { knownTokens } from '../../portfolio/known-tokens.ts'

type Contracts = Readonly<Record<string, readonly string[]>>

/**
 * Additions to the portfolio's list: contracts by symbol.
 * @see https://tokens.uniswap.org (Uniswap Labs Default, version 22.21.0)
 */
// oxfmt-ignore
const more: Readonly<Record<string, Contracts>> = {
  'eip155:1': {
    '1INCH': ['0x111111111117dC0aa78b770fA6A738034120C302'],
    AAVE: ['0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9'],
    ARB: ['0xB50721BCf8d664c30412Cfbc6cf7a15145234ad1'],
    BAL: ['0xba100000625a3754423978a60c9317c58a424e3D'],
    CRV: ['0xD533a949740bb3306d119CC777fa900bA034cd52'],
    ENS: ['0xC18360217D8F7Ab5e7c516566761Ea12Ce7F9D72'],
    GNO: ['0x6810e776880C02933D47DB1b9fc05908e5386b96'],
    MATIC: ['0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0'],
  },
  'eip155:10': {
    '1INCH': ['0xAd42D013ac31486B73b6b059e748172994736426'],
    AAVE: ['0x76FB31fb4af56892A25e32cFC43De717950c9278'],
    BAL: ['0xFE8B128bA8C78aabC59d4c64cEE7fF28e9379921'],
    CRV: ['0x0994206dfE8De6Ec6920FF4D779B0d950605Fb53'],
    ENS: ['0x65559aA14915a70190438eF90104769e5E890A00'],
    LINK: ['0x350a791Bfc2C21F9Ed5d10980Dad2e2638ffa7f6'],
    OP: ['0x4200000000000000000000000000000000000042'],
    UNI: ['0x6fd9d7AD17242c41f7131d257212c54A0e816691'],
  },
  'eip155:56': {
    '1INCH': ['0x111111111117dC0aa78b770fA6A738034120C302'],
    AAVE: ['0xfb6115445Bff7b52FeB98650C87f44907E58f802'],
    // The symbol of this contract (pegged ether) is ETH.
    ETH: ['0x2170Ed0880ac9A755fd29B2688956BD959F933F8'],
    LINK: ['0xF8A0BF9cF54Bb92F17374d9e9A321E6a111a51bD'],
    MATIC: ['0xCC42724C6683B7E57334c4E856f4c9965ED682bD'],
    UNI: ['0xBf5140A22578168FD562DCcF235E5D43A02ce9B1'],
    WETH: ['0x2170Ed0880ac9A755fd29B2688956BD959F933F8'],
  },
  'eip155:137': {
    AAVE: ['0xD6DF932A45C0f255f85145f286eA0b292B21C90B'],
    BAL: ['0x9a71012B13CA4d3D0Cdc72A177DF3ef03b0E76A3'],
    CRV: ['0x172370d5Cd63279eFa6d502DAB29171933a610AF'],
    ENS: ['0xbD7A5Cf51d22930B8B3Df6d834F9BCEf90EE7c4f'],
    GNO: ['0x5FFD62D3C3eE2E81C00A7b9079FB248e7dF024A8'],
    LINK: ['0x53E0bca35eC356BD5ddDFebbD1Fc0fD03FaBad39'],
    UNI: ['0xb33EaAd8d922B1083446DC23f610c2567fB5180f'],
  },
  'eip155:8453': { UNI: ['0xc3De830EA07524a0761646a6a4e4be0e114a3C83'] },
  'eip155:42161': {
    '1INCH': ['0x6314C31A7a1652cE482cffe247E9CB7c3f4BB9aF'],
    AAVE: ['0xba5DdD1f9d7F570dc94a51479a000E3BCE967196'],
    ARB: ['0x912CE59144191C1204E64559FE8253a0e49E6548'],
    BAL: ['0x040d1EdC9569d4Bab2D15287Dc5A4F10F56a56B8'],
    CRV: ['0x11cDb42B0EB46D95f990BeDD4695A6e3fA034978'],
    ENS: ['0xfeA31d704DEb0975dA8e77Bf13E04239e70d7c28'],
    GNO: ['0xa0b862F60edEf4452F25B4160F177db44DeB6Cf1'],
    LINK: ['0xf97f4df75117a78c1A5a0DBb814Af92458539FB4'],
    MATIC: ['0x561877b6b3DD7651313794e5F2894B2F18bE0766'],
    UNI: ['0xFa7F8980b0f1E64A2062791cc3b0871572f1F7f0'],
  },
  'eip155:43114': {
    '1INCH': ['0xd501281565bf7789224523144Fe5D98e8B28f267'],
    AAVE: ['0x63a72806098Bd3D9520cC43356dD78afe5D386D9'],
    LINK: ['0x5947BB275c521040051D82396192181b413227A3'],
    USDC: ['0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E'],
    USDT: ['0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7'],
    WBTC: ['0x50b7545627a5162F82A992c33b87aDc75187B218'],
    WETH: ['0x49D5c2BdFfac6CE2BFdB6640F4F80f226bc10bAB'],
  },
}

/**
 * Contracts by symbol, for all symbols that are known on any network. If a symbol has no contract here, no token with this
 * symbol is genuine on this network.
 * @param id the network; for a fork, the network that it copies
 */
export function getKnownSwapTokens(id: CaipNetworkId): Contracts {
  const everywhere = [...Object.values(knownTokens), ...Object.values(more)].flatMap(Object.keys)
  return {
    ...Object.fromEntries(everywhere.map((symbol) => [symbol, []])),
    ...more[id],
    ...knownTokens[id],
  }
}
