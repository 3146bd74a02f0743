/** Buying with a card or from a bank: providers, payment currencies, tokens and quotes. */
import type { CaipAddress, CaipNetworkId } from '../chains/caip.ts'
import type { Network } from '../chains/networks.ts'
import { formatFull, parseDecimalCutOff } from '../text/amount.ts'
import { readPrice } from './dollars.ts'
import type { OnRampProviderName } from './onramp-providers.ts'

/** A currency to pay in, and its ways of paying. `id` is an ISO 4217 code. */
export interface PaymentCurrency {
  id: string
  payment_method_limits: readonly PaymentLimit[]
  /** Its picture in the directory. */
  iconUrl?: string
}
/** A way of paying, such as card, and its limits. `min` and `max` in whole units with a point, for example `7500.00`. */
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
  /** Its picture in the directory. */
  iconUrl?: string
}
export interface PurchaseNetwork {
  name: string
  display_name: string
  /** The chain's own id: decimal digits for eip155, `solana` or CAIP-2 elsewhere. */
  chain_id: string
  /** Of the token; the address of `nativeToken` for the native token. */
  contract_address: string
}

export interface OnRampOptions {
  /** sample: the API could not be asked. These are common currencies, and the provider decides. */
  source: 'api' | 'sample'
  paymentCurrencies: readonly PaymentCurrency[]
  purchaseCurrencies: readonly PurchaseCurrency[]
}

/** `amount`: whole units with a point, of the currency or token that `currency` names. */
export interface OnRampAmount {
  amount: string
  currency: string
}

export interface OnRampQuote {
  paymentTotal: OnRampAmount
  paymentSubtotal: OnRampAmount
  purchaseAmount: OnRampAmount
  /** Absent in a placeholder quote, whose fees are unknown. */
  networkFee?: OnRampAmount
  coinbaseFee?: OnRampAmount
  /** Absent in a placeholder, which cannot be used to buy. */
  quoteId?: string
  /** A placeholder repeats the typed amount; don't conclude anything from it. */
  isPlaceholder?: true
}

export interface OnRampQuoteInput {
  /** Of a PurchaseCurrency, and of one of its networks. */
  purchaseCurrency: string
  network: string
  /** Of a PaymentCurrency. */
  paymentCurrency: string
  /** Whole units. */
  amount: number
}

export interface OnRampUrlInput {
  provider: OnRampProviderName
  /** The receiving account; its address with checksum. */
  account: CaipAddress
  /** The network's name at the provider. */
  network: string
  /** The token's symbol at the provider. */
  symbol: string
  /** US dollars, whole. Absent: the provider asks. */
  presetFiatAmount?: number | undefined
  /** Whole units of the token. Absent: the provider asks. */
  presetCryptoAmount?: number | undefined
}

export interface OnRampPurchasesInput {
  account: CaipAddress
  provider: OnRampProviderName
}
/** What the provider reports about a purchase. It proves nothing: only the chain shows what has arrived. */
export interface OnRampPurchase {
  id: string
  status: 'pending' | 'success' | 'failed'
}

export interface TokenBalanceInput {
  account: CaipAddress
  /** CAIP-10; the native token by its address of `nativeToken`. */
  token: CaipAddress
}

export interface TokenBalance {
  /** Base units. */
  amount: bigint
  /** Absent where it is not known, such as of a token that was never held. */
  decimals?: number
}

/** Networks that a card purchase can reach: the provider's name of each, and its EIP-155 id. */
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
 * Whether a purchase paid this way can arrive on a network. Cards reach eight EVM networks and their forks. Other ways of
 * paying, and Solana, are not restricted.
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

/** Solana's own id (CAIP-2) of its main network. */
const SOLANA = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/** Whether a purchase on `chain_id` arrives on this network. */
export function isPurchaseNetwork({ chain_id }: PurchaseNetwork, caipNetworkId: CaipNetworkId): boolean {
  const named = /^\d+$/.test(chain_id)
    ? `eip155:${chain_id}`
    : chain_id === 'solana'
      ? `solana:${SOLANA}`
      : chain_id
  return named === caipNetworkId
}

/**
 * What is wrong with an amount in whole units of the payment currency; undefined if it is valid.
 * @param amount undefined: no amount was typed
 */
export function checkLimits(
  amount: number | undefined,
  limit: PaymentLimit,
): 'none' | 'low' | 'high' | undefined {
  if (amount === undefined || amount === 0) return 'none'
  if (amount < Number(limit.min)) return 'low'
  return amount > Number(limit.max) ? 'high' : undefined
}

/** A placeholder for an unavailable quote. Its fees are unknown, so it has none. */
export function toPlaceholder({ amount, paymentCurrency }: OnRampQuoteInput): OnRampQuote {
  const typed = { amount: String(amount), currency: paymentCurrency }
  return { paymentTotal: typed, paymentSubtotal: typed, purchaseAmount: typed, isPlaceholder: true }
}

/** Decimals of a typed token amount: the provider does not give the token's own. */
export const WANTED_DECIMALS = 18
/** One token, with `WANTED_DECIMALS`. */
export const ONE = 10n ** BigInt(WANTED_DECIMALS)

/**
 * The estimated cost of a token amount, before fees: whole units of the payment currency, rounded up, since providers accept
 * only whole units. The provider decides the real price. Undefined for an invalid price.
 * @param wanted with `WANTED_DECIMALS`
 * @param price US dollars for one
 */
export function toPaymentAmount(wanted: bigint, price: number): string | undefined {
  const each = readPrice(price)
  if (!each) return undefined
  const one = ONE * 10n ** BigInt(each.decimals)
  return String((wanted * each.digits + one - 1n) / one)
}

/** The sum of a quote's fees, in the payment currency; undefined where fees are unknown. */
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
