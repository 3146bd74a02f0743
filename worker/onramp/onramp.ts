/** What the API is asked for when somebody buys: what there is, what it costs, where to pay, and what became of it. */
import { parseCaipAddress } from '../../src/core/caip.ts'
import { BillfoldError, hasCode } from '../../src/core/errors.ts'
import {
  isPositive,
  type OnRampAmount,
  type OnRampOptions,
  type OnRampPurchase,
  type OnRampPurchasesInput,
  type OnRampQuote,
  type OnRampQuoteInput,
  type OnRampUrlInput,
  type PaymentCurrency,
  type PaymentLimit,
  type PurchaseCurrency,
  type PurchaseNetwork,
  toPlaceholder,
} from '../../src/core/onramp.ts'
import { onRampProviders } from '../../src/core/onramp-providers.ts'
import { isRecord } from '../../src/core/shapes.ts'
import { safeLink } from '../../src/core/url.ts'
import type { CommandContext } from '../context.ts'
import { path } from '../http/path.ts'
import { wrapFailure } from '../http/wrap-failure.ts'
import { sampleOptions } from './sample-options.ts'

/** Of anything that an answer lists. */
const MOST = 200

/** Never fails for want of the API: the samples say that they are some. @throws aborted */
export async function onRampOptions(_: unknown, { http, signal }: CommandContext): Promise<OnRampOptions> {
  try {
    const answer = await http.client('api').get('/v1/onramp/options', {}, { signal, retry: false })
    const { paymentCurrencies, purchaseCurrencies } = isRecord(answer) ? answer : {}
    const payments = readList(paymentCurrencies, readPaymentCurrency)
    const purchases = readList(purchaseCurrencies, readPurchaseCurrency)
    if (payments.length === 0 || purchases.length === 0) throw unusable('what can be bought')
    return { source: 'api', paymentCurrencies: payments, purchaseCurrencies: purchases }
  } catch (error) {
    if (hasCode(error, 'aborted')) throw error
    return sampleOptions
  }
}

/** Where there is none, what comes stands in for one and says so. @throws aborted */
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

/** Where a person pays. @throws onramp_unavailable */
export async function onRampUrl(input: OnRampUrlInput, context: CommandContext): Promise<string> {
  if (input.provider === 'meld') return toMeldUrl(input, context.config)
  let answer: unknown
  try {
    answer = await context.http
      .client('api')
      .post('/v1/generators/onrampurl', toUrlBody(input), { signal: context.signal })
  } catch (error) {
    if (hasCode(error, 'aborted')) throw error
    throw unavailable(error)
  }
  const url = safeLink(isRecord(answer) ? answer['url'] : undefined)
  if (!url) throw unavailable(unusable('the address where to pay'))
  return url
}

/** @throws options_invalid for a preset that is not whole: the API refuses those */
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
      throw new BillfoldError('options_invalid', `${preset} is no whole amount.`)
  return {
    destinationWallets: [{ address, blockchains: [network], assets: [symbol] }],
    defaultNetwork: network,
    partnerUserId: address,
    defaultExperience: 'buy',
    ...(presetCryptoAmount === undefined ? {} : { presetCryptoAmount }),
    ...(presetFiatAmount === undefined ? {} : { presetFiatAmount }),
  }
}

/** @see https://docs.meld.io */
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

/** What the provider says of the account's purchases, newest first. @throws what the call meets, bad_envelope */
export async function onRampPurchases(
  { account, provider }: OnRampPurchasesInput,
  { http, signal }: CommandContext,
): Promise<readonly OnRampPurchase[]> {
  const { address, caipNetworkId } = parseCaipAddress(account)
  const query = { onramp: provider, chainId: caipNetworkId }
  const answer = await http
    .client('api')
    .get(path`/v1/account/${address}/history`, query, { signal, retry: false })
  const listed = isRecord(answer) ? answer['data'] : undefined
  if (!Array.isArray(listed)) throw unusable('the purchases')
  return readList(listed, (one) => {
    const { id, metadata } = one
    const status = isRecord(metadata) ? toStatus(metadata['status']) : undefined
    return typeof id === 'string' && status ? { id, status } : undefined
  })
}

/** Whatever else stands there is no purchase, such as a transaction of the account. */
function toStatus(status: unknown): OnRampPurchase['status'] | undefined {
  if (status === 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS') return 'pending'
  if (status === 'ONRAMP_TRANSACTION_STATUS_SUCCESS') return 'success'
  return status === 'ONRAMP_TRANSACTION_STATUS_FAILED' ? 'failed' : undefined
}

/** Every figure must be one, in the currencies that were asked for: a quote that speaks of others is none. */
function readQuote(answer: unknown, { paymentCurrency, purchaseCurrency }: OnRampQuoteInput): OnRampQuote {
  const given = isRecord(answer) ? answer : {}
  const read = (name: string): OnRampAmount | undefined => {
    const { amount, currency } = isRecord(given[name]) ? given[name] : {}
    const text = typeof amount === 'number' ? String(amount) : amount
    return isPositive(text) && isId(currency) ? { amount: text, currency } : undefined
  }
  const [paymentTotal, paymentSubtotal, purchaseAmount] = [
    read('paymentTotal'),
    read('paymentSubtotal'),
    read('purchaseAmount'),
  ]
  const networkFee = read('networkFee')
  const coinbaseFee = read('coinbaseFee')
  const { quoteId } = given
  const isMeant =
    isSame(paymentTotal?.currency, paymentCurrency) && isSame(purchaseAmount?.currency, purchaseCurrency)
  if (!paymentTotal || !paymentSubtotal || !purchaseAmount || !isMeant || typeof quoteId !== 'string')
    throw unusable('the quote')
  return {
    paymentTotal,
    paymentSubtotal,
    purchaseAmount,
    quoteId,
    ...(networkFee ? { networkFee } : {}),
    ...(coinbaseFee ? { coinbaseFee } : {}),
  }
}

function isSame(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase()
}

function readPaymentCurrency(one: Readonly<Record<string, unknown>>): PaymentCurrency | undefined {
  const limits = readList(one['payment_method_limits'], readLimit)
  const { id } = one
  return typeof id === 'string' && /^[A-Z]{3}$/.test(id) && limits.length > 0
    ? { id, payment_method_limits: limits }
    : undefined
}

function readLimit({ id, min, max }: Readonly<Record<string, unknown>>): PaymentLimit | undefined {
  const [least, most] = [min, max].map((each) => (typeof each === 'number' ? String(each) : each))
  const isLimit = isId(id) && isPositive(least) && isPositive(most) && Number(least) <= Number(most)
  return isLimit ? { id, min: least, max: most } : undefined
}

function readPurchaseCurrency(one: Readonly<Record<string, unknown>>): PurchaseCurrency | undefined {
  const { id, name, symbol } = one
  const networks = readList(one['networks'], readNetwork)
  return isId(id) && isName(name) && isName(symbol) && networks.length > 0
    ? { id, name, symbol, networks }
    : undefined
}

function readNetwork(one: Readonly<Record<string, unknown>>): PurchaseNetwork | undefined {
  const { name, display_name, chain_id, contract_address } = one
  const isNetwork =
    isId(name) && isName(display_name) && isName(String(chain_id)) && typeof contract_address === 'string'
  return isNetwork && /^[\w]{20,64}$/.test(contract_address)
    ? { name, display_name, chain_id: String(chain_id), contract_address }
    : undefined
}

function readList<Item>(
  list: unknown,
  read: (one: Readonly<Record<string, unknown>>) => Item | undefined,
): readonly Item[] {
  const all = Array.isArray(list) ? (list as unknown[]).slice(0, MOST) : []
  return all.filter(isRecord).flatMap((one) => read(one) ?? [])
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{1,40}$/.test(value)
}

/** Without characters that cannot be seen. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && /^[\p{L}\p{N}][\p{L}\p{N}\p{P}\p{S} ]{0,39}$/u.test(value)
}

function unavailable(cause: unknown): BillfoldError {
  return wrapFailure('onramp_unavailable', 'The provider’s page could not be had. Try again.', cause)
}

function unusable(what: string): BillfoldError {
  return new BillfoldError('bad_envelope', `The answer about ${what} is not what was expected.`, {
    category: 'DATA_PARSING_ERROR',
  })
}
