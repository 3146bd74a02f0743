/** The tokens of an account, as the views show them. Source: GET /v1/account/{address}/balance. */
import type { CaipAddress, CaipNetworkId } from '../chains/caip.ts'
import type { ListHead } from '../contract/list.ts'
import type { UnverifiedReason } from './unverified.ts'

export interface PortfolioHead extends ListHead {
  /**
   * Sum of the values of the group `main`, in `currency`. Undefined if no row of this group has a price. The groups
   * `other` (tokens with 0 decimals) and `unverified` are never included.
   */
  value: number | undefined
  currency: 'USD'
  /** The native token; undefined if the API's answer has none. */
  native: NativeBalance | undefined
  /** The token that the page names as the balance; null if the account does not hold it. Absent if the page names none. */
  named?: NativeBalance | null
  /** Index of the first row of the group `other`; equals `unverifiedFrom` if there is none. */
  otherFrom: number
  /** Index of the first row of the group `unverified`, which comes last; equals `total` if there is none. */
  unverifiedFrom: number
  /** Number of rows of the group `main` without a price. `value` leaves them out. */
  unpriced: number
  /** Number of items of the last answer that were unusable and are not shown. */
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
  /** CAIP-10 of the token contract; for the native token, the CAIP-2 id of its network. */
  id: string
  kind: 'native' | 'token'
  /**
   * other: the token has 0 decimals. unverified: the token shows a sign that genuine tokens don't have. `value` of the
   * list includes only the group `main`.
   */
  group: 'main' | 'other' | 'unverified'
  /** Why the token is unverified; only in the group `unverified`. */
  unverified?: UnverifiedToken
  /** Address of the token contract, on EVM networks with its checksum (EIP-55). Absent for the native token. */
  contract?: string
  name: string
  symbol: string
  /**
   * Whether the name or symbol has characters that imitate other characters or are invisible. If so, show the contract
   * beside the name.
   */
  unusual: boolean
  /** https only; absent if the answer has no safe address. */
  iconUrl?: string
  /** Base units. */
  amount: bigint
  decimals: number
  /** Floored to 3 decimals, with group separators, such as `4,250.000`. */
  text: string
  /** All digits. When a person copies the amount, this text is copied. */
  full: string
  /** Value of the whole amount in US dollars; absent if the price is unknown. */
  value?: number
  /** `value` as text, such as `$7,254.24`; present whenever `value` is. */
  valueText?: string
  /** Price of one token in US dollars; absent if unknown. */
  price?: number
  /** `price` as text, such as `$3,000.10`; present whenever `price` is. */
  priceText?: string
}

/** A token balance as a page gets it. */
export interface TokenBalanceRow extends TokenRow {
  /** CAIP-2. */
  chainId: CaipNetworkId
  /** CAIP-10 of the token's contract; absent for the native token. */
  address?: CaipAddress
  /** `numeric`: the amount with all digits, as decimal text such as `4250.5`. `amount` is the same in base units. */
  quantity: { decimals: number; numeric: string }
}

export interface UnverifiedToken {
  reason: UnverifiedReason
  /** Symbol of the token that this token imitates, such as `USDC`; only with the reason `imitation`. */
  imitates?: string
}

/**
 * The balance to show: of the token that the page names, else of the native token. Undefined if the account does not
 * hold it.
 */
export function getOwnBalance({
  named,
  native,
}: Pick<PortfolioHead, 'named' | 'native'>): NativeBalance | undefined {
  return named === undefined ? native : (named ?? undefined)
}
