/**
 * WHAT A SWAP IS. The worker asks the provider and decodes its calldata; the views show exactly the decoded swap.
 *
 *   entry ── checkSwapEntry ──▶ draft ── swapQuote ──▶ about this much
 *                                 └──── prepareSwap ──▶ PreparedSwap: shown ── toSwapIntent ──▶ wallet
 */
import { formatFull } from '../text/amount.ts'
import { type CaipAddress, type CaipNetworkId, parseCaipAddress } from '../chains/caip.ts'
import { nativeToken } from '../assets/prices.ts'
import type { UnverifiedReason } from '../assets/unverified.ts'
import type { Simulation, TransferFee } from './transfer.ts'
import { formatTypedAmount, parseTypedAmount, type TypedAmount } from './typed-amount.ts'

/** Largest shortfall from the quote that a swap accepts, in percent. */
export const SLIPPAGE = 1
/** Lifetime of a price. Milliseconds. */
export const QUOTE_LIFE = 30_000
/** Debounce before a quote is requested. Milliseconds. */
export const QUOTE_PAUSE = 200
/** Interval at which a displayed price is refreshed. Milliseconds. */
export const QUOTE_AGAIN = 10_000
/** The name of the provider if the quote has none. */
export const PROVIDER_NAME = '1inch'
/** The provider's fee, which the price includes: in ten-thousandths. */
export const PROVIDER_FEE = 85n
/** From this price impact on, the person has to consent. */
export const HIGH_IMPACT = 0.05

export interface SwapToken {
  /** CAIP-10; the native token by its address of `nativeToken`. eip155 addresses in lower case. */
  token: CaipAddress
  name: string
  symbol: string
  decimals: number
  /** https only. */
  iconUrl?: string
  /** Signs that it is not the token that its symbol suggests: show its contract. Absent if there are none. */
  unverified?: UnverifiedSwapToken
}

/** shared: several unknown tokens of the network use the same symbol. */
export interface UnverifiedSwapToken {
  reason: UnverifiedReason | 'shared'
  /** The symbol that the token copies; with the reasons `imitation` and `shared`. */
  imitates?: string
}

export interface SwapTokensInput {
  /** CAIP-2. */
  caipNetworkId: CaipNetworkId
  /** Search words: a part of a name or symbol, or a whole address. Empty: all tokens. */
  words: string
  /** The account's tokens in display order; the native token by its address of `nativeToken`. */
  held: readonly CaipAddress[]
}

export interface SwapTokens {
  /** At most 8 in a fixed order; a token that imitates another one of them is left out. */
  suggested: readonly SwapToken[]
  /** Search results in three groups: held tokens, widely traded tokens, and all others by name. */
  held: readonly SwapToken[]
  popular: readonly SwapToken[]
  others: readonly SwapToken[]
  /** Number of further matches. */
  more: number
}

/** Plain data of an unfinished entry; every field may be missing. */
export interface SwapEntry {
  account: CaipAddress
  /** BCP 47: the language in which the amount is typed. */
  locale: string
  from: SwapToken | undefined
  to: SwapToken | undefined
  amountText: string
}

/** Balances of the token to sell and of the native token that pays fees, in base units. Absent: unknown. */
export interface SwapFunds {
  from?: bigint | undefined
  nativeBalance?: bigint | undefined
  fee?: SwapFee | undefined
}

/** In base units of the native token. */
export interface SwapFee {
  expected: bigint
  /** The amount that Max reserves for the fee. */
  max: bigint
  /** Another payer may cover the fee, such as a contract account's owner or a paymaster. */
  isOptional?: true
}

/** The first thing that is missing, in the order of the button's labels. */
export type SwapProblem =
  | 'token_missing'
  /** No amount, or zero. */
  | 'amount_missing'
  /** The check's `amount` says why. */
  | 'amount_wrong'
  | 'funds_insufficient'
  /** Too little of the native token is left for the fee. */
  | 'fee_insufficient'

/** `draft`: a swap that can be quoted, even if it exceeds the balance. */
export interface SwapCheck {
  problem: SwapProblem | undefined
  amount: TypedAmount
  draft: SwapDraft | undefined
}

export interface SwapDraft {
  /** The swapping account, which includes its network. */
  account: CaipAddress
  from: SwapToken
  to: SwapToken
  /** Base units of `from`. */
  amount: bigint
}

export interface SwapQuote {
  /** Estimated result in base units of `to`, at the current price. */
  expected: bigint
  /** Estimated network fee, in base units of the native token. Absent where it is unknown. */
  networkFee?: bigint
  /** The provider of the quote. */
  provider: string
}

/** The call that goes to the wallet. `value`: wei. */
export interface SwapCall {
  to: string
  value: bigint
  data: string
}

/** The worker's decoding of an EVM call for a swap. The page compares this call with the one that it sends. */
export interface SwapReading {
  /** The call that was read. */
  transaction: SwapCall
  /** Whether the call is exactly the swap, or the approval before it, that was asked about. */
  isPayment: boolean
}

/** A swap as its calldata says. */
export interface PreparedSwap extends SwapQuote {
  draft: SwapDraft
  /** The contract that swaps, with its checksum. */
  router: string
  /** Base units of `to`: the swap fails if it would bring less. */
  minimum: bigint
  /** Approvals that are needed first, in this order, in base units of `from`: none, the amount, or 0 and then the amount. */
  approvals: readonly { amount: bigint; transaction: SwapCall }[]
  transaction: SwapCall
  /** Simulation of the swap itself; unknown while an approval is missing, since the swap fails until then. */
  simulation: Simulation
  /** The missing balance according to the node: the sold token, or the coin for the fee. Absent: none, as far as is known. */
  shortage?: 'funds' | 'fee'
  /** Set in place of `shortage: 'fee'` where somebody else may pay the fee: a warning, and no obstacle. */
  isFeeUncovered?: true
  /** Milliseconds since 1970. */
  preparedAt: number
}

/** The least amount that a swap accepts for this quote. */
export function getMinimumReceived(expected: bigint): bigint {
  return (expected * BigInt(100 - SLIPPAGE)) / 100n
}

/** The button's problem, and the swap to quote. */
export function checkSwapEntry(entry: SwapEntry, funds: SwapFunds = {}): SwapCheck {
  const { account, locale, from, to, amountText } = entry
  const amount = parseTypedAmount(amountText, from?.decimals ?? MAX_PLACES, locale)
  const check = (problem: SwapProblem | undefined, draft?: SwapDraft): SwapCheck => ({
    problem,
    amount,
    draft,
  })
  if (!from || !to || from.token === to.token) return check('token_missing')
  if (amount.status === 'wrong') return check('amount_wrong')
  if (amount.status === 'empty' || amount.amount === 0n) return check('amount_missing')
  const draft = { account, from, to, amount: amount.amount }
  return check(findShortage(draft, funds), draft)
}

/** Decimals to parse with while no token is chosen. */
const MAX_PLACES = 77

function findShortage(
  { from, amount }: SwapDraft,
  { from: held, nativeBalance, fee }: SwapFunds,
): SwapProblem | undefined {
  if (held !== undefined && amount > held) return 'funds_insufficient'
  if (!fee || fee.isOptional) return undefined
  const left = isNativeToken(from) ? held !== undefined && held - amount : nativeBalance
  return typeof left === 'bigint' && left < fee.expected ? 'fee_insufficient' : undefined
}

/**
 * Estimates a swap's fee from that of a plain payment. A swap uses about nine times the gas: 180,000 against 21,000. A
 * rollup's part grows with the bytes instead: about 830 against 130, of which a third can be compressed.
 */
export function toSwapFee({ expected, max: most, rollup, isOptional }: TransferFee): SwapFee {
  const bytes = rollup ?? { expected: 0n, max: 0n }
  return {
    expected: 9n * (expected - bytes.expected) + 4n * bytes.expected,
    max: 9n * (most - bytes.max) + 7n * bytes.max,
    ...(isOptional && { isOptional }),
  }
}

/** The largest amount that can be swapped after the fee, in base units; undefined where the balance or fee is unknown. */
export function getMaxToSwap(token: SwapToken, { from: held, fee }: SwapFunds): bigint | undefined {
  if (held === undefined || !isNativeToken(token)) return held
  if (!fee) return undefined
  return held > fee.max ? held - fee.max : 0n
}

/** The text that Max writes into the field; empty if nothing can be swapped, or the amount is unknown. */
export function formatMaxToSwap(token: SwapToken | undefined, funds: SwapFunds, locale: string): string {
  const most = token && getMaxToSwap(token, funds)
  return token && most ? formatTypedAmount(most, token.decimals, locale) : ''
}

/** Whether the token is the native token. */
export function isNativeToken({ token }: Pick<SwapToken, 'token'>): boolean {
  return token.toLowerCase() === nativeToken(parseCaipAddress(token).caipNetworkId)
}

/** Whether a quote for one is valid for the other. */
export function isSameSwap(one: SwapDraft, other: SwapDraft | undefined): boolean {
  return (
    other !== undefined &&
    one.account === other.account &&
    one.amount === other.amount &&
    isSameToken(one.from, other.from) &&
    isSameToken(one.to, other.to)
  )
}

function isSameToken(one: SwapToken, other: SwapToken): boolean {
  return one.token === other.token && one.decimals === other.decimals
}

/** The provider's share of the amount, in its base units. The price includes it already. */
export function getProviderFee(amount: bigint): bigint {
  return (amount * PROVIDER_FEE) / 10_000n
}

/**
 * The share of the value that a swap loses, fees included: 0.01 is 1 %; 0 if it loses nothing. `prices`: US dollars for one.
 * Undefined if a price is unknown or invalid (F30).
 */
export function getImpact(
  { from, to, amount }: SwapDraft,
  expected: bigint,
  prices: { from: number | undefined; to: number | undefined },
): number | undefined {
  const paid = Number(formatFull(amount, from.decimals)) * (prices.from ?? Number.NaN)
  const got = Number(formatFull(expected, to.decimals)) * (prices.to ?? Number.NaN)
  if (!(paid > 0 && got > 0 && Number.isFinite(paid) && Number.isFinite(got))) return undefined
  return Math.max(0, 1 - got / paid)
}

/** Whether the person has to consent: the price impact is high or unknown. */
export function needsConsent(impact: number | undefined): boolean {
  return impact === undefined || impact >= HIGH_IMPACT
}

export interface SwapRate {
  /** One of this token costs, or brings, `amount` (decimal text) of the other. */
  of: SwapToken
  in: SwapToken
  amount: string
}

/** The rate per unit of the more valuable token, for readability. Cut to six decimals more than the other token has. */
export function getRate({ from, to, amount }: SwapDraft, expected: bigint): SwapRate {
  const isFrom = expected * 10n ** BigInt(from.decimals) >= amount * 10n ** BigInt(to.decimals)
  const [one, other, ones, others] = isFrom ? [from, to, amount, expected] : [to, from, expected, amount]
  if (ones === 0n) return { of: one, in: other, amount: '0' }
  const units = (others * 10n ** BigInt(one.decimals + 6)) / ones
  return { of: one, in: other, amount: formatFull(units, other.decimals + 6) }
}
