/**
 * WHAT A SWAP IS. The worker requests the swap from the provider and decodes the calldata. The views show exactly the
 * decoded swap.
 *
 *   entry ── checkSwapEntry ──▶ draft ── swapQuote ──▶ expected result
 *                                 └──── prepareSwap ──▶ PreparedSwap: shown ── toSwapIntent ──▶ wallet
 */
import { formatFull } from '../text/amount.ts'
import { type CaipAddress, type CaipNetworkId, parseCaipAddress } from '../chains/caip.ts'
import { nativeToken } from '../assets/prices.ts'
import type { UnverifiedReason } from '../assets/unverified.ts'
import type { Simulation, TransferFee } from './transfer.ts'
import { formatTypedAmount, parseTypedAmount, type TypedAmount } from './typed-amount.ts'

/** How far the result of a swap may fall below the quote. Percent. */
export const SLIPPAGE = 1
/** How long a price stays valid. Milliseconds. */
export const QUOTE_LIFE = 30_000
/** Pause after the last change of the entry before a quote is requested. Milliseconds. */
export const QUOTE_PAUSE = 200
/** Interval at which a displayed price is refreshed. Milliseconds. */
export const QUOTE_AGAIN = 10_000
/** The provider's name if the quote does not name the provider. */
export const PROVIDER_NAME = '1inch'
/** The provider's fee, which the price includes. Ten-thousandths of the amount. */
export const PROVIDER_FEE = 85n
/** From this price impact on, the person must consent. A share: 0.05 is 5 %. */
export const HIGH_IMPACT = 0.05

export interface SwapToken {
  /** CAIP-10, with eip155 addresses in lower case. The native token has its address from `nativeToken`. */
  token: CaipAddress
  name: string
  symbol: string
  decimals: number
  /** https only. */
  iconUrl?: string
  /** Why this may not be the token that its symbol suggests. If present, show the contract. */
  unverified?: UnverifiedSwapToken
}

/** shared: several unknown tokens of the network use the same symbol. */
export interface UnverifiedSwapToken {
  reason: UnverifiedReason | 'shared'
  /** The symbol that the token copies; only with the reasons `imitation` and `shared`. */
  imitates?: string
}

export interface SwapTokensInput {
  /** CAIP-2. */
  caipNetworkId: CaipNetworkId
  /** Search text: part of a name or symbol, or a full address. Empty: all tokens. */
  words: string
  /** The account's tokens in display order. The native token has its address from `nativeToken`. */
  held: readonly CaipAddress[]
}

export interface SwapTokens {
  /** At most 8 tokens in a fixed order, without those that imitate another token of this list. */
  suggested: readonly SwapToken[]
  /** Search results in three groups: held tokens, widely traded tokens, and all others by name. */
  held: readonly SwapToken[]
  popular: readonly SwapToken[]
  others: readonly SwapToken[]
  /** Number of further search results. */
  more: number
}

/** Plain data of an unfinished entry. Any field may be missing. */
export interface SwapEntry {
  account: CaipAddress
  /** BCP 47 locale in which the amount is entered. */
  locale: string
  from: SwapToken | undefined
  to: SwapToken | undefined
  amountText: string
}

/**
 * Balances of the token to sell and of the native token, and the fee, which the native token pays. Base units. Absent:
 * unknown.
 */
export interface SwapFunds {
  from?: bigint | undefined
  nativeBalance?: bigint | undefined
  fee?: SwapFee | undefined
}

/** In base units of the native token. */
export interface SwapFee {
  expected: bigint
  /** Highest possible fee. The Max button keeps this amount back. */
  max: bigint
  /** Present if somebody else may pay the fee, such as a contract account's owner or a paymaster. */
  isOptional?: true
}

/** The first problem of an entry, in the order of the button's labels. */
export type SwapProblem =
  | 'token_missing'
  /** The amount is empty or 0. */
  | 'amount_missing'
  /** The amount is invalid; `amount` of the check says why. */
  | 'amount_wrong'
  | 'funds_insufficient'
  /** The balance of the native token does not cover the fee. */
  | 'fee_insufficient'

/** `draft`: a swap that can be quoted, even if its amount exceeds the balance. */
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
  /** Estimated result at the current price, in base units of `to`. */
  expected: bigint
  /** Estimated network fee, in base units of the native token. Absent if unknown. */
  networkFee?: bigint
  /** The provider of the quote. */
  provider: string
}

/** The call that the wallet is asked to send. `value`: wei. */
export interface SwapCall {
  to: string
  value: bigint
  data: string
}

/** The worker's reading of an EVM call. The page makes sure that `transaction` is the call that it sends. */
export interface SwapReading {
  /** The call that was decoded. */
  transaction: SwapCall
  /** Whether the call makes exactly the given payment: the swap, or the approval before it. */
  isPayment: boolean
}

/** A swap, decoded from its calldata. */
export interface PreparedSwap extends SwapQuote {
  draft: SwapDraft
  /** The contract that makes the swap, with its checksum. */
  router: string
  /** Base units of `to`. The swap fails if it would return less. */
  minimum: bigint
  /**
   * Approvals that must be sent before the swap: none; an approval for the amount; or an approval for 0, then an
   * approval for the amount. Base units of `from`.
   */
  approvals: readonly { amount: bigint; transaction: SwapCall }[]
  transaction: SwapCall
  /** Simulation of the swap itself; unknown while an approval is missing, since the swap would fail. */
  simulation: Simulation
  /**
   * Which balance is too small according to the node. funds: the balance of the sold token. fee: the balance of the
   * native token, which pays the fee. Absent if the balances suffice or are unknown.
   */
  shortage?: 'funds' | 'fee'
  /** Replaces `shortage: 'fee'` if somebody else may pay the fee: a warning, not an obstacle. */
  isFeeUncovered?: true
  /** Milliseconds since 1970. */
  preparedAt: number
}

/** The minimum result that a swap accepts for this quote. */
export function getMinimumReceived(expected: bigint): bigint {
  return (expected * BigInt(100 - SLIPPAGE)) / 100n
}

/** Checks an entry: returns the problem for the button's label, and the swap to quote. */
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

/** Number of decimals that are accepted while no token is chosen. */
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
 * Estimates a swap's fee from the fee of a native transfer. A swap uses about nine times the gas: 180,000 against
 * 21,000. The part of the fee that a rollup charges grows with the bytes instead: about 830 against 130, of which a
 * third can be compressed.
 */
export function toSwapFee({ expected, max: most, rollup, isOptional }: TransferFee): SwapFee {
  const bytes = rollup ?? { expected: 0n, max: 0n }
  return {
    expected: 9n * (expected - bytes.expected) + 4n * bytes.expected,
    max: 9n * (most - bytes.max) + 7n * bytes.max,
    ...(isOptional && { isOptional }),
  }
}

/**
 * The largest amount that can be swapped and leaves enough for the fee, in base units. Undefined if the balance or fee
 * is unknown.
 */
export function getMaxToSwap(token: SwapToken, { from: held, fee }: SwapFunds): bigint | undefined {
  if (held === undefined || !isNativeToken(token)) return held
  if (!fee) return undefined
  return held > fee.max ? held - fee.max : 0n
}

/** The text that the Max button writes into the field; empty if the amount is 0 or unknown. */
export function formatMaxToSwap(token: SwapToken | undefined, funds: SwapFunds, locale: string): string {
  const most = token && getMaxToSwap(token, funds)
  return token && most ? formatTypedAmount(most, token.decimals, locale) : ''
}

/** Whether the token is the native token. */
export function isNativeToken({ token }: Pick<SwapToken, 'token'>): boolean {
  return token.toLowerCase() === nativeToken(parseCaipAddress(token).caipNetworkId)
}

/** Whether a quote for one swap is valid for the other. */
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

/** The provider's share of the amount, in base units of the same token. The price includes this share. */
export function getProviderFee(amount: bigint): bigint {
  return (amount * PROVIDER_FEE) / 10_000n
}

/**
 * The share of the value that a swap loses, fees included: 0.01 is 1 %; 0 if it loses nothing. Undefined if a price is
 * unknown or invalid (F30). `prices`: US dollars for one token.
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

/** Whether the person must consent, because the price impact is high or unknown. */
export function needsConsent(impact: number | undefined): boolean {
  return impact === undefined || impact >= HIGH_IMPACT
}

export interface SwapRate {
  /** One token of `of` is worth `amount` (decimal text) of `in`. */
  of: SwapToken
  in: SwapToken
  amount: string
}

/**
 * The rate for one unit of the more valuable token, which reads more easily. Cut off at six decimals more than the
 * other token has.
 */
export function getRate({ from, to, amount }: SwapDraft, expected: bigint): SwapRate {
  const isFrom = expected * 10n ** BigInt(from.decimals) >= amount * 10n ** BigInt(to.decimals)
  const [one, other, ones, others] = isFrom ? [from, to, amount, expected] : [to, from, expected, amount]
  if (ones === 0n) return { of: one, in: other, amount: '0' }
  const units = (others * 10n ** BigInt(one.decimals + 6)) / ones
  return { of: one, in: other, amount: formatFull(units, other.decimals + 6) }
}
