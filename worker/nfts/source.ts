/**
 * The NFTs of an account. The API has no call for them: they are read from the Transfer logs of the network's own
 * node; where no node answers, they are netted from the activity, and the head says so.
 */
import { parseAccountId } from '../../src/core/caip.ts'
import { BillfoldError, hasCode } from '../../src/core/errors.ts'
import { PAGE_SIZE } from '../../src/core/list.ts'
import type { NftsHead } from '../../src/core/nfts.ts'
import { plainText } from '../../src/core/text.ts'
import { type CreateSource, type ListSource, ownerOf, type StoreRecord } from '../context.ts'
import { wrapFailure } from '../wrap-failure.ts'
import { getChangedRanges } from '../portfolio/changed-ranges.ts'
import {
  fetchBlockNumber,
  fetchCollection,
  fetchHeld,
  fetchMoved,
  fetchTokenUri,
  type Rpc,
  type Token,
  toKey,
} from './chain.ts'
import { getFromActivity } from './from-activity.ts'
import { fetchMetadata, type Metadata } from './metadata.ts'
import { type Holding, toRows } from './rows.ts'

const LIFETIME = 300_000
/** Blocks that are read again, since the newest ones may be replaced by others. */
const OVERLAP = 32
/** Tokens that are looked at in one go, newest first: a flood of unwanted ones must not hold up the rest. */
const MOST_TOKENS = 500
/** Requests at a time. */
const LANES = 8
/** One foreign server may be slow, and says nothing that is needed. Milliseconds. */
const DOCUMENT_LIMIT = 3_000

interface Stored {
  head: NftsHead
  fetchedAt: number
  /** The last block that was read; -1 before the first. */
  block: number
  /** One text per row that is equal if and only if the row is. */
  prints: string[]
}

export const createNftsSource: CreateSource<'nfts'> = (context, account): ListSource<NftsHead> => {
  const { clock, http, store } = context
  const { namespace, chainId, address } = parseAccountId(account)
  const key = `nfts/${account}`
  const owner = ownerOf(account)
  let stored: Stored | undefined

  async function load(): Promise<void> {
    const record = await store.get(key)
    stored = record ? (JSON.parse(record.value as string) as Stored) : undefined
  }

  async function readAll(): Promise<Holding[]> {
    const records = await store.list(`${key}/`)
    return records.flatMap(({ value }) => JSON.parse(value as string) as Holding[])
  }

  async function readChain(signal: AbortSignal): Promise<{ kept: Holding[]; block: number }> {
    const url = context.config.networks.find(({ caipNetworkId }) => caipNetworkId === chainId)?.rpcUrls[0]
    if (!url) throw new BillfoldError('nfts_unavailable', 'This network names no node to ask for NFTs.')
    const rpc: Rpc = (method, params) => http.rpc(url, method, params, { signal })
    const latest = await fetchBlockNumber(rpc)
    const last = stored?.head.source === 'chain' ? stored.block : -1
    // A chain that is shorter than before is another one.
    const isSame = last >= 0 && last <= latest
    const from = isSame ? Math.max(0, last + 1 - OVERLAP) : 0
    const known = new Map((isSame ? await readAll() : []).map((holding) => [holding.id, holding]))
    const moved = await fetchMoved(rpc, address, from, latest)
    const describe = createDescriber(rpc, signal)
    const newest = moved.toReversed().slice(0, MOST_TOKENS)
    const looked = await inLanes(newest, async (token) => {
      const count = await fetchHeld(rpc, address, token)
      const before = known.get(toKey(token))
      if (count === 0n) return undefined
      return before ? { ...before, count: count.toString() } : describe(token, count)
    })
    const seen = new Set(newest.map(toKey))
    const rest = [...known.values()].filter(({ id }) => !seen.has(id))
    return { kept: [...looked.filter((one) => one !== undefined), ...rest], block: latest }
  }

  function createDescriber(rpc: Rpc, signal: AbortSignal) {
    const collections = new Map<string, Promise<string | undefined>>()
    return async (token: Token, count: bigint): Promise<Holding> => {
      const { contract, tokenId } = token
      let collection = collections.get(contract)
      if (!collection) collections.set(contract, (collection = fetchCollection(rpc, contract)))
      const uri = await fetchTokenUri(rpc, token)
      const { name, imageUrl } = await fetchDescription(uri, signal)
      const series = plainText((await collection) ?? '', 32)
      const number = tokenId.length > 12 ? `${tokenId.slice(0, 5)}…${tokenId.slice(-4)}` : tokenId
      return {
        id: toKey(token),
        name: plainText(name ?? '', 48) || `${series} #${number}`.trim(),
        ...(series ? { collection: series } : {}),
        ...(imageUrl ? { imageUrl } : {}),
        contract,
        tokenId,
        count: count.toString(),
      }
    }
  }

  /** A token without a description is still held. */
  async function fetchDescription(uri: string | undefined, signal: AbortSignal): Promise<Metadata> {
    if (!uri) return {}
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

  async function write(kept: readonly Holding[], source: NftsHead['source'], block: number): Promise<void> {
    const prints = kept.map((holding) => toPrint(JSON.stringify(holding)))
    const before = stored?.prints ?? []
    const dirty = getChangedRanges(before, prints)
    const same = stored && dirty.length === 0 && before.length === prints.length ? stored.head : undefined
    const version = same?.version ?? Math.max((stored?.head.version ?? 0) + 1, clock.now())
    const head = { version, since: stored?.head.version ?? 0, dirty, total: kept.length, source }
    const next: Stored = { head, fetchedAt: clock.now(), block, prints }
    const records = [toRecord(key, next)]
    for (let at = 0; at < kept.length; at += PAGE_SIZE) {
      records.push(
        toRecord(`${key}/${String(at / PAGE_SIZE).padStart(6, '0')}`, kept.slice(at, at + PAGE_SIZE)),
      )
    }
    const written = new Set(records.map((record) => record.key))
    const removed = (await store.list(`${key}/`))
      .map((record) => record.key)
      .filter((one) => !written.has(one))
    await store.write(records, removed)
    stored = next
  }

  function toRecord(recordKey: string, value: unknown): StoreRecord {
    const text = JSON.stringify(value)
    return { key: recordKey, owner, value: text, bytes: text.length }
  }

  async function fetchNfts(signal: AbortSignal): Promise<void> {
    try {
      const { kept, block } = await readChain(signal)
      await write(kept, 'chain', block)
    } catch (error) {
      if (signal.aborted || hasCode(error, 'aborted')) throw error
      // What the chain said before is better than what the activity says now.
      const kept = stored?.head.source === 'chain' ? undefined : await getFromActivity(store, account)
      if (!kept) {
        throw wrapFailure('nfts_unavailable', 'NFTs could not be read from the network. Try again.', error)
      }
      await write(kept, 'activity', -1)
    }
  }

  return {
    key,
    owner,
    lifetime: LIFETIME,
    pauseAfterFailure: 0,
    async load() {
      await load()
      return stored && { data: stored.head, fetchedAt: stored.fetchedAt }
    },
    async fetch({ signal }) {
      if (namespace !== 'eip155') {
        throw new BillfoldError('network_unsupported', 'NFTs are shown on EVM networks.', {
          context: { chainId },
        })
      }
      await fetchNfts(signal)
      const { head, fetchedAt } = stored as Stored
      return { data: head, fetchedAt }
    },
    async page(index) {
      const version = stored?.head.version ?? 0
      const record = await store.get(`${key}/${String(index).padStart(6, '0')}`)
      const kept = record ? (JSON.parse(record.value as string) as Holding[]) : []
      return { version, rows: toRows(kept) }
    },
  }
}

/** Short, so that a thousand pictures are not kept twice: FNV-1a with the length. */
function toPrint(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return `${(hash >>> 0).toString(36)}.${text.length.toString(36)}`
}

async function inLanes<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const lane = async () => {
    while (next < items.length) {
      const at = next++
      results[at] = await run(items[at] as T)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return results
}
