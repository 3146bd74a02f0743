/** The API's calls for buying tokens: options, quotes, payment pages and purchases. */
import * as v from 'valibot'
import { isDecimal } from '../../../src/core/text/amount.ts'
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { BillfoldError, hasCode } from '../../../src/core/base/errors.ts'
import {
  type OnRampOptions,
  type OnRampPurchase,
  type OnRampPurchasesInput,
  type OnRampQuote,
  type OnRampQuoteInput,
  type OnRampUrlInput,
  type PaymentCurrency,
  type PurchaseCurrency,
  toPlaceholder,
} from '../../../src/core/payments/onramp.ts'
import { onRampProviders } from '../../../src/core/payments/onramp-providers.ts'
import { defined, listOf, orAbsent, parseOrNone, type Untrusted } from '../../../src/core/contract/schemas.ts'
import { safeLinkTo } from '../../../src/core/text/url.ts'
import type { CommandContext } from '../../base/context.ts'
import { path } from '../../http/path.ts'
import { wrapFailure } from '../../base/wrap-failure.ts'
import { sampleOptions } from './sample-options.ts'

/** Upper limit of items in each list of an answer. */
const MAX_LISTED = 200

const id = v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/))
/** A name without invisible characters. */
const name = v.pipe(v.string(), v.regex(/^[\p{L}\p{N}][\p{L}\p{N}\p{P}\p{S} ]{0,39}$/u))
/** The API returns amounts as text or as numbers. */
const numberOrText = v.union([v.pipe(v.number(), v.transform(String)), v.string()])
/** A positive decimal amount, in dollars or tokens (not in base units). */
const figure = v.pipe(
  numberOrText,
  v.check((given) => isDecimal(given) && /[1-9]/.test(given)),
)
const some = <Item extends v.GenericSchema>(item: Item) => v.pipe(listOf(item, MAX_LISTED), v.minLength(1))

const paymentCurrency: Untrusted<PaymentCurrency> = v.object({
  id: v.pipe(v.string(), v.regex(/^[A-Z]{3}$/)),
  payment_method_limits: some(
    v.pipe(
      v.object({ id, min: figure, max: figure }),
      v.check(({ min, max }) => Number(min) <= Number(max)),
    ),
  ),
})

const purchaseCurrency: Untrusted<PurchaseCurrency> = v.object({
  id,
  name,
  symbol: name,
  networks: some(
    v.object({
      name: id,
      display_name: name,
      chain_id: v.pipe(numberOrText, name),
      contract_address: v.pipe(v.string(), v.regex(/^[\w]{20,64}$/)),
    }),
  ),
})

const options = v.object({
  paymentCurrencies: some(paymentCurrency),
  purchaseCurrencies: some(purchaseCurrency),
})

const price = v.object({ amount: figure, currency: id })
const quote = v.pipe(
  v.object({
    paymentTotal: price,
    paymentSubtotal: price,
    purchaseAmount: price,
    networkFee: orAbsent(price),
    coinbaseFee: orAbsent(price),
    quoteId: v.string(),
  }),
  v.transform(defined),
)

const statuses = {
  ONRAMP_TRANSACTION_STATUS_IN_PROGRESS: 'pending',
  ONRAMP_TRANSACTION_STATUS_SUCCESS: 'success',
  ONRAMP_TRANSACTION_STATUS_FAILED: 'failed',
} as const

/** A purchase. Other items of the API's list, such as the account's transactions, do not match and are dropped. */
const purchase: Untrusted<OnRampPurchase> = v.pipe(
  v.object({
    id: v.string(),
    metadata: v.object({ status: v.picklist(Object.keys(statuses) as (keyof typeof statuses)[]) }),
  }),
  v.transform(({ id, metadata }) => ({ id, status: statuses[metadata.status] })),
)

/** The currencies and tokens that can be bought. If the API fails: samples, marked as such. @throws aborted */
export async function onRampOptions(_: unknown, context: CommandContext): Promise<OnRampOptions> {
  const { http, signal, config } = context
  try {
    const answer = await http.client('api').get('/v1/onramp/options', {}, { signal, retry: false })
    const read = parseOrNone(options, answer)
    if (!read) throw unusable('the tokens for sale')
    return addPictures({ source: 'api', ...read }, config)
  } catch (error) {
    if (hasCode(error, 'aborted')) throw error
    return addPictures(sampleOptions, config)
  }
}

/** Adds URLs of the directory's pictures, by symbol and currency code. If a picture is missing, the view shows a letter. */
function addPictures(
  { source, paymentCurrencies, purchaseCurrencies }: OnRampOptions,
  { urls, projectId, sdkType, sdkVersion }: CommandContext['config'],
): OnRampOptions {
  const search = new URLSearchParams({ projectId, st: sdkType, sv: sdkVersion })
  return {
    source,
    paymentCurrencies: paymentCurrencies.map((one) => ({
      ...one,
      iconUrl: `${urls.explorer}${path`/public/getCurrencyImage/${one.id}`}?${search}`,
    })),
    purchaseCurrencies: purchaseCurrencies.map((one) => ({
      ...one,
      iconUrl: `${urls.explorer}${path`/public/getTokenImage/${one.symbol}`}?${search}`,
    })),
  }
}

/** A quote. If the API fails: a placeholder, marked as such. @throws aborted */
export async function onRampQuote(
  input: OnRampQuoteInput,
  { http, signal }: CommandContext,
): Promise<OnRampQuote> {
  const { purchaseCurrency, paymentCurrency, amount, network } = input
  try {
    const body = { purchaseCurrency, paymentCurrency, amount: String(amount), network }
    return readQuote(await http.client('api').post('/v1/onramp/quote', body, { signal }), input)
  } catch (error) {
    if (hasCode(error, 'aborted')) throw error
    return toPlaceholder(input)
  }
}

/** The URL of the payment page, on one of the provider's own hosts. @throws onramp_unavailable */
export async function onRampUrl(input: OnRampUrlInput, context: CommandContext): Promise<string> {
  const { hosts } = onRampProviders.find(({ name }) => name === input.provider)!
  if (input.provider === 'meld')
    return openable(toMeldUrl(input, context.config), hosts, context.config.onRamp?.url)
  let answer: unknown
  try {
    answer = await context.http
      .client('api')
      .post('/v1/generators/onrampurl', toUrlBody(input), { signal: context.signal })
  } catch (error) {
    if (hasCode(error, 'aborted')) throw error
    throw unavailable(error)
  }
  return openable(parseOrNone(v.object({ url: v.string() }), answer)?.url, hosts)
}

/**
 * The URL if it leads to an allowed host. `own`: the page's option for the provider's base URL, whose host is allowed
 * too.
 * @throws onramp_unavailable
 */
function openable(url: unknown, hosts: readonly string[], own?: string): string {
  const link = safeLinkTo(own ? [...hosts, new URL(own).hostname] : hosts, url)
  if (link) return link
  throw unavailable(unusable('the provider’s address'))
}

/**
 * The body of the request for a payment page. @throws options_invalid for a preset amount with decimals, which the API
 * refuses
 */
export function toUrlBody({
  account,
  network,
  symbol,
  presetFiatAmount,
  presetCryptoAmount,
}: OnRampUrlInput): Readonly<Record<string, unknown>> {
  const { address } = parseCaipAddress(account)
  for (const preset of [presetFiatAmount, presetCryptoAmount])
    if (preset !== undefined && !Number.isSafeInteger(preset))
      throw new BillfoldError('options_invalid', `${preset} is not a whole amount.`)
  return {
    destinationWallets: [{ address, blockchains: [network], assets: [symbol] }],
    defaultNetwork: network,
    partnerUserId: address,
    defaultExperience: 'buy',
    ...(presetCryptoAmount === undefined ? {} : { presetCryptoAmount }),
    ...(presetFiatAmount === undefined ? {} : { presetFiatAmount }),
  }
}

/** The URL of Meld's payment page. @see https://docs.meld.io */
export function toMeldUrl(
  { account }: Pick<OnRampUrlInput, 'account'>,
  { projectId, onRamp }: Pick<CommandContext['config'], 'projectId' | 'onRamp'>,
): string {
  const { namespace, address } = parseCaipAddress(account)
  const base = onRamp?.url ?? onRampProviders.find(({ name }) => name === 'meld')!.url
  const url = new URL(base)
  url.searchParams.set('publicKey', onRamp?.publicKey ?? '')
  url.searchParams.set('destinationCurrencyCode', namespace === 'solana' ? 'SOL' : 'USDC')
  url.searchParams.set('walletAddress', address)
  url.searchParams.set('externalCustomerId', projectId)
  return url.href
}

/** The account's purchases from the provider, newest first. @throws the error of the request, bad_envelope */
export async function onRampPurchases(
  { account, provider }: OnRampPurchasesInput,
  { http, signal }: CommandContext,
): Promise<readonly OnRampPurchase[]> {
  const { address, caipNetworkId } = parseCaipAddress(account)
  const query = { onramp: provider, chainId: caipNetworkId }
  const answer = await http
    .client('api')
    .get(path`/v1/account/${address}/history`, query, { signal, retry: false })
  const listed = parseOrNone(v.object({ data: listOf(purchase, MAX_LISTED) }), answer)
  if (!listed) throw unusable('the purchases')
  return listed.data
}

/** Reads a quote. Every amount must be valid. The total and the purchased amount must be in the requested currencies. */
function readQuote(answer: unknown, { paymentCurrency, purchaseCurrency }: OnRampQuoteInput): OnRampQuote {
  const read = parseOrNone(quote, answer)
  const isMeant =
    isSame(read?.paymentTotal.currency, paymentCurrency) &&
    isSame(read?.purchaseAmount.currency, purchaseCurrency)
  if (!read || !isMeant) throw unusable('the quote')
  return read
}

function isSame(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase()
}

function unavailable(cause: unknown): BillfoldError {
  return wrapFailure('onramp_unavailable', 'Could not get the provider’s page. Try again.', cause)
}

function unusable(what: string): BillfoldError {
  return new BillfoldError('bad_envelope', `The answer about ${what} has an unexpected format.`, {
    category: 'DATA_PARSING_ERROR',
  })
}
