/** Current prices of tokens. Source: POST /v1/fungible/price. */
import * as v from 'valibot'
import { type CaipAddress, parseCaipAddress, toCaipKey } from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { PricesInput, TokenPrice } from '../../src/core/assets/prices.ts'
import { listOf, orAbsent, parseOrNone } from '../../src/core/contract/schemas.ts'
import type { CommandContext } from '../base/context.ts'

/** Lifetime of a price. Balances in a portfolio have the same lifetime. Milliseconds. */
const STALE_TIME = 30_000
/** Upper limit of tokens in one call of the command. Further tokens are ignored. */
const MAX_TOKENS = 20

/** Cached prices, by API, project and token. All accounts share them. */
const known = new Map<string, { price: number; at: number }>()

/**
 * Prices of the tokens. Leaves out tokens whose price is unknown.
 * @throws the error of the request, bad_envelope, networks_unknown
 */
export async function prices(
  { tokens }: PricesInput,
  context: CommandContext,
): Promise<readonly TokenPrice[]> {
  const { clock, config } = context
  const keys = [...new Set(tokens.map(toCaipKey))].slice(0, MAX_TOKENS) as CaipAddress[]
  const at = (token: string) => `${config.urls.api} ${config.projectId} ${token}`
  const read = (token: string) => {
    const one = known.get(at(token))
    return one && Math.abs(clock.now() - one.at) < STALE_TIME ? one.price : undefined
  }
  const missing = await keepSupported(
    keys.filter((token) => read(token) === undefined),
    context,
  )
  try {
    for (const { token, price } of await fetchPrices(missing, context))
      known.set(at(token), { price, at: clock.now() })
  } catch (error) {
    if (context.signal.aborted || keys.every((token) => read(token) === undefined)) throw error
  }
  return keys.flatMap((token) => {
    const price = read(token)
    return price === undefined ? [] : { token, price }
  })
}

/** Leaves out tokens on networks that the API does not serve: the API has no price for them. */
async function keepSupported(
  tokens: readonly CaipAddress[],
  { isSupported, signal }: CommandContext,
): Promise<readonly CaipAddress[]> {
  const served = await Promise.all(
    tokens.map((token) => isSupported(parseCaipAddress(token).caipNetworkId, signal)),
  )
  return tokens.filter((_, index) => served[index])
}

/** Sends one request for each token: the API refuses a list if one of its tokens has no price. */
async function fetchPrices(
  tokens: readonly CaipAddress[],
  context: CommandContext,
): Promise<readonly TokenPrice[]> {
  const asked = await Promise.allSettled(tokens.map((token) => fetchPrice(token, context)))
  const failed = asked.filter(({ status }) => status === 'rejected')
  if (failed[0]?.status === 'rejected' && failed.length === asked.length) throw failed[0].reason
  return asked.flatMap((one) => (one.status === 'fulfilled' ? (one.value ?? []) : []))
}

/** Fetches one price; undefined if the API has none. */
async function fetchPrice(
  token: CaipAddress,
  { config: { projectId }, http, signal }: CommandContext,
): Promise<TokenPrice | undefined> {
  const body = { currency: 'usd', addresses: [token], projectId }
  const answer = await http.client('api').post('/v1/fungible/price', body, { signal })
  const listed = parseOrNone(pricesAnswer, answer)
  if (!listed)
    throw new BillfoldError('bad_envelope', 'The prices have an unexpected format.', {
      category: 'DATA_PARSING_ERROR',
    })
  const found = listed.fungibles.find(({ address }) => toCaipKey(address) === token)
  return found?.price === undefined ? undefined : { token, price: found.price }
}

const pricesAnswer = v.object({
  fungibles: listOf(
    v.object({
      address: v.string(),
      /** A price of zero or less means that the price is unknown. */
      price: orAbsent(v.pipe(v.number(), v.finite(), v.gtValue(0))),
    }),
  ),
})
