/** The provider API's calls about prices and buying. Orders end in a real transfer; see `checkout/orders.ts`. */
import type { IncomingMessage } from 'node:http'
import { isAddress } from 'viem'
import { isSolanaAddress } from '../../src/core/chains/solana-address.ts'
import type { Orders, OrderStatus } from './checkout/orders.ts'
import type { EvmChain } from '../chains/evm-chain.ts'
import { readBody } from './local-server.ts'
import { createMint } from '../chains/solana-accounts.ts'
import { solanaLocalnet } from '../chains/solana-network.ts'
import { nativeCoin, solanaCoin, solanaTokens } from '../chains/tokens.ts'

export type OnRampCall = 'price' | 'onramp-options' | 'onramp-quote' | 'onramp-url' | 'onramp-history'

export interface OnRampApiOptions {
  chains: readonly EvmChain[]
  hasSolana: boolean
  orders: Orders
  /** URL of the checkout page; known only after the page's server has started. */
  getCheckoutUrl(): string
}

interface Sold {
  /** CAIP-2. */
  caipNetworkId: string
  networkName: string
  symbol: string
  name: string
  /** Contract address; for native tokens, the placeholder address of the public API. */
  address: string
  /** US dollars; 0: unknown, so the token isn't sold. */
  price: number
  decimals: number
}

const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const NATIVE_SOLANA = `So${'1'.repeat(41)}`
/** The provider's fee, as a share of the payment. */
const FEE = 0.0199
/** Network fee within that fee, in the paid currency. */
const NETWORK_FEE = 0.07
/** US dollars for one unit of the currency. */
const rates: Readonly<Record<string, number>> = { USD: 1, EUR: 1.08 }
const limits = [
  { id: 'card', min: '10.00', max: '7500.00' },
  { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
]

/** Resolves to undefined for other calls. Throws with the reason for a request that the public API refuses. */
export type AnswerOnRamp = (
  request: IncomingMessage,
  url: URL,
) => Promise<{ call: OnRampCall; body: unknown } | undefined>

export function createOnRampApi({
  chains,
  hasSolana,
  orders,
  getCheckoutUrl,
}: OnRampApiOptions): AnswerOnRamp {
  const tokens = [...chains.flatMap(listEvm), ...(hasSolana ? listSolana() : [])]

  return async (request, url) => {
    const route = `${request.method} ${url.pathname}`
    const read = async () => JSON.parse(await readBody(request)) as Record<string, unknown>
    if (route === 'POST /v1/fungible/price') return { call: 'price', body: getPrices(await read()) }
    if (route === 'GET /v1/onramp/options') return { call: 'onramp-options', body: getOptions() }
    if (route === 'POST /v1/onramp/quote') return { call: 'onramp-quote', body: getQuote(await read()) }
    if (route === 'POST /v1/generators/onrampurl')
      return { call: 'onramp-url', body: createUrl(await read()) }
    const [, account] = /^GET \/v1\/account\/([^/]+)\/history$/.exec(route) ?? []
    if (account && url.searchParams.has('onramp'))
      return { call: 'onramp-history', body: getPurchases(account) }
    return undefined
  }

  /** Returns the price of the first address only, as the public API does. */
  function getPrices({ addresses }: Record<string, unknown>): object {
    const [asked = ''] = addresses as string[]
    const found = tokens.filter(
      ({ caipNetworkId, address, price }) =>
        price > 0 && asked.toLowerCase() === `${caipNetworkId}:${address}`.toLowerCase(),
    )
    return {
      fungibles: found.map(({ caipNetworkId, address, name, symbol, price, decimals }) => ({
        address: `${caipNetworkId}:${address}`,
        name,
        symbol,
        iconUrl: '',
        price,
        decimals,
      })),
    }
  }

  function getOptions(): object {
    const all = tokens.filter(isSold)
    const symbols = [...new Set(all.map(({ symbol }) => symbol))]
    return {
      paymentCurrencies: Object.keys(rates).map((id) => ({ id, payment_method_limits: limits })),
      purchaseCurrencies: symbols.map((symbol) => {
        const sold = all.filter((one) => one.symbol === symbol)
        return {
          id: symbol.toLowerCase(),
          name: sold[0]!.name,
          symbol,
          networks: sold.map(({ caipNetworkId, networkName, address }) => ({
            name: toId(caipNetworkId),
            display_name: networkName,
            chain_id: caipNetworkId.replace(/^eip155:/, ''),
            contract_address: address,
          })),
        }
      }),
    }
  }

  function find(symbol: unknown, network: unknown): Sold {
    const sold = tokens
      .filter(isSold)
      .find(
        (one) =>
          one.symbol.toLowerCase() === String(symbol).toLowerCase() && toId(one.caipNetworkId) === network,
      )
    if (!sold) throw new Error('This token is not sold on this network')
    return sold
  }

  function getQuote({ purchaseCurrency, paymentCurrency, amount, network }: Record<string, unknown>): object {
    const sold = find(purchaseCurrency, network)
    const paid = Number(amount)
    const fee = paid * FEE
    const of = (figure: number, currency: string, digits = 2) => ({
      amount: figure.toFixed(digits),
      currency,
    })
    const currency = String(paymentCurrency)
    return {
      paymentTotal: of(paid, currency),
      paymentSubtotal: of(paid - fee, currency),
      purchaseAmount: of(((paid - fee) * (rates[currency] ?? 1)) / sold.price, sold.symbol, sold.decimals),
      networkFee: of(NETWORK_FEE, currency),
      coinbaseFee: of(fee - NETWORK_FEE, currency),
      quoteId: `sandbox-${Date.now()}`,
    }
  }

  function createUrl(body: Record<string, unknown>): object {
    const [wallet] = body['destinationWallets'] as { address: string; assets: string[] }[]
    const { defaultNetwork, defaultExperience, presetCryptoAmount } = body
    const address = wallet?.address ?? ''
    if (!isAddress(address) && !isSolanaAddress(address)) throw new Error('Invalid destination')
    const sold = find(wallet?.assets[0], defaultNetwork)
    const presetFiatAmount = body['presetFiatAmount'] ?? (presetCryptoAmount === undefined ? 100 : undefined)
    const preset = presetFiatAmount ?? presetCryptoAmount
    if (defaultExperience !== 'buy' || !Number.isInteger(preset)) throw new Error('Invalid preset')
    // Round up to cents: a preset token amount gives a fractional price.
    const fiat =
      presetFiatAmount === undefined
        ? Math.ceil(((Number(preset) * sold.price) / (1 - FEE)) * 100) / 100
        : Number(preset)
    const amount = ((fiat * (1 - FEE)) / sold.price).toFixed(sold.decimals)
    const { id } = orders.create({
      address,
      caipNetworkId: sold.caipNetworkId,
      symbol: sold.symbol,
      amount,
      fiat,
    })
    return { url: `${getCheckoutUrl()}/orders/${id}` }
  }

  /**
   * The purchases of an account. Open, cancelled and expired orders are left out: the provider lists only orders with a
   * payment.
   */
  function getPurchases(account: string): object {
    const names: Partial<Record<OrderStatus, string>> = {
      paying: 'IN_PROGRESS',
      paid: 'SUCCESS',
      failed: 'FAILED',
    }
    const data = orders.listOf(account).flatMap(({ id, status, createdAt, hash }) =>
      names[status]
        ? {
            id,
            metadata: {
              operationType: 'buy',
              hash: hash ?? '',
              minedAt: new Date(createdAt).toISOString(),
              status: `ONRAMP_TRANSACTION_STATUS_${names[status]}`,
            },
            transfers: null,
          }
        : [],
    )
    return { data, next: null }
  }
}

function listEvm({ world, caipNetworkId, network: { name: networkName } }: EvmChain): Sold[] {
  const at = { caipNetworkId, networkName }
  return [
    { ...nativeCoin, ...at, address: NATIVE },
    ...world.tokens
      // Skip tokens without decimals: they are sold in whole units only.
      .filter(({ decimals }) => decimals > 0)
      .map(({ name, symbol, decimals, price, address }) => ({
        name,
        symbol,
        decimals,
        price,
        address,
        ...at,
      })),
  ]
}

function listSolana(): Sold[] {
  const { caipNetworkId, name: networkName } = solanaLocalnet
  const at = { caipNetworkId, networkName }
  return [
    { ...solanaCoin, ...at, address: NATIVE_SOLANA },
    ...solanaTokens.map(({ name, symbol, decimals, price }) => ({
      name,
      symbol,
      decimals,
      price,
      address: createMint(symbol),
      ...at,
    })),
  ]
}

/**
 * Whether the token is sold: its price is known, and on Solana it is SOL, since the treasury has no other token there.
 */
function isSold({ price, caipNetworkId, symbol }: Sold): boolean {
  return price > 0 && (caipNetworkId !== solanaLocalnet.caipNetworkId || symbol === solanaCoin.symbol)
}

/** The provider's id of a network. */
function toId(caipNetworkId: string): string {
  return caipNetworkId.replace(/\W/g, '-')
}
