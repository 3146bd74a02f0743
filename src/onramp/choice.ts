/** The current choice of a purchase, kept while other views are open. */
import { type Signal, signal } from '@preact/signals-core'
import {
  type CaipAddress,
  formatCaipAddress,
  getNamespace,
  type Namespace,
  parseCaipAddress,
} from '../core/chains/caip.ts'
import type { ConnectedAccount } from '../wallets/account.ts'
import { readSmartAccounts } from '../base/smart-accounts.ts'
import type { Network } from '../core/chains/networks.ts'
import { getLocale } from '../base/locale.ts'
import { formatTypedAmount, parseTypedAmount, type TypedAmount } from '../core/payments/typed-amount.ts'
import {
  canArrive,
  checkLimits,
  isPurchaseNetwork,
  type OnRampOptions,
  type OnRampQuoteInput,
  type PaymentCurrency,
  ONE,
  type PaymentLimit,
  type PurchaseCurrency,
  type PurchaseNetwork,
  toPaymentAmount,
  WANTED_DECIMALS,
} from '../core/payments/onramp.ts'
import { toTokenAmount } from '../core/payments/dollars.ts'
import type { OnRampProvider } from '../core/payments/onramp-providers.ts'
import type { Shell } from '../shell/shell.ts'
import { listCompatible } from '../wallets/list-compatible.ts'
import type { BuyOption, PurchasePlan } from './purchase.ts'

export interface Choice {
  /** The payment amount as typed; valid only if it consists of digits. If `wanted` is set: the cost of that token amount. */
  amount: string
  /** An amount typed in the token. Used only while that token is chosen and its price is known. */
  wanted?: Wanted | undefined
  /** Ids of the payment currency and method. Absent: the default of `findPayment`. */
  currency?: string
  method?: string
  /** CAIP-10. */
  token?: CaipAddress
  provider?: string
}

interface Wanted {
  /** CAIP-10. */
  token: CaipAddress
  /** The text as typed. */
  text: string
}

/** One token on one network. */
export interface Offer {
  /** CAIP-10. */
  token: CaipAddress
  currency: PurchaseCurrency
  /** One network: `at` as the provider names it, `network` as the page gave it. */
  at: PurchaseNetwork
  network: Network
}

interface Buying {
  choice: Signal<Choice>
  options: Signal<OnRampOptions | undefined>
  /** The last known price of a token (CAIP-10), in US dollars for one token. */
  price: Signal<{ token: CaipAddress; value: number } | undefined>
}

const all = new WeakMap<Shell, Buying>()

export function getBuying(shell: Shell): Buying {
  let buying = all.get(shell)
  if (!buying) {
    buying = { choice: signal({ amount: '100' }), options: signal(undefined), price: signal(undefined) }
    all.set(shell, buying)
  }
  return buying
}

export function choose(shell: Shell, part: Partial<Choice>): void {
  const { choice } = getBuying(shell)
  choice.value = { ...choice.peek(), ...part }
}

export function enterAmount(shell: Shell, amount: string): void {
  choose(shell, { amount, wanted: undefined })
}

/** Enters a token amount. The cost of that amount at the current price becomes the payment amount. */
export function enterWanted(shell: Shell, wanted: Wanted): void {
  const typed = readWanted(shell, wanted)
  const price = getBuying(shell).price.peek()
  const isPriced = typed.status === 'read' && price?.token === wanted.token
  choose(shell, { wanted, amount: (isPriced && toPaymentAmount(typed.amount, price.value)) || '' })
}

/** Switches between typing the payment amount and typing the token amount. Does nothing if the price is unknown. */
export function flipAmount(shell: Shell, { chosen, amount, price, wanted }: ReadChoice): void {
  if (wanted) return enterAmount(shell, amount === undefined ? '' : String(amount))
  if (!chosen || price === undefined) return
  const token =
    amount === undefined ? undefined : toTokenAmount(BigInt(amount) * 100n, price, WANTED_DECIMALS)
  const text = token ? formatTypedAmount(token, WANTED_DECIMALS, getLocale(shell)) : ''
  enterWanted(shell, { token: chosen.offer.token, text })
}

function readWanted(shell: Shell, { text }: Wanted): TypedAmount {
  return parseTypedAmount(text, WANTED_DECIMALS, getLocale(shell))
}

function listOffers(
  { purchaseCurrencies }: OnRampOptions,
  account: ConnectedAccount,
  networks: readonly Network[],
): readonly Offer[] {
  return listCompatible(account, networks).flatMap((network) =>
    purchaseCurrencies.flatMap((currency) =>
      currency.networks
        .filter((at) => isPurchaseNetwork(at, network.caipNetworkId))
        .map((at) => ({
          token: formatCaipAddress(network.caipNetworkId, at.contract_address),
          currency,
          at,
          network,
        })),
    ),
  )
}

/** The chosen token, else a dollar stablecoin, which most people want, else the first. */
function findOffer(offers: readonly Offer[], { token }: Choice): Offer | undefined {
  const [first] = offers
  const isHere = ({ network }: Offer) => network.caipNetworkId === first?.network.caipNetworkId
  return (
    offers.find((one) => one.token === token) ??
    offers.find((one) => isHere(one) && one.currency.symbol === 'USDC') ??
    first
  )
}

/**
 * The chosen payment currency and method. Default: US dollars or the first currency, with its first method that reaches
 * the network of the `current` offer.
 */
function findPayment(
  currencies: readonly PaymentCurrency[],
  { currency, method }: Choice,
  current: Offer | undefined,
): { currency: PaymentCurrency; limit: PaymentLimit } | undefined {
  const find = (id: string | undefined) => currencies.find((one) => one.id === id)
  const payment = find(currency) ?? find('USD') ?? currencies[0]
  if (!payment || !current) return undefined
  const limits = payment.payment_method_limits
  const limit =
    limits.find(({ id }) => id === method) ?? limits.find(({ id }) => canArrive(id, current.network))
  return { currency: payment, limit: limit ?? limits[0]! }
}

/** The resolved choice: available tokens, payment methods, and the purchase to open. */
export interface ReadChoice {
  /** All tokens that can be bought for the account's address, those on the current network first. */
  offers: readonly Offer[]
  /** The offers that accept the chosen payment method. */
  payable: readonly Offer[]
  /** Payment currencies with the payment methods that reach at least one offer. */
  currencies: readonly PaymentCurrency[]
  /** Undefined if nothing can be bought. */
  chosen: { offer: Offer; currency: PaymentCurrency; limit: PaymentLimit } | undefined
  /** The payment amount, an integer in units of the currency. Undefined if the typed text is no amount. */
  amount: number | undefined
  /** Price of one token in the payment currency; undefined: unknown. */
  price: number | undefined
  /** The amount typed in the token, with `WANTED_DECIMALS`; undefined: the payment amount was typed. */
  wanted: TypedAmount | undefined
  /** The fault of the amount; undefined if it is valid. */
  fault: ReturnType<typeof checkLimits>
  /** The chosen provider, else the first that sells the token. Undefined if no provider sells it. */
  provider: OnRampProvider | undefined
  /** The quote to request; undefined if none can be requested. */
  question: OnRampQuoteInput | undefined
  /** The purchase to open, once the amount is valid. */
  plan: PurchasePlan | undefined
}

/**
 * Resolves the choice for views and pages, which may call it in a computed value. A smart account receives only on its own
 * network, no matter whether the wallet or the node says that it is a smart account.
 * @param choice default: what is chosen now
 */
export function readChoice(
  shell: Shell,
  options: OnRampOptions,
  account: ConnectedAccount,
  providers: readonly OnRampProvider[],
  choice: Choice = getBuying(shell).choice.value,
): ReadChoice {
  const offers = listOffers(options, readSmartAccounts(account, shell), shell.networks)
  const listPayable = ({ id }: PaymentLimit) => offers.filter(({ network }) => canArrive(id, network))
  const currencies = options.paymentCurrencies.flatMap((currency) => {
    const limits = currency.payment_method_limits.filter((limit) => listPayable(limit).length > 0)
    return limits.length > 0 ? [{ ...currency, payment_method_limits: limits }] : []
  })
  const payment = findPayment(currencies, choice, offers[0])
  const payable = payment ? listPayable(payment.limit) : []
  const offer = findOffer(payable, choice)
  const amount = readAmount(choice)
  const sold = { offers, payable, currencies, amount }
  if (!payment || !offer)
    return {
      ...sold,
      chosen: undefined,
      price: undefined,
      wanted: undefined,
      fault: undefined,
      provider: undefined,
      question: undefined,
      plan: undefined,
    }
  const { currency, limit } = payment
  const { symbol } = offer.currency
  const fault = checkLimits(amount, limit)
  const known = getBuying(shell).price.value
  // Prices are in US dollars. In other currencies the price is unknown, since there is no exchange rate.
  const price = currency.id === 'USD' && known?.token === offer.token ? known.value : undefined
  const isWanted = choice.wanted && choice.wanted.token === offer.token && price !== undefined
  const wanted = isWanted ? readWanted(shell, choice.wanted!) : undefined
  const namespace = getNamespace(account.caipAddress)
  const able = providers.filter((one) => (getOnly(one, namespace) ?? symbol) === symbol)
  const provider = able.find(({ name }) => name === choice.provider) ?? able[0]
  const isPriced = !fault && providers.some(({ name }) => name === 'coinbase')
  return {
    ...sold,
    chosen: { offer, currency, limit },
    price,
    wanted,
    fault,
    provider,
    question:
      isPriced && amount !== undefined
        ? {
            purchaseCurrency: offer.currency.id,
            network: offer.at.name,
            paymentCurrency: currency.id,
            amount,
          }
        : undefined,
    plan: provider && {
      provider,
      address: account.address,
      symbol,
      places: listPlaces(provider, offer, offers, account),
      network: offer.at.name,
      ...(provider.name === 'coinbase' && getPresets(currency, amount, wanted)),
    },
  }
}

type Presets = Pick<PurchasePlan, 'presetFiatAmount' | 'presetCryptoAmount'>

/**
 * The amount to enter at the provider. If a whole number of tokens was typed: that number, since the provider accepts
 * no fraction. Else the payment amount, if it is in US dollars. Never both, since they would conflict.
 */
function getPresets({ id }: PaymentCurrency, amount: number | undefined, wanted?: TypedAmount): Presets {
  if (wanted?.status === 'read' && wanted.amount > 0n && wanted.amount % ONE === 0n)
    return { presetCryptoAmount: Number(wanted.amount / ONE) }
  return id === 'USD' && amount !== undefined ? { presetFiatAmount: amount } : {}
}

/** Symbol of the only token that Meld sells in a namespace. Undefined for other providers. */
export function getOnly({ name }: OnRampProvider, namespace: Namespace): string | undefined {
  if (name !== 'meld') return undefined
  return namespace === 'solana' ? 'SOL' : 'USDC'
}

/**
 * Networks where the purchase may arrive, the chosen network first. With Meld, the page cannot choose the network, so
 * all networks of the token are listed.
 */
function listPlaces(
  { name }: OnRampProvider,
  chosen: Offer,
  offers: readonly Offer[],
  { caipAddress }: ConnectedAccount,
): readonly [BuyOption, ...BuyOption[]] {
  const toOption = ({ network, token }: Offer): BuyOption => ({
    account: formatCaipAddress(network.caipNetworkId, parseCaipAddress(caipAddress).address),
    token,
    networkName: network.name,
  })
  const isOther = (one: Offer) => one !== chosen && one.currency.symbol === chosen.currency.symbol
  return [toOption(chosen), ...(name === 'meld' ? offers.filter(isOther).map(toOption) : [])]
}

/** The payment amount; undefined unless the text is a positive integer. */
function readAmount({ amount }: Choice): number | undefined {
  return /^\d{1,15}$/.test(amount) && Number(amount) > 0 ? Number(amount) : undefined
}
