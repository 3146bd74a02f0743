/** What somebody wants to buy, as far as it was chosen; it stays while they look at other views. */
import { type Signal, signal } from '@preact/signals-react'
import {
  type CaipAddress,
  formatCaipAddress,
  type Namespace,
  parseCaipAddress,
} from '../../src/core/chains/caip.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import {
  isPurchaseNetwork,
  type OnRampOptions,
  type PaymentCurrency,
  type PaymentLimit,
  type PurchaseCurrency,
  type PurchaseNetwork,
} from '../../src/core/payments/onramp.ts'
import type { OnRampProvider } from '../../src/core/payments/onramp-providers.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { listCompatible } from '../receive/compatible.ts'
import type { BuyOption } from './purchase.ts'

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

/** What can be bought to this address, on the current network first. */
export function listOffers(
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
export function findOffer(offers: readonly Offer[], { token }: Choice): Offer | undefined {
  const [first] = offers
  const isHere = ({ network }: Offer) => network.caipNetworkId === first?.network.caipNetworkId
  return (
    offers.find((one) => one.token === token) ??
    offers.find((one) => isHere(one) && one.currency.symbol === 'USDC') ??
    first
  )
}

export function findPayment(
  { paymentCurrencies }: OnRampOptions,
  { currency, method }: Choice,
): { currency: PaymentCurrency; limit: PaymentLimit } {
  const find = (id: string | undefined) => paymentCurrencies.find((one) => one.id === id)
  const payment = find(currency) ?? find('USD') ?? paymentCurrencies[0]!
  const limits = payment.payment_method_limits
  return { currency: payment, limit: limits.find(({ id }) => id === method) ?? limits[0]! }
}

/** Meld takes no choice: it sells one coin in each namespace. Undefined: whatever is offered. */
export function getOnly({ name }: OnRampProvider, namespace: Namespace): string | undefined {
  if (name !== 'meld') return undefined
  return namespace === 'solana' ? 'SOL' : 'USDC'
}

/** Where it may arrive, the chosen network first: who takes no choice is told no network either. */
export function listPlaces(
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
export function readAmount({ amount }: Choice): number | undefined {
  return /^\d{1,9}$/.test(amount) && Number(amount) > 0 ? Number(amount) : undefined
}
