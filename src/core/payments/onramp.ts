/** Buying tokens by card or bank transfer: providers, payment currencies, tokens and quotes. */
import type { CaipAddress, CaipNetworkId } from '../chains/caip.ts'
import type { Network } from '../chains/networks.ts'
import { formatFull, parseDecimalCutOff } from '../text/amount.ts'
import { readPrice } from './dollars.ts'
import type { OnRampProviderName } from './onramp-providers.ts'

/** A currency to pay in, with its payment methods. `id` is an ISO 4217 code. */
export interface PaymentCurrency {
  id: string
  payment_method_limits: readonly PaymentLimit[]
  /** The currency's picture, from the directory. */
  iconUrl?: string
}
/**
 * A payment method, such as card, with its limits. `min` and `max` are in units of the currency, with a decimal point:
 * `7500.00`.
 */
export interface PaymentLimit {
  id: string
  min: string
  max: string
}

export interface PurchaseCurrency {
  id: string
  name: string
  symbol: string
  networks: readonly PurchaseNetwork[]
  /** The token's picture, from the directory. */
  iconUrl?: string
}
export interface PurchaseNetwork {
  name: string
  display_name: string
  /** The chain's own id: decimal digits for eip155; `solana` or CAIP-2 for others. */
  chain_id: string
  /** Contract address of the token; for the native token, its address from `nativeToken`. */
  contract_address: string
}

export interface OnRampOptions {
  /**
   * sample: the API could not be reached. The lists then have common currencies, of which the provider may not accept
   * all.
   */
  source: 'api' | 'sample'
  paymentCurrencies: readonly PaymentCurrency[]
  purchaseCurrencies: readonly PurchaseCurrency[]
}

/** `amount` is decimal text in units of `currency` (a currency or a token), not base units. */
export interface OnRampAmount {
  amount: string
  currency: string
}

export interface OnRampQuote {
  paymentTotal: OnRampAmount
  paymentSubtotal: OnRampAmount
  purchaseAmount: OnRampAmount
  /** Absent in a placeholder, whose fees are unknown. */
  networkFee?: OnRampAmount
  coinbaseFee?: OnRampAmount
  /** Id to buy with; absent in a placeholder, which cannot be bought. */
  quoteId?: string
  /**
   * Present in a placeholder, whose amounts only repeat the entered amount. Don't compute prices from a placeholder.
   */
  isPlaceholder?: true
}

export interface OnRampQuoteInput {
  /** `id` of a PurchaseCurrency; `network`: `name` of one of its networks. */
  purchaseCurrency: string
  network: string
  /** `id` of a PaymentCurrency. */
  paymentCurrency: string
  /** In units of the payment currency. */
  amount: number
}

export interface OnRampUrlInput {
  provider: OnRampProviderName
  /** The receiving account (CAIP-10), its address with checksum. */
  account: CaipAddress
  /** The network's name at the provider. */
  network: string
  /** The token's symbol at the provider. */
  symbol: string
  /** Whole US dollars. Absent: the provider asks for the amount. */
  presetFiatAmount?: number | undefined
  /** Tokens, not base units; an integer. Absent: the provider asks for the amount. */
  presetCryptoAmount?: number | undefined
}

export interface OnRampPurchasesInput {
  account: CaipAddress
  provider: OnRampProviderName
}
/** A purchase as the provider reports it. The report proves nothing: only the chain shows what has arrived. */
export interface OnRampPurchase {
  id: string
  status: 'pending' | 'success' | 'failed'
}

export interface TokenBalanceInput {
  account: CaipAddress
  /** CAIP-10; the native token has its address from `nativeToken`. */
  token: CaipAddress
}

export interface TokenBalance {
  /** Base units. */
  amount: bigint
  /** Absent if unknown, for example for a token that the account never held. */
  decimals?: number
}

/** Networks to which a card purchase can deliver: the provider's name of each, and its EIP-155 chain id. */
export const cardPayChains = [
  ['ethereum', 1],
  ['arbitrum', 42_161],
  ['polygon', 137],
  ['berachain', 80_094],
  ['avalanche-c-chain', 43_114],
  ['optimism', 10],
  ['celo', 42_220],
  ['base', 8453],
] as const satisfies readonly (readonly [name: string, chainId: number])[]

/**
 * Whether a purchase with this payment method can arrive on a network. Card purchases reach eight EVM networks and
 * their forks. Other methods, and Solana, have no such restriction.
 * @param method id of a `PaymentLimit`
 */
export function canArrive(
  method: string,
  { chainNamespace, caipNetworkId, forkOf = caipNetworkId }: ArrivalNetwork,
): boolean {
  const isCard = /(^|[_-])card([_-]|$)/i.test(method)
  return !isCard || chainNamespace !== 'eip155' || cardPayChains.some(([, id]) => `eip155:${id}` === forkOf)
}

type ArrivalNetwork = Pick<Network, 'chainNamespace' | 'caipNetworkId' | 'forkOf'>

/** The CAIP-2 reference of Solana's main network. */
const SOLANA = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Whether a purchase on the network with this `chain_id` arrives on `caipNetworkId`. */
export function isPurchaseNetwork({ chain_id }: PurchaseNetwork, caipNetworkId: CaipNetworkId): boolean {
  const named = /^\d+$/.test(chain_id)
    ? `eip155:${chain_id}`
    : chain_id === 'solana'
      ? `solana:${SOLANA}`
      : chain_id
  return named === caipNetworkId
}

/**
 * Why an amount cannot be paid; undefined if it is valid.
 * @param amount in units of the payment currency; undefined if no amount was entered
 */
export function checkLimits(
  amount: number | undefined,
  limit: PaymentLimit,
): 'none' | 'low' | 'high' | undefined {
  if (amount === undefined || amount === 0) return 'none'
  if (amount < Number(limit.min)) return 'low'
  return amount > Number(limit.max) ? 'high' : undefined
}

/** A placeholder for a quote that is unavailable. The fees are absent, since they are unknown. */
export function toPlaceholder({ amount, paymentCurrency }: OnRampQuoteInput): OnRampQuote {
  const typed = { amount: String(amount), currency: paymentCurrency }
  return { paymentTotal: typed, paymentSubtotal: typed, purchaseAmount: typed, isPlaceholder: true }
}

/**
 * Decimals with which an entered token amount is parsed, since the provider does not return the token's own decimals.
 */
export const WANTED_DECIMALS = 18
/** One token in base units with `WANTED_DECIMALS`. */
export const ONE = 10n ** BigInt(WANTED_DECIMALS)

/**
 * The estimated cost of a token amount in US dollars, without fees. Rounded up to whole dollars, since providers accept
 * no cents. The provider decides the real price. Undefined for an invalid price.
 * @param wanted base units with `WANTED_DECIMALS`
 * @param price US dollars for one token
 */
export function toPaymentAmount(wanted: bigint, price: number): string | undefined {
  const each = readPrice(price)
  if (!each) return undefined
  const one = ONE * 10n ** BigInt(each.decimals)
  return String((wanted * each.digits + one - 1n) / one)
}

/** The sum of a quote's fees, in the payment currency; undefined if the fees are unknown. */
export function sumFees(quote: OnRampQuote): string | undefined {
  const { paymentTotal, paymentSubtotal, coinbaseFee, networkFee, isPlaceholder } = quote
  if (isPlaceholder) return undefined
  const named = [coinbaseFee, networkFee].filter((fee) => fee !== undefined)
  const all = named.length > 0 ? named : [paymentTotal, paymentSubtotal]
  if (all.some(({ currency }) => currency !== paymentTotal.currency)) return undefined
  const amounts = all.map(({ amount }) => parseDecimalCutOff(amount, WANTED_DECIMALS))
  if (amounts.includes(undefined)) return undefined
  const [first = 0n, second = 0n] = amounts
  const sum = named.length > 0 ? first + second : first - second
  return sum < 0n ? undefined : formatFull(sum, WANTED_DECIMALS)
}
