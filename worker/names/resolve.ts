/**
 * Resolves ENS names by calling the network's contracts.
 * @see https://docs.ens.domains/resolvers/universal
 */
import * as v from 'valibot'
import {
  type BaseError,
  type Client,
  type ContractFunctionRevertedError,
  createClient,
  custom,
  getAddress,
  type Hex,
  isAddress,
} from 'viem'
import { getEnsAddress, getEnsText } from 'viem/ens'
import type { CaipNetworkId } from '../../src/core/chains/caip.ts'
import { BillfoldError, isBillfoldError } from '../../src/core/base/errors.ts'
import { safeUrl } from '../../src/core/text/url.ts'
import type { CommandContext } from '../base/context.ts'
import { openRpc, type Rpc } from '../http/rpc.ts'
import { fetchTokenUri } from '../nfts/chain.ts'
import { fetchMetadata } from '../nfts/metadata.ts'
import { parseOrNone } from '../../src/core/contract/schemas.ts'

type Context = Pick<CommandContext, 'config' | 'http' | 'signal'>

/**
 * Resolves a normalised name. Undefined if the name has no address for this coin type (ENSIP-11; default: Ethereum's).
 * @throws the error of the node or the gateway; it is then unknown whether the name has an address
 */
export async function resolveAddress(
  context: Context,
  caipNetworkId: CaipNetworkId,
  name: string,
  coinType?: number,
): Promise<string | undefined> {
  const { client, universalResolverAddress } = open(context, caipNetworkId)
  const query = { name, universalResolverAddress, strict: true }
  try {
    if (coinType === undefined) return (await getEnsAddress(client, query)) ?? undefined
    const address = await getEnsAddress(client, { ...query, coinType: BigInt(coinType) })
    return address && isAddress(address, { strict: false }) ? getAddress(address) : undefined
  } catch (error) {
    const { errorName, args } = readRevert(error)
    if (isNone(errorName)) return undefined
    // A resolver that does not know coin types reverts without a reason. If the resolver answers for Ethereum, the name
    // has no address for this coin type.
    if (coinType === undefined || errorName !== 'ResolverError' || args?.[0] !== '0x') throw error
    await resolveAddress(context, caipNetworkId, name)
    return undefined
  }
}

/**
 * The URL of the picture that a name's owner has chosen, which may be the picture of an NFT. Undefined if the picture
 * is not available over https.
 * @throws the errors of `resolveAddress`
 */
export async function resolveAvatar(
  context: Context,
  caipNetworkId: CaipNetworkId,
  name: string,
): Promise<string | undefined> {
  const { client, universalResolverAddress } = open(context, caipNetworkId)
  const query = { name, key: 'avatar', universalResolverAddress, strict: true }
  const record = await getEnsText(client, query).catch((error: unknown) => {
    if (isNone(readRevert(error).errorName)) return undefined
    throw error
  })
  if (!record) return undefined
  return safeUrl(record) ?? (await fetchNftPicture(context, record))
}

/**
 * Decodes the error with which the contract reverted. The callers set `strict`, so viem throws every such error: some mean
 * that the name has no record, others that a gateway is down.
 */
function readRevert(error: unknown): { errorName?: string; args?: readonly unknown[] | undefined } {
  const isRevert = (cause: unknown) => (cause as Error | undefined)?.name === 'ContractFunctionRevertedError'
  const revert = (error as Partial<BaseError> | undefined)?.walk?.(isRevert)
  return (revert as ContractFunctionRevertedError | null | undefined)?.data ?? {}
}

/** Whether the error proves that the name or record does not exist. HttpError and ResolverError prove nothing. */
function isNone(errorName: string | undefined): boolean {
  return (
    errorName === 'ResolverNotFound' ||
    errorName === 'ResolverNotContract' ||
    errorName === 'UnsupportedResolverProfile'
  )
}

/** The picture of an NFT that a name's record refers to. @see https://docs.ens.domains/ensip/12 */
async function fetchNftPicture(context: Context, record: string): Promise<string | undefined> {
  const { http, signal } = context
  const found = /^(eip155:\d+)\/(erc721|erc1155):(0x[0-9a-f]{40})\/(\d{1,78})$/i.exec(record)
  const [, caipNetworkId, standard, contract, tokenId] = found ?? []
  const rpc = caipNetworkId && openRpc(context, caipNetworkId as CaipNetworkId, signal)
  if (!rpc || !standard || !contract || !tokenId) return undefined
  const uri = await fetchTokenUri(rpc, { contract: contract.toLowerCase(), tokenId })
  if (uri === undefined) return undefined
  const { imageUrl } = await fetchMetadata(uri, (url) => http.document(url, { signal }))
  return safeUrl(imageUrl)
}

/** Opens a viem client. @throws network_missing if the page names no node or no name contract for the network */
function open(context: Context, caipNetworkId: CaipNetworkId) {
  const network = context.config.networks.find((one) => one.caipNetworkId === caipNetworkId)
  const rpc = openRpc(context, caipNetworkId, context.signal)
  const universalResolverAddress = network?.ensUniversalResolver as Hex | undefined
  if (!rpc || !universalResolverAddress)
    throw new BillfoldError('network_missing', `Names are not available on ${String(caipNetworkId)}.`)
  return { client: createNodeClient(rpc, context), universalResolverAddress }
}

function createNodeClient(rpc: Rpc, { http, signal }: Context): Client {
  const request = async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
    try {
      return await rpc(method, params ?? [])
    } catch (error) {
      throw toRpcError(error)
    }
  }
  return createClient({
    transport: custom({ request }, { retryCount: 0 }),
    ccipRead: { request: ({ data, sender, urls }) => askGateway(urls, { data, sender }, http, signal) },
  })
}

/** Converts an RPC error so that viem can read the contract's revert data. */
function toRpcError(error: unknown): unknown {
  const { rpcCode, rpcData, description } = isBillfoldError(error) ? error.context : {}
  if (rpcCode === undefined) return error
  return Object.assign(new Error(String(description)), { code: rpcCode, data: rpcData })
}

/**
 * Asks the gateway of a name that is stored offchain. Sends only GET requests by https; the contract verifies the answer.
 * @see https://eips.ethereum.org/EIPS/eip-3668
 */
async function askGateway(
  urls: readonly string[],
  { data, sender }: { data: Hex; sender: Hex },
  http: Context['http'],
  signal: AbortSignal,
): Promise<Hex> {
  const fill = (url: string, [by, from]: readonly [string, string]) =>
    url.replaceAll('{data}', by).replaceAll('{sender}', from)
  // Check the URL without the long data, since `safeUrl` limits the length.
  const url = urls.find((one) => one.includes('{data}') && safeUrl(fill(one, ['0', '0'])))
  if (!url) throw new BillfoldError('name_unresolved', 'The service that holds this name cannot be reached.')
  const answer = await http.document(fill(url, [data, sender]), { signal })
  const found = parseOrNone(gatewayAnswer, answer)
  if (found) return found.data as Hex
  throw new BillfoldError('bad_envelope', 'The service that holds this name sent an invalid answer.', {
    category: 'DATA_PARSING_ERROR',
  })
}

const gatewayAnswer = v.object({ data: v.pipe(v.string(), v.regex(/^0x[0-9a-f]*$/i)) })
