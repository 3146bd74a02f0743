/** The sandbox's tokens, with the prices that its API quotes. */

export interface TokenPlan {
  name: string
  symbol: string
  decimals: number
  /** Whole tokens; the treasury owns all of them at first. */
  supply: bigint
  /** US dollars for one token; 0: the API knows no price. */
  price: number
}

export const nativeCoin = { name: 'Ether', symbol: 'ETH', decimals: 18, price: 3104.62 }

export const tokenPlans = [
  { name: 'Harbor Dollar', symbol: 'HUSD', decimals: 6, supply: 40_000_000n, price: 1 },
  { name: 'Driftwood', symbol: 'DRIFT', decimals: 18, supply: 100_000_000n, price: 2.384 },
  { name: 'Lantern', symbol: 'LTRN', decimals: 18, supply: 21_000_000n, price: 14.07 },
  { name: 'Kelp Finance', symbol: 'KELP', decimals: 18, supply: 900_000_000n, price: 0.0418 },
  { name: 'Harbor Bitcoin', symbol: 'HBTC', decimals: 8, supply: 21_000n, price: 96_412.3 },
  { name: 'Ferry Pass', symbol: 'FERRY', decimals: 0, supply: 5_000n, price: 12 },
] as const satisfies readonly TokenPlan[]

/** Tokens of the second network. */
export const skerryPlans: readonly TokenPlan[] = [
  { name: 'Harbor Dollar', symbol: 'HUSD', decimals: 6, supply: 2_000_000n, price: 1 },
  { name: 'Skerry', symbol: 'SKRY', decimals: 18, supply: 10_000_000n, price: 0.6125 },
]

export const solanaCoin = { name: 'Solana', symbol: 'SOL', decimals: 9, price: 168.4 }

/** Tokens on Solana. */
export const solanaTokens: readonly TokenPlan[] = [
  { name: 'Harbor Dollar', symbol: 'HUSD', decimals: 6, supply: 1_000_000n, price: 1 },
  { name: 'Reefcoin', symbol: 'REEF', decimals: 9, supply: 50_000_000n, price: 0.0187 },
]

export type TokenSymbol = (typeof tokenPlans)[number]['symbol']

/** A share of the savings vault; once deployed, it is a token like the others. */
export const vaultShare = { name: 'Saved Harbor Dollar', symbol: 'sHUSD', decimals: 6, price: 1 }
