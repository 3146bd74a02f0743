/**
 * WHAT A SWAP IS. The worker asks the provider, reads the calldata that comes, and gives what it says; the views show
 * that and nothing else.
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

/** Percent that a swap may give less than was quoted. */
export const SLIPPAGE = 1
/** How long a price counts. Milliseconds. */
export const QUOTE_LIFE = 30_000
/** Debounce before a quote is requested. Milliseconds. */
export const QUOTE_PAUSE = 200
/** A price that somebody looks at is asked for anew. Milliseconds. */
export const QUOTE_AGAIN = 10_000
/** The name of the provider if the quote has none. */
export const PROVIDER_NAME = '1inch'
/** What the provider keeps, as a part of its price: of ten thousand. */
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
  /** Why it may not be the token that its symbol stands for: show its contract. Absent where nothing was seen. */
  unverified?: UnverifiedSwapToken
}

/** shared: several tokens of the network bear its symbol, and none of them is known. */
export interface UnverifiedSwapToken {
  reason: UnverifiedReason | 'shared'
  /** The symbol that it bears; with the reasons `imitation` and `shared`. */
  imitates?: string
}

export interface SwapTokensInput {
  /** CAIP-2. */
  caipNetworkId: CaipNetworkId
  /** What is looked for: a part of a name or symbol, or a whole address. Empty: all. */
  words: string
  /** What the account holds, in the order in which it is shown; the native token by its address of `nativeToken`. */
  held: readonly CaipAddress[]
}

export interface SwapTokens {
  /** At most 8, in their own order; none that imitates another one of them. */
  suggested: readonly SwapToken[]
  /** What fits the words: of those that are held, of those that are widely traded, and of all others by name. */
  held: readonly SwapToken[]
  popular: readonly SwapToken[]
  others: readonly SwapToken[]
  /** How many more fit. */
  more: number
}

/** What somebody has entered so far. Plain data; everything in it may be missing. */
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
  /** What Max leaves. */
  max: bigint
  /** Somebody else may pay it, such as a contract account's owner or a paymaster. */
  isOptional?: true
}

/** The first thing that is missing, in the order in which the button names them. */
export type SwapProblem =
  | 'token_missing'
  /** None, or zero. */
  | 'amount_missing'
  /** Why, says `amount`. */
  | 'amount_wrong'
  | 'funds_insufficient'
  /** Too little of the native token is left for the fee. */
  | 'fee_insufficient'

/** `draft`: there is something that can be asked for, though it may be more than there is. */
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
  /** Base units of `to`: about, before the price moves. */
  expected: bigint
  /** What the network takes, in base units of its own coin; about. Absent where it is not known. */
  networkFee?: bigint
  /** The provider of the quote. */
  provider: string
}

/** What a wallet is given. `value`: wei. */
export interface SwapCall {
  to: string
  value: bigint
  data: string
}

/** What the worker says of an EVM call that goes to a wallet for a swap. The page compares this call with the one it sends. */
export interface SwapReading {
  /** The call that was read. */
  transaction: SwapCall
  /** Whether it is exactly the swap, or the approval before it, that was asked about. */
  isPayment: boolean
}

/** As the calldata says it. */
export interface PreparedSwap extends SwapQuote {
  draft: SwapDraft
  /** The contract that swaps, with its checksum. */
  router: string
  /** Base units of `to`: less than this, and the swap fails. */
  minimum: bigint
  /** What has to be allowed before, in this order, in base units of `from`: nothing, the amount, or 0 and the amount. */
  approvals: readonly { amount: bigint; transaction: SwapCall }[]
  transaction: SwapCall
  /** Of the swap itself. unknown also where something has to be allowed before: it can only fail until then. */
  simulation: Simulation
  /** By what the network's node says now: of what leaves, or of the coin for the fee. Absent: none, as far as is known. */
  shortage?: 'funds' | 'fee'
  /** In place of a shortage of the fee, where somebody else may pay it: a warning, and no obstacle. */
  isFeeUncovered?: true
  /** Milliseconds since 1970. */
  preparedAt: number
}

/** The least that may come of what was quoted. */
export function getMinimumReceived(expected: bigint): bigint {
  return (expected * BigInt(100 - SLIPPAGE)) / 100n
}

/** What the button says, and what a price is asked for. */
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

/** A token's decimals, where none is chosen. */
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
 * The fee of a swap by that of a plain payment. It takes about nine times the gas: 180,000 against 21,000. What a rollup takes
 * grows with the bytes instead: about 830 against 130, of which a third can be compressed.
 */
export function toSwapFee({ expected, max: most, rollup, isOptional }: TransferFee): SwapFee {
  const bytes = rollup ?? { expected: 0n, max: 0n }
  return {
    expected: 9n * (expected - bytes.expected) + 4n * bytes.expected,
    max: 9n * (most - bytes.max) + 7n * bytes.max,
    ...(isOptional && { isOptional }),
  }
}

/** The most that can be swapped beside the fee, in base units; undefined where it is not known. */
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

/** Whether it is the native token, and no contract. */
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

/** Of the amount, in its base units. It is in the price already: nothing is added to it. */
export function getProviderFee(amount: bigint): bigint {
  return (amount * PROVIDER_FEE) / 10_000n
}

/**
 * The share of the worth that is lost, fees included: 0.01 is 1 %; 0 where nothing is. `prices`: US dollars for one.
 * Undefined where a price is not known, or none that could be counted with (F30).
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
  /** One of this costs, or brings, `amount` (decimal text) of the other. */
  of: SwapToken
  in: SwapToken
  amount: string
}

/** Said of the one that is worth more, so that it reads. Cut to six decimals more than the other one has. */
export function getRate({ from, to, amount }: SwapDraft, expected: bigint): SwapRate {
  const isFrom = expected * 10n ** BigInt(from.decimals) >= amount * 10n ** BigInt(to.decimals)
  const [one, other, ones, others] = isFrom ? [from, to, amount, expected] : [to, from, expected, amount]
  if (ones === 0n) return { of: one, in: other, amount: '0' }
  const units = (others * 10n ** BigInt(one.decimals + 6)) / ones
  return { of: one, in: other, amount: formatFull(units, other.decimals + 6) }
}
