/** What can be swapped on a network. Source: GET /v1/convert/tokens. */
import * as v from 'valibot'
import { type CaipAddress, type CaipNetworkId, toCaipKey } from '../../../src/core/chains/caip.ts'
import { popularSwapTokens, suggestedSwapTokens } from '../../../src/core/base/lists.ts'
import { decimals, defined, parseOrNone, text } from '../../../src/core/contract/schemas.ts'
import type { SwapToken, SwapTokens, SwapTokensInput } from '../../../src/core/payments/swap.ts'
import { plainText } from '../../../src/core/text/text.ts'
import { safeImage } from '../../../src/core/text/url.ts'
import type { CommandContext } from '../../base/context.ts'
import { fetchTokens } from './provider.ts'

/** Milliseconds. */
const STALE_TIME = 3_600_000
const MOST = 100
const MOST_SUGGESTED = 8
/** Of names and symbols. */
const LONGEST = 64

/** By API, project and network. */
const known = new Map<string, { tokens: readonly SwapToken[]; at: number }>()

export async function swapTokens(
  { caipNetworkId, words, held }: SwapTokensInput,
  context: CommandContext,
): Promise<SwapTokens> {
  const all = await getTokens(caipNetworkId, context)
  const wanted = words.trim().toLowerCase()
  const found = wanted ? all.filter((token) => fits(token, wanted)) : all
  const own = held.flatMap((id) => found.find(({ token }) => token === toCaipKey(id)) ?? [])
  const rest = found.filter((token) => !own.includes(token))
  const shown = rest.slice(0, MOST)
  return {
    suggested: suggestedSwapTokens
      .flatMap((symbol) => all.find((token) => token.symbol === symbol) ?? [])
      .slice(0, MOST_SUGGESTED),
    held: own,
    popular: shown.filter(isPopular),
    others: shown.filter((token) => !isPopular(token)),
    more: rest.length - shown.length,
  }
}

function isPopular({ symbol }: SwapToken): boolean {
  return popularSwapTokens.includes(symbol)
}

async function getTokens(
  caipNetworkId: CaipNetworkId,
  context: CommandContext,
): Promise<readonly SwapToken[]> {
  const { clock, config } = context
  const key = `${config.urls.api} ${config.projectId} ${caipNetworkId}`
  const one = known.get(key)
  if (one && Math.abs(clock.now() - one.at) < STALE_TIME) return one.tokens
  const read = (await fetchTokens(caipNetworkId, context)).flatMap(
    (item) => readToken(item, caipNetworkId) ?? [],
  )
  const tokens = [...new Map(read.map((token) => [token.token, token])).values()].sort(compare)
  if (tokens.length > 0) known.set(key, { tokens, at: clock.now() })
  return tokens
}

const shownText = v.pipe(
  text(LONGEST),
  v.check((given) => given.trim() !== ''),
  v.transform((given) => plainText(given)),
)

/** The items of other networks, and those of another shape, are left out. */
const listedToken = v.object({
  name: shownText,
  symbol: shownText,
  /** CAIP-10. */
  address: v.pipe(v.string(), v.regex(/^eip155:\d+:0x[0-9a-f]{40}$/i)),
  decimals,
  logoUri: v.optional(v.unknown()),
})

function readToken(item: unknown, caipNetworkId: CaipNetworkId): SwapToken | undefined {
  const read = parseOrNone(listedToken, item)
  if (!read?.address.startsWith(`${caipNetworkId}:`)) return undefined
  const { name, symbol, address, decimals, logoUri } = read
  const token = toCaipKey(address) as CaipAddress
  return defined({ token, name, symbol, decimals, iconUrl: safeImage(logoUri) })
}

function fits({ name, symbol, token }: SwapToken, wanted: string): boolean {
  return [name, symbol].some((text) => text.toLowerCase().includes(wanted)) || token.endsWith(`:${wanted}`)
}

/** Popular ones first, in their order; the rest by name. */
function compare(one: SwapToken, other: SwapToken): number {
  const place = (token: SwapToken) =>
    isPopular(token) ? popularSwapTokens.indexOf(token.symbol) : popularSwapTokens.length
  return place(one) - place(other) || one.name.localeCompare(other.name)
}
