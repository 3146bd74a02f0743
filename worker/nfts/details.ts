/** Fetches the details of an NFT that a person has opened: the creator's description, traits, and the full picture. */
import { parseCaipAddress } from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { NftDetails } from '../../src/core/assets/nfts.ts'
import type { NftInput } from '../../src/core/contract/protocol.ts'
import { cleanText, deadenLinks } from '../../src/core/text/text.ts'
import { safeUrl } from '../../src/core/text/url.ts'
import type { CommandContext } from '../base/context.ts'
import { wrapFailure } from '../base/wrap-failure.ts'
import { openRpc } from '../http/rpc.ts'
import type * as Chain from './chain.ts'
import { fetchMetadata, isWrittenOut, type Metadata } from './metadata.ts'
import type { Holding } from './rows.ts'
import { createStorage } from './storage.ts'

const STALE_TIME = 86_400_000
/** Upper limits of the description: the length of a line in visible characters, and the number of lines. */
const MAX_LINE_LENGTH = 500
const MAX_LINES = 24
/** Upper limit of a `data:` picture, in characters: the picture must fit into one message. */
const MAX_PICTURE_LENGTH = 80_000

/**
 * The details of an NFT. Stored details are used for a day, and longer if newer ones cannot be fetched. Details of
 * unverified NFTs are not stored.
 * @throws nfts_unavailable
 */
export async function getNftDetails(context: CommandContext, input: NftInput): Promise<NftDetails> {
  const { account, id, show } = input
  const storage = createStorage(context, account)
  const holding = (await storage.readAll()).holdings.find((one) => one.id === id)
  if (!holding) throw new BillfoldError('nfts_unavailable', 'This account no longer holds this NFT.')
  if (holding.unverified) return fetchDetails(context, holding, input, show)
  const known = await storage.readDetails(id)
  const age = context.clock.now() - (known?.fetchedAt ?? 0)
  if (known && age >= 0 && age < STALE_TIME) return known.details
  try {
    const details = await fetchDetails(context, holding, input, true)
    await storage.writeDetails(id, { details, fetchedAt: context.clock.now() })
    return details
  } catch (error) {
    if (known && !context.signal.aborted) return known.details
    throw error
  }
}

/** `isAsked`: whether requests to the NFT's server are allowed. */
async function fetchDetails(
  context: CommandContext,
  { contract, tokenId }: Holding,
  { account }: NftInput,
  isAsked: boolean,
): Promise<NftDetails> {
  const { http, signal } = context
  const { caipNetworkId } = parseCaipAddress(account)
  const rpc = openRpc(context, caipNetworkId, signal)
  if (!rpc || !contract || tokenId === undefined) return { traits: [] }
  try {
    const { fetchTokenUri } = await context.load<typeof Chain>('evm')
    const uri = await fetchTokenUri(rpc, { contract, tokenId })
    if (uri === undefined) return { traits: [] }
    if (!isAsked && !isWrittenOut(uri)) return { traits: [], ...toHost(uri) }
    const metadata = await fetchMetadata(uri, (address) => http.document(address, { signal }))
    const { imageUrl, ...details } = toWhole(metadata)
    if (isAsked) return { ...details, ...(imageUrl ? { imageUrl } : {}) }
    return { ...details, ...toHost(imageUrl) }
  } catch (error) {
    throw wrapFailure('nfts_unavailable', 'Could not load this NFT from the network. Try again.', error)
  }
}

function toWhole({ description, traits = [], imageUrl }: Metadata): NftDetails {
  const lines = (description ?? '')
    .slice(0, MAX_LINE_LENGTH * MAX_LINES)
    .split(/\s*\n\s*/)
    .map((line) => deadenLinks(cleanText(line, MAX_LINE_LENGTH).text))
    .filter((line) => line !== '')
  return {
    traits,
    ...(lines.length > 0 ? { description: lines.slice(0, MAX_LINES).join('\n') } : {}),
    ...(imageUrl && imageUrl.length <= MAX_PICTURE_LENGTH ? { imageUrl } : {}),
  }
}

/** The host of a URL, as an object to spread; empty if the URL is invalid. */
function toHost(address: string | undefined): { host?: string } {
  const url = safeUrl(address)
  return url === undefined ? {} : { host: new URL(url).host }
}
