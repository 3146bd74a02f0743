/** Buying with a card or from a bank: providers, payment currencies, tokens and quotes. */
import type { CaipAddress, CaipNetworkId } from '../chains/caip.ts'
import type { Network } from '../chains/networks.ts'
import { formatFull, parseDecimalCutOff } from '../text/amount.ts'
import { readPrice } from './dollars.ts'
import type { OnRampProviderName } from './onramp-providers.ts'

/** What it is paid with, and how: `id` is a currency of ISO 4217. */
export interface PaymentCurrency {
  id: string
  payment_method_limits: readonly PaymentLimit[]
  /** Its picture in the directory. */
  iconUrl?: string
}
/** `id`: the way of paying, such as card. `min` and `max` in whole units with a point, for example `7500.00`. */
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
  /** sample: the API could not be asked; these are common ones, and the provider has the last word. */
  source: 'api' | 'sample'
  paymentCurrencies: readonly PaymentCurrency[]
  purchaseCurrencies: readonly PurchaseCurrency[]
}

/** `amount`: whole units with a point, of a currency's id or a token's symbol. */
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
  /** Absent in what only stands in for a quote: it can be sent nowhere. */
  quoteId?: string
  /** No quote: it repeats the amount that was typed, and nothing may be concluded from it. */
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
  /** What is bought there. */
  symbol: string
  /** US dollars, whole. Absent: the provider asks. */
  presetFiatAmount?: number | undefined
  /** Whole units of what is bought. Absent: the provider asks. */
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

/** Where a card can pay, by the chain's name there and its EIP-155 id. */
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
 * Whether what is paid for in this way can arrive on a network: of EVM networks a card reaches eight, and their forks. Other
 * ways of paying, and Solana, have no such list.
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
 * What is wrong with an amount for a way of paying, in the currency's whole units. Undefined: nothing.
 * @param amount undefined: none was typed
 */
export function checkLimits(
  amount: number | undefined,
  limit: PaymentLimit,
): 'none' | 'low' | 'high' | undefined {
  if (amount === undefined || amount === 0) return 'none'
  if (amount < Number(limit.min)) return 'low'
  return amount > Number(limit.max) ? 'high' : undefined
}

/** In place of a quote that could not be had. Its fees are not known, so it names none. */
export function toPlaceholder({ amount, paymentCurrency }: OnRampQuoteInput): OnRampQuote {
  const typed = { amount: String(amount), currency: paymentCurrency }
  return { paymentTotal: typed, paymentSubtotal: typed, purchaseAmount: typed, isPlaceholder: true }
}

/** Decimals of an amount of the token as somebody types it: what is sold does not say its own. */
export const WANTED_DECIMALS = 18
/** One token, with `WANTED_DECIMALS`. */
export const ONE = 10n ** BigInt(WANTED_DECIMALS)

/**
 * What an amount of the token costs, before fees: whole units of the payment currency, rounded up, since providers take no
 * others. It is where somebody starts; the provider says what is paid. Undefined for a price that can be none.
 * @param wanted with `WANTED_DECIMALS`
 * @param price US dollars for one
 */
export function toPaymentAmount(wanted: bigint, price: number): string | undefined {
  const each = readPrice(price)
  if (!each) return undefined
  const one = ONE * 10n ** BigInt(each.decimals)
  return String((wanted * each.digits + one - 1n) / one)
}

/** All fees of a quote, in the currency that is paid in; undefined where they are not known. */
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
