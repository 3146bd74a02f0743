/** What an account holds, as the views show it. Source: GET /v1/account/{address}/balance. */
import type { CaipAddress, CaipNetworkId } from '../chains/caip.ts'
import type { ListHead } from '../contract/list.ts'
import type { UnverifiedReason } from './unverified.ts'

export interface PortfolioHead extends ListHead {
  /**
   * Sum of the rows that count, in `currency`. Absent when no row has a price.
   * Tokens with decimals 0 (the group `other`) and those of the group `unverified` never count.
   */
  value: number | undefined
  currency: 'USD'
  /** The network's own coin; absent when the answer has none. */
  native: NativeBalance | undefined
  /** The token that the page names as the balance; null: it is not held. Absent where the page names none. */
  named?: NativeBalance | null
  /** Index of the first row of the group `other`; equals `unverifiedFrom` without one. */
  otherFrom: number
  /** Index of the first row of the group `unverified`, which comes last; equals `total` without one. */
  unverifiedFrom: number
  /** Rows of the group `main` without a price, which `value` leaves out. */
  unpriced: number
  /** Items of the last answer that were not usable and are not shown. */
  dropped: number
}

export interface NativeBalance {
  symbol: string
  /** Base units. */
  amount: bigint
  decimals: number
  /** Floored to 3 decimals, for example `2.418`. */
  text: string
  /** Every digit, for example `2.418123456789012345`. */
  full: string
}

export interface TokenRow {
  /** CAIP-10 of the token contract; the CAIP-2 network for its own coin. */
  id: string
  kind: 'native' | 'token'
  /** other: the token has 0 decimals. unverified: the token shows a sign that genuine tokens don't have. Neither counts. */
  group: 'main' | 'other' | 'unverified'
  /** Why the token is unverified; only in the group `unverified`. */
  unverified?: UnverifiedToken
  /** Its address, on EVM networks with its checksum (EIP-55); absent for the native token. */
  contract?: string
  name: string
  symbol: string
  /** The name or symbol holds characters that imitate others or cannot be seen: show the contract beside it. */
  unusual: boolean
  /** https only; absent when the answer has none that is safe. */
  iconUrl?: string
  /** Base units. */
  amount: bigint
  decimals: number
  /** Floored to 3 decimals, grouped, for example `4,250.000`. */
  text: string
  /** Every digit; what gets copied. */
  full: string
  /** Worth of the whole amount in US dollars; absent when there is no price. */
  value?: number
  /** `value` as text, for example `$7,254.24`; set whenever `value` is. */
  valueText?: string
  /** Price of one in US dollars; absent if unknown. */
  price?: number
  /** `price` as text, for example `$3,000.10`; set whenever `price` is. */
  priceText?: string
}

/** A token balance as a page gets it. */
export interface TokenBalanceRow extends TokenRow {
  /** CAIP-2. */
  chainId: CaipNetworkId
  /** CAIP-10 of the token's contract; absent for the native token. */
  address?: CaipAddress
  /** `numeric`: every digit as decimal text, for example `4250.5`; `amount` is the same in base units. */
  quantity: { decimals: number; numeric: string }
}

export interface UnverifiedToken {
  reason: UnverifiedReason
  /** The symbol of another token that this one uses, for example `USDC`; with the reason `imitation`. */
  imitates?: string
}

/** The holding that counts as the balance: the token that the page names, else the native token. Undefined: not held. */
export function getOwnBalance({
  named,
  native,
}: Pick<PortfolioHead, 'named' | 'native'>): NativeBalance | undefined {
  return named === undefined ? native : (named ?? undefined)
}
