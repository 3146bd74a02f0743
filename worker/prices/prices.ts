/** What tokens are worth now. Source: POST /v1/fungible/price. */
import { type CaipAddress, parseCaipAddress, toCaipKey } from '../../src/core/caip.ts'
import { BillfoldError } from '../../src/core/errors.ts'
import type { PricesInput, TokenPrice } from '../../src/core/prices.ts'
import { isRecord } from '../../src/core/shapes.ts'
import type { CommandContext } from '../context.ts'

/** How long a price counts, as that of a portfolio does. Milliseconds. */
const STALE_TIME = 30_000
/** Of one request. */
const MOST = 100

/** By API, project and token: the same for every account. */
const known = new Map<string, { price: number; at: number }>()

/**
 * Those that have a price, and no others: a token that is not there has none that is known.
 * @throws what the call meets, bad_envelope, networks_unknown
 */
export async function prices(
  { tokens }: PricesInput,
  context: CommandContext,
): Promise<readonly TokenPrice[]> {
  const { clock, config } = context
  const keys = [...new Set(tokens.map(toCaipKey))].slice(0, MOST) as CaipAddress[]
  const at = (token: string) => `${config.urls.api} ${config.projectId} ${token}`
  const read = (token: string) => {
    const one = known.get(at(token))
    return one && Math.abs(clock.now() - one.at) < STALE_TIME ? one.price : undefined
  }
  const missing = await keepSupported(
    keys.filter((token) => read(token) === undefined),
    context,
  )
  if (missing.length > 0)
    for (const [token, price] of await fetchPrices(missing, context))
      known.set(at(token), { price, at: clock.now() })
  return keys.flatMap((token) => {
    const price = read(token)
    return price === undefined ? [] : { token, price }
  })
}

/** A network that the API does not serve has no prices, and is not asked for. */
async function keepSupported(
  tokens: readonly CaipAddress[],
  { isSupported, signal }: CommandContext,
): Promise<readonly CaipAddress[]> {
  const served = await Promise.all(
    tokens.map((token) => isSupported(parseCaipAddress(token).caipNetworkId, signal)),
  )
  return tokens.filter((_, index) => served[index])
}

async function fetchPrices(
  addresses: readonly CaipAddress[],
  { config: { projectId }, http, signal }: CommandContext,
): Promise<readonly (readonly [token: string, price: number])[]> {
  const body = { currency: 'usd', addresses, projectId }
  const answer = await http.client('api').post('/v1/fungible/price', body, { signal })
  const listed = isRecord(answer) ? answer['fungibles'] : undefined
  if (!Array.isArray(listed))
    throw new BillfoldError('bad_envelope', 'The prices are not what was expected.', {
      category: 'DATA_PARSING_ERROR',
    })
  const asked = new Set<string>(addresses)
  return (listed as unknown[]).flatMap((one) => {
    const { address, price } = isRecord(one) ? one : {}
    const token = typeof address === 'string' ? toCaipKey(address) : ''
    return asked.has(token) && isPrice(price) ? [[token, price] as const] : []
  })
}

/** Nothing is worth nothing, or less: that is a price that nobody knows. */
function isPrice(price: unknown): price is number {
  return typeof price === 'number' && Number.isFinite(price) && price > 0
}
