/**
 * Buying, for a page that draws its own form. The page and the modal share one choice. The person pays at the provider.
 */
import { computed, effect, signal, untracked } from '@preact/signals-core'
import { BillfoldError, type ErrorRecord, toErrorRecord } from '../core/base/errors.ts'
import { type CaipAddress, getNamespace, isSameOwner } from '../core/chains/caip.ts'
import type {
  OnRampQuote,
  PaymentCurrency,
  PaymentLimit,
  PurchaseCurrency,
  PurchaseNetwork,
} from '../core/payments/onramp.ts'
import {
  getProviders,
  type OnRampProvider,
  type OnRampProviderName,
} from '../core/payments/onramp-providers.ts'
import type { Readable } from '../base/readable.ts'
import type { Shell } from '../shell/shell.ts'
import { createAccountMissing } from '../payments/page-errors.ts'
import { followCommand } from '../worker-link/follow-command.ts'
import {
  type Choice,
  choose,
  enterWanted,
  getBuying,
  type Offer,
  type ReadChoice,
  readChoice,
} from './choice.ts'
import { followPrice } from './price.ts'
import { cancelPurchase, getPurchase, markOpened, type Purchase, startPurchase } from './purchase.ts'

/** The current choice and its price, for the active account. */
export interface OnRampState {
  /** The receiving account (CAIP-10); undefined while no wallet is connected. */
  account: CaipAddress | undefined
  /** Providers that sell in the account's namespace and that the page's `features.onramp` allows. */
  providers: readonly OnRampProvider[]
  /**
   * The chosen provider, else the first that sells the token. Undefined until the options are known, and if no provider
   * sells the token.
   */
  selectedProvider: OnRampProvider | undefined
  /** Tokens that can be bought with `paymentMethod` for the account's address, those on the account's network first. */
  offers: readonly Offer[]
  /** The token to buy. Undefined until the options are known, and if this address can receive none of the tokens. */
  purchaseCurrency: PurchaseCurrency | undefined
  /** The chosen network of `purchaseCurrency`. */
  purchaseNetwork: PurchaseNetwork | undefined
  /** Payment currencies, each with the payment methods that reach at least one offer. */
  paymentCurrencies: readonly PaymentCurrency[]
  /** The chosen payment currency; undefined until it is known. */
  paymentCurrency: PaymentCurrency | undefined
  /** The chosen payment method of `paymentCurrency`, with its limits. */
  paymentMethod: PaymentLimit | undefined
  /**
   * The amount to pay in `paymentCurrency`, as typed. Only an integer is valid. If `tokenAmount` is set: the
   * approximate cost of that token amount.
   */
  paymentAmount: string
  /** Price of one token in `paymentCurrency`, before fees; undefined until it is known, and for currencies other than USD. */
  price: number | undefined
  /** The token amount as typed, if it was entered in place of `paymentAmount`. */
  tokenAmount: string | undefined
  /** The quoted token amount in tokens, as decimal text such as `97.94`. Undefined without a quote. */
  purchaseAmount: string | undefined
  /** Coinbase's quote; undefined while it loads and if there is none. Without a quote, the provider shows its price. */
  quote: OnRampQuote | undefined
  quotesLoading: boolean
  /** none: no amount. low, high: outside the limits of `paymentMethod`. Absent: the amount is valid. */
  amountFault?: 'none' | 'low' | 'high'
  /**
   * Whether the options are common samples, because the API could not be reached. The provider may not accept all of
   * them.
   */
  isSample: boolean
  /** Why the options or the price could not be fetched; undefined if they could. */
  error: ErrorRecord | undefined
  /** The last purchase of this account on this page; undefined: none. */
  purchase: Purchase | undefined
}

/** A change of the choice; absent fields stay as they are. */
export interface OnRampEntry {
  /** One of `providers`, or its name. */
  provider?: Pick<OnRampProvider, 'name'> | OnRampProviderName
  /**
   * The `token` (CAIP-10) of one of `offers`. If the same call chooses a payment method: of an offer that this method
   * can pay.
   */
  token?: CaipAddress
  /** `id` of one of `paymentCurrencies`. */
  paymentCurrency?: string
  /** `id` of one of the limits of `paymentCurrency`. */
  paymentMethod?: string
  /** The payment amount, as typed. Only an integer is valid. */
  paymentAmount?: string
  /** The token amount, as typed, in place of `paymentAmount`. Possible once `price` is known. */
  tokenAmount?: string
}

/** Buys tokens by card or bank transfer. @see `Headless.onramp` */
export interface OnRamp {
  /** Options and price are fetched while this signal has a subscriber. */
  readonly state: Readable<OnRampState>
  /** Changes the parts of the choice that `entry` names. @throws options_invalid for a value that is not offered */
  update(entry: OnRampEntry): void
  /**
   * Opens the provider's window. Call it in the click handler, or the browser blocks the window: then `purchase.status` is
   * `blocked`, and `purchase.url` can be shown as a link. `arrived` means that the account's balance on the network has grown.
   * @throws account_missing, transfer_incomplete (context: problem)
   */
  buy(): void
  /** Call it when a person presses the link to `purchase.url` that you show because the window was blocked. */
  markOpened(): void
  /**
   * Marks the purchase as cancelled. Billfold still watches the balance, since a person who has paid still gets the
   * tokens.
   */
  cancel(): void
}

/** Debounce of quotes. Milliseconds. */
const PAUSE = 400

/** Creates one object for each shell. */
export function createPageOnRamp(shell: Shell): OnRamp {
  const { choice, options } = getBuying(shell)
  const last = getPurchase(shell)
  const failure = signal<ErrorRecord | undefined>(undefined)
  const account = computed(() => {
    const top = shell.account.value
    return top.status === 'connected' ? top : undefined
  })
  const providers = computed(() =>
    account.value ? getProviders(shell.features.value.onramp, getNamespace(account.value.caipAddress)) : [],
  )
  const readWith = (chosen: Choice): ReadChoice | undefined =>
    account.value && options.value
      ? readChoice(shell, options.value, account.value, providers.value, chosen)
      : undefined
  const read = computed(() => readWith(choice.value))
  const token = computed(() => read.value?.chosen?.offer.token)
  const asked = followCommand(shell.call, 'onRampQuote', () => read.value?.question, PAUSE)

  function readState(): OnRampState {
    const of = account.value?.caipAddress
    const now = read.value
    const answer = asked.get()
    const quote = answer?.data?.isPlaceholder ? undefined : answer?.data
    const purchase = last.value
    const isOwn = of && purchase && isSameOwner(purchase.plan.places[0].account, of)
    return {
      account: of,
      providers: providers.value,
      selectedProvider: now?.provider,
      offers: now?.payable ?? [],
      purchaseCurrency: now?.chosen?.offer.currency,
      purchaseNetwork: now?.chosen?.offer.at,
      paymentCurrencies: now?.currencies ?? [],
      paymentCurrency: now?.chosen?.currency,
      paymentMethod: now?.chosen?.limit,
      paymentAmount: choice.value.amount,
      price: now?.price,
      tokenAmount: now?.wanted && choice.value.wanted?.text,
      purchaseAmount: quote?.purchaseAmount.amount,
      quote,
      quotesLoading: now?.question !== undefined && !answer,
      ...(now?.fault && { amountFault: now.fault }),
      isSample: options.value?.source === 'sample',
      error: answer?.error ?? failure.value,
      purchase: isOwn ? purchase : undefined,
    }
  }

  function askOptions(): () => void {
    const controller = new AbortController()
    if (options.peek()?.source !== 'api')
      shell.call('onRampOptions', {}, { signal: controller.signal }).then(
        (known) => {
          options.value = known
          failure.value = undefined
        },
        (error: unknown) => controller.signal.aborted || (failure.value = toErrorRecord(error)),
      )
    return () => controller.abort()
  }

  let stops: readonly (() => void)[] = []
  const state = computed<OnRampState>(readState, {
    watched() {
      stops = untracked(() => [
        effect(() => (account.value ? untracked(askOptions) : undefined)),
        asked.follow(),
        effect(() => {
          const of = token.value
          return of && untracked(() => followPrice(shell, of))
        }),
      ])
    },
    unwatched() {
      for (const stop of stops) stop()
    },
  })

  return {
    state,
    update(entry) {
      const part = toChoice(entry, state.peek())
      const then = readWith({ ...choice.peek(), ...part })
      if (then?.chosen) assertOne('token', part.token, listTokens(then.payable))
      const { tokenAmount } = entry
      if (tokenAmount === undefined) return choose(shell, part)
      if (typeof tokenAmount !== 'string' || !then?.chosen || then.price === undefined)
        throw new BillfoldError(
          'options_invalid',
          '`tokenAmount` must be the text as typed, for example "0.5", of a token whose `price` is known.',
        )
      choose(shell, part)
      enterWanted(shell, { token: then.chosen.offer.token, text: tokenAmount })
    },
    buy() {
      if (!account.peek()) throw createAccountMissing()
      const { plan, fault, chosen } = read.peek() ?? {}
      const problem = !chosen ? 'token_missing' : !plan ? 'provider_missing' : fault && `amount_${fault}`
      if (!plan || problem)
        throw new BillfoldError(
          'transfer_incomplete',
          `This cannot be bought yet: ${problem}. See \`state\`.`,
          { context: { problem } },
        )
      startPurchase(shell, plan, plan.provider.label)
    },
    markOpened: () => markOpened(shell),
    cancel: () => cancelPurchase(shell),
  }
}

/** @throws options_invalid for a value that the state does not offer */
function toChoice(entry: OnRampEntry, now: OnRampState): Partial<Choice> {
  const { provider, token, paymentCurrency, paymentMethod, paymentAmount } = entry
  const name = typeof provider === 'string' ? provider : provider?.name
  assertOne('provider', name, listNames(now.providers))
  if (now.paymentCurrency) {
    const wanted = paymentCurrency ?? now.paymentCurrency.id
    const currency = now.paymentCurrencies.find(({ id }) => id === wanted)
    assertOne('paymentCurrency', paymentCurrency, listIds(now.paymentCurrencies))
    assertOne('paymentMethod', paymentMethod, listIds(currency?.payment_method_limits ?? []))
  }
  if (paymentAmount !== undefined && typeof paymentAmount !== 'string')
    throw new BillfoldError(
      'options_invalid',
      '`paymentAmount` must be the text as typed, for example "100".',
    )
  return {
    ...(name !== undefined && { provider: name }),
    ...(token !== undefined && { token }),
    ...(paymentCurrency !== undefined && { currency: paymentCurrency }),
    ...(paymentMethod !== undefined && { method: paymentMethod }),
    ...(paymentAmount !== undefined && { amount: paymentAmount, wanted: undefined }),
  }
}

const listNames = (all: readonly OnRampProvider[]) => all.map(({ name }) => name)
const listTokens = (all: readonly Offer[]) => all.map(({ token }) => token)
const listIds = (all: readonly { id: string }[]) => all.map(({ id }) => id)

/** @throws options_invalid */
function assertOne(name: keyof OnRampEntry, given: string | undefined, known: readonly string[]): void {
  if (given === undefined || known.includes(given)) return
  throw new BillfoldError('options_invalid', `\`${name}\` must be one of ${known.join(', ') || 'none'}.`)
}
