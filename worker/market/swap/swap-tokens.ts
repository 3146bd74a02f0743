/** Tokens that can be swapped on a network. Source: GET /v1/convert/tokens. */
import * as v from 'valibot'
import { type CaipAddress, type CaipNetworkId, toCaipKey } from '../../../src/core/chains/caip.ts'
import { findSwapNetwork } from '../../../src/core/chains/swap-networks.ts'
import { popularSwapTokens, suggestedSwapTokens } from '../../../src/core/base/lists.ts'
import { decimals, defined, parseOrNone, text } from '../../../src/core/contract/schemas.ts'
import {
  isNativeToken,
  type SwapToken,
  type SwapTokens,
  type SwapTokensInput,
} from '../../../src/core/payments/swap.ts'
import { plainText } from '../../../src/core/text/text.ts'
import { toSkeleton } from '../../../src/core/text/unicode-skeleton.ts'
import { safeImage } from '../../../src/core/text/url.ts'
import type { CommandContext } from '../../base/context.ts'
import { createVerifier, type VerifiedToken } from '../../portfolio/verify.ts'
import { getKnownSwapTokens } from './known-swap-tokens.ts'
import { fetchTokens } from './provider.ts'

/** Lifetime of a token list. Milliseconds. */
const STALE_TIME = 3_600_000
const MAX_OTHERS = 100
const MAX_SUGGESTED = 8
/** Upper limit of a name and of a symbol, in characters. */
const MAX_LENGTH = 64

interface KnownTokens {
  tokens: readonly SwapToken[]
  suggested: readonly SwapToken[]
  popular: ReadonlySet<SwapToken>
}

/** Token lists by API, project and network. */
const known = new Map<string, KnownTokens & { at: number }>()

export async function swapTokens(
  { caipNetworkId, words, held }: SwapTokensInput,
  context: CommandContext,
): Promise<SwapTokens> {
  const { tokens, suggested, popular } = await getTokens(caipNetworkId, context)
  const wanted = words.trim().toLowerCase()
  const found = wanted ? tokens.filter((token) => fits(token, wanted)) : tokens
  const own = held.flatMap((id) => found.find(({ token }) => token === toCaipKey(id)) ?? [])
  const rest = found.filter((token) => !own.includes(token))
  const shown = rest.slice(0, MAX_OTHERS)
  return {
    suggested,
    held: own,
    popular: shown.filter((token) => popular.has(token)),
    others: shown.filter((token) => !popular.has(token)),
    more: rest.length - shown.length,
  }
}

async function getTokens(caipNetworkId: CaipNetworkId, context: CommandContext): Promise<KnownTokens> {
  const { clock, config } = context
  const key = `${config.urls.api} ${config.projectId} ${caipNetworkId}`
  const one = known.get(key)
  if (one && Math.abs(clock.now() - one.at) < STALE_TIME) return one
  const read = (await fetchTokens(caipNetworkId, context)).flatMap(
    (item) => readListing(item, caipNetworkId) ?? [],
  )
  const unique = [...new Map(read.map((listing) => [listing.token.token, listing])).values()]
  const origin = findSwapNetwork(caipNetworkId, config.networks) ?? caipNetworkId
  const answer = sortOut(unique, caipNetworkId, origin)
  if (unique.length > 0) known.set(key, { ...answer, at: clock.now() })
  return answer
}

/**
 * Sorts the provider's tokens and marks unverified ones. Identifies tokens by contract, since the provider may list any
 * token under any symbol.
 */
function sortOut(
  listings: readonly Listing[],
  caipNetworkId: CaipNetworkId,
  origin: CaipNetworkId,
): KnownTokens {
  const listed = getKnownSwapTokens(origin)
  const judge = createVerifier(listings, caipNetworkId, listed)
  const listedForms = new Set(Object.keys(listed).map(toSkeleton))
  const bearers = new Map<string, number>()
  for (const { form } of listings) bearers.set(form, (bearers.get(form) ?? 0) + 1)
  const popular = new Set<SwapToken>()
  const tokens = listings.map((listing) => {
    const { form, address, token } = listing
    const isAlone = form === '' || bearers.get(form) === 1
    const isShared = !isAlone && !listedForms.has(form) && address !== undefined
    const unverified =
      judge(listing) ??
      // The row shows the name first, so a token whose name is a known symbol is misleading, too.
      judge({ ...listing, symbol: listing.name }) ??
      (isShared ? { reason: 'shared' as const, imitates: token.symbol } : undefined)
    const marked = { ...token, ...(unverified && { unverified }) }
    // Suggest an unverified token only if no other token has its symbol, so that no imitation stands beside the genuine
    // token.
    if (popularSwapTokens.includes(token.symbol) && (!unverified || isAlone)) popular.add(marked)
    return marked
  })
  tokens.sort(compareBy(popular))
  const suggested = suggestedSwapTokens.flatMap((symbol) => {
    const same = [...popular].filter((token) => token.symbol === symbol)
    const contracts = listed[symbol]?.map((address) => toCaipKey(`${caipNetworkId}:${address}`)) ?? []
    const [first] = contracts.flatMap((contract) => same.find(({ token }) => token === contract) ?? [])
    return same.find(isNativeToken) ?? first ?? same[0] ?? []
  })
  return { tokens, popular, suggested: suggested.slice(0, MAX_SUGGESTED) }
}

const shownText = v.pipe(
  text(MAX_LENGTH),
  v.check((given) => given.trim() !== ''),
)

/** A token of the list. Invalid items, and items of other networks, are left out. */
const listedToken = v.object({
  name: shownText,
  symbol: shownText,
  /** CAIP-10 id of the token's contract. */
  address: v.pipe(v.string(), v.regex(/^eip155:\d+:0x[0-9a-f]{40}$/i)),
  decimals,
  logoUri: v.optional(v.unknown()),
})

/**
 * A token with its original name and symbol, which the checks need. In `token`, name and symbol are without deceptive
 * letters.
 */
interface Listing extends VerifiedToken {
  token: SwapToken
  /** A form of the symbol that is equal for symbols that look alike. */
  form: string
}

function readListing(item: unknown, caipNetworkId: CaipNetworkId): Listing | undefined {
  const read = parseOrNone(listedToken, item)
  if (!read?.address.startsWith(`${caipNetworkId}:`)) return undefined
  const { name, symbol, address, decimals, logoUri } = read
  const token: SwapToken = defined({
    token: toCaipKey(address) as CaipAddress,
    name: plainText(name),
    symbol: plainText(symbol),
    decimals,
    iconUrl: safeImage(logoUri),
  })
  return {
    token,
    name,
    symbol,
    form: toSkeleton(symbol),
    ...(isNativeToken(token) ? {} : { address: token.token }),
  }
}

function fits({ name, symbol, token }: SwapToken, wanted: string): boolean {
  return [name, symbol].some((text) => text.toLowerCase().includes(wanted)) || token.endsWith(`:${wanted}`)
}

/** Popular tokens first, in the order of `popularSwapTokens`; the rest by name. */
function compareBy(popular: ReadonlySet<SwapToken>) {
  const rank = (token: SwapToken) =>
    popular.has(token) ? popularSwapTokens.indexOf(token.symbol) : popularSwapTokens.length
  return (one: SwapToken, other: SwapToken) => rank(one) - rank(other) || one.name.localeCompare(other.name)
}
