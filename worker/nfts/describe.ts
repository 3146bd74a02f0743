/** Fetches a token's name and picture, from its contract and the metadata to which the contract links. */
import { plainText } from '../../src/core/text/text.ts'
import type { WorkerContext } from '../base/context.ts'
import { hasCode } from '../../src/core/base/errors.ts'
import { getNameReason } from '../base/spam.ts'
import type { Rpc } from '../http/rpc.ts'
import type * as Chain from './chain.ts'
import type { MovedToken } from './chain.ts'
import { fetchMetadata, isWrittenOut, type Metadata } from './metadata.ts'
import { type Holding, MAX_IMAGE_LENGTH } from './rows.ts'
import { toKey } from './waiting-list.ts'

/** `isLate`: whether the metadata did not arrive, but may arrive with another attempt. */
export type Describe = (
  token: MovedToken,
) => Promise<{ description: Omit<Holding, 'count' | 'block'>; isLate: boolean }>

/** Time limit for metadata: a foreign server may be slow, and its answer is optional. Milliseconds. */
const DOCUMENT_LIMIT = 3_000

interface DescriberOptions {
  chain: Pick<typeof Chain, 'fetchCollection' | 'fetchReceivers' | 'fetchTokenUri'>
  rpc: Rpc
  address: string
  signal: AbortSignal
}

/**
 * Creates a function that describes NFTs. It requests the name of each collection only once. It fetches no metadata of
 * unverified NFTs: their server would learn that the account was viewed.
 * @throws the node's error
 */
export function createDescriber(
  context: Pick<WorkerContext, 'clock' | 'http'>,
  { chain, rpc, address, signal }: DescriberOptions,
): Describe {
  const getCollection = once((contract: string) => chain.fetchCollection(rpc, contract))
  const getReceivers = once(async (key: string) => {
    const [contract = '', block] = key.split(' ')
    try {
      return await chain.fetchReceivers(rpc, address, { contract, block: Number(block) })
    } catch (error) {
      if (signal.aborted || hasCode(error, 'aborted')) throw error
      return undefined
    }
  })

  return async (token) => {
    const { contract, tokenId, block } = token
    const [collection, receivers, uri] = await Promise.all([
      getCollection(contract),
      getReceivers(`${contract} ${block}`),
      chain.fetchTokenUri(rpc, token),
    ])
    const seen = getNameReason(collection) ?? (receivers === undefined ? undefined : 'mass')
    const isDescribed = uri !== undefined && (!seen || isWrittenOut(uri))
    const metadata = isDescribed ? await fetchDescription(context, uri, signal) : {}
    const { name, imageUrl } = metadata ?? {}
    const reason = seen ?? getNameReason(name)
    const series = plainText(collection ?? '', 32)
    const number = tokenId.length > 12 ? `${tokenId.slice(0, 5)}…${tokenId.slice(-4)}` : tokenId
    const description = {
      id: toKey(token),
      name: plainText(name ?? '', 48) || `${series} #${number}`.trim(),
      ...(series ? { collection: series } : {}),
      ...(imageUrl && imageUrl.length <= MAX_IMAGE_LENGTH && !reason ? { imageUrl } : {}),
      contract,
      tokenId,
      ...(reason ? { unverified: { reason, ...(reason === 'mass' && receivers ? { receivers } : {}) } } : {}),
    }
    return { description, isLate: !metadata }
  }
}

/** Caches the answers of `ask` by key. After a failure, the next call asks again. */
function once<T>(ask: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const answers = new Map<string, Promise<T>>()
  return (key) => {
    let answer = answers.get(key)
    if (!answer) {
      answer = ask(key)
      answer.catch(() => answers.delete(key))
      answers.set(key, answer)
    }
    return answer
  }
}

/**
 * The metadata of a token. Undefined after a timeout or without a connection, since another attempt may succeed; empty
 * after any other failure.
 */
async function fetchDescription(
  { clock, http }: Pick<WorkerContext, 'clock' | 'http'>,
  uri: string,
  signal: AbortSignal,
): Promise<Metadata | undefined> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  signal.addEventListener('abort', abort)
  const stop = clock.after(DOCUMENT_LIMIT, abort)
  try {
    return await fetchMetadata(uri, (url) => http.document(url, { signal: controller.signal }))
  } catch (error) {
    if (signal.aborted) throw error
    const isLate = controller.signal.aborted || hasCode(error, 'http_network')
    return isLate ? undefined : {}
  } finally {
    stop()
    signal.removeEventListener('abort', abort)
  }
}
