/** What a token is called and looks like: its contract's word, and the description to which that leads. */
import { plainText } from '../../src/core/text.ts'
import type { WorkerContext } from '../context.ts'
import { fetchCollection, fetchTokenUri, type Rpc, type Token } from './chain.ts'
import { fetchMetadata, type Metadata } from './metadata.ts'
import { type Holding, LONGEST_IMAGE } from './rows.ts'
import { toKey } from './waiting.ts'

export type Describe = (token: Token) => Promise<Omit<Holding, 'count' | 'block'>>

/** One foreign server may be slow, and says nothing that is needed. Milliseconds. */
const DOCUMENT_LIMIT = 3_000

/** The name of a collection is asked for once. @throws what the node met */
export function createDescriber(
  context: Pick<WorkerContext, 'clock' | 'http'>,
  rpc: Rpc,
  signal: AbortSignal,
): Describe {
  const collections = new Map<string, Promise<string | undefined>>()

  function getCollection(contract: string): Promise<string | undefined> {
    let collection = collections.get(contract)
    if (!collection) {
      collection = fetchCollection(rpc, contract)
      // One that failed is asked for again by the next token.
      collection.catch(() => collections.delete(contract))
      collections.set(contract, collection)
    }
    return collection
  }

  return async (token) => {
    const { contract, tokenId } = token
    const collection = getCollection(contract)
    const uri = await fetchTokenUri(rpc, token)
    const { name, imageUrl } = uri ? await fetchDescription(context, uri, signal) : {}
    const series = plainText((await collection) ?? '', 32)
    const number = tokenId.length > 12 ? `${tokenId.slice(0, 5)}…${tokenId.slice(-4)}` : tokenId
    return {
      id: toKey(token),
      name: plainText(name ?? '', 48) || `${series} #${number}`.trim(),
      ...(series ? { collection: series } : {}),
      ...(imageUrl && imageUrl.length <= LONGEST_IMAGE ? { imageUrl } : {}),
      contract,
      tokenId,
    }
  }
}

/** A token without a description is still held. */
async function fetchDescription(
  { clock, http }: Pick<WorkerContext, 'clock' | 'http'>,
  uri: string,
  signal: AbortSignal,
): Promise<Metadata> {
  const controller = new AbortController()
  const abort = () => controller.abort()
  signal.addEventListener('abort', abort)
  const stop = clock.after(DOCUMENT_LIMIT, abort)
  try {
    return await fetchMetadata(uri, (url) => http.document(url, { signal: controller.signal }))
  } catch (error) {
    if (signal.aborted) throw error
    return {}
  } finally {
    stop()
    signal.removeEventListener('abort', abort)
  }
}
