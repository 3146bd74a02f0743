/** What somebody wants to buy, as far as it was chosen; it stays while they look at other views. */
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
import {
  canArrive,
  checkLimits,
  isPurchaseNetwork,
  type OnRampOptions,
  type OnRampQuoteInput,
  type PaymentCurrency,
  type PaymentLimit,
  type PurchaseCurrency,
  type PurchaseNetwork,
} from '../core/payments/onramp.ts'
import type { OnRampProvider } from '../core/payments/onramp-providers.ts'
import type { Shell } from '../shell/shell.ts'
import { listCompatible } from '../wallets/list-compatible.ts'
import type { BuyOption, PurchasePlan } from './purchase.ts'

export interface Choice {
  /** As it was typed: digits alone are an amount. */
  amount: string
  /** Ids; absent: the first that fits. */
  currency?: string
  method?: string
  /** CAIP-10. */
  token?: CaipAddress
  provider?: string
}

/** One token on one network. */
export interface Offer {
  /** CAIP-10. */
  token: CaipAddress
  currency: PurchaseCurrency
  /** As the provider names it, and as the page does. */
  at: PurchaseNetwork
  network: Network
}

interface Buying {
  choice: Signal<Choice>
  options: Signal<OnRampOptions | undefined>
}

const all = new WeakMap<Shell, Buying>()

export function getBuying(shell: Shell): Buying {
  let buying = all.get(shell)
  if (!buying) all.set(shell, (buying = { choice: signal({ amount: '100' }), options: signal(undefined) }))
  return buying
}

export function choose(shell: Shell, part: Partial<Choice>): void {
  const { choice } = getBuying(shell)
  choice.value = { ...choice.peek(), ...part }
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

/** The one that was chosen, else dollars in coins, which most people want, else the first. */
function findOffer(offers: readonly Offer[], { token }: Choice): Offer | undefined {
  const [first] = offers
  const isHere = ({ network }: Offer) => network.caipNetworkId === first?.network.caipNetworkId
  return (
    offers.find((one) => one.token === token) ??
    offers.find((one) => isHere(one) && one.currency.symbol === 'USDC') ??
    first
  )
}

/** The way that was chosen, else the first that reaches the current network, else the first. */
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

/** A choice, read: what can be bought, how it can be paid for, and what would be opened. */
export interface ReadChoice {
  /** Whatever is sold to this address, on the current network first. */
  offers: readonly Offer[]
  /** Those of them that can be paid for in the chosen way. */
  payable: readonly Offer[]
  /** With the ways of paying that reach some offer. */
  currencies: readonly PaymentCurrency[]
  /** Undefined where nothing can be bought. */
  chosen: { offer: Offer; currency: PaymentCurrency; limit: PaymentLimit } | undefined
  /** Whole units of the currency; undefined: none. */
  amount: number | undefined
  /** What is wrong with the amount; undefined: nothing. */
  fault: ReturnType<typeof checkLimits>
  /** Undefined: none of the providers sells it. */
  provider: OnRampProvider | undefined
  /** What a price can be asked for; undefined: nothing. */
  question: OnRampQuoteInput | undefined
  /** What would be opened, once nothing is wrong with the amount. */
  plan: PurchasePlan | undefined
}

/**
 * Views and pages ask this one function what the choice leads to, for a computed value or a view. A smart account receives on
 * its own network alone, whether the wallet or the network's node says that it is one.
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
  const known = { offers, payable, currencies, amount }
  if (!payment || !offer)
    return {
      ...known,
      chosen: undefined,
      fault: undefined,
      provider: undefined,
      question: undefined,
      plan: undefined,
    }
  const { currency, limit } = payment
  const { symbol } = offer.currency
  const fault = checkLimits(amount, limit)
  const namespace = getNamespace(account.caipAddress)
  const able = providers.filter((one) => (getOnly(one, namespace) ?? symbol) === symbol)
  const provider = able.find(({ name }) => name === choice.provider) ?? able[0]
  const isPriced = !fault && providers.some(({ name }) => name === 'coinbase')
  return {
    ...known,
    chosen: { offer, currency, limit },
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
      presetFiatAmount: provider.name === 'coinbase' && currency.id === 'USD' ? amount : undefined,
    },
  }
}

/** Meld takes no choice: it sells one coin in each namespace. Undefined: whatever is offered. */
export function getOnly({ name }: OnRampProvider, namespace: Namespace): string | undefined {
  if (name !== 'meld') return undefined
  return namespace === 'solana' ? 'SOL' : 'USDC'
}

/** Where it may arrive, the chosen network first: who takes no choice is told no network either. */
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

/** Whole units; undefined: none. */
function readAmount({ amount }: Choice): number | undefined {
  return /^\d{1,9}$/.test(amount) && Number(amount) > 0 ? Number(amount) : undefined
}
