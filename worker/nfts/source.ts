/**
 * The NFTs of an account. The API has no call for them: they are read from the Transfer logs of the network's own
 * node; where no node gives those, they are netted from the activity, and the head says so.
 *
 *   logs of the new blocks ─▶ tokens that wait ─▶ held? described? ─▶ rows
 *
 * Each turn does what fits into its time, persists it, and says whether there is more. A token about which the node
 * said nothing keeps what was known, and waits for the next time.
 */
import { parseCaipAddress } from '../../src/core/caip.ts'
import { BillfoldError, hasCode } from '../../src/core/errors.ts'
import { PAGE_SIZE } from '../../src/core/list.ts'
import type { NftsHead } from '../../src/core/nfts.ts'
import { plainText } from '../../src/core/text.ts'
import { type CreateSource, type Known, type ListSource, ownerOf, type StoreRecord } from '../context.ts'
import { toFingerprint } from '../fingerprint.ts'
import { wrapFailure } from '../wrap-failure.ts'
import { getChangedRanges } from '../portfolio/changed-ranges.ts'
import {
  fetchBlockNumber,
  fetchCollection,
  fetchHeld,
  fetchMoved,
  fetchTokenUri,
  type MovedToken,
  type Rpc,
  type Token,
} from './chain.ts'
import { getFromActivity } from './from-activity.ts'
import { fetchMetadata, type Metadata } from './metadata.ts'
import { formatStored, parseHoldings, parseStored, type Stored } from './records.ts'
import { type Holding, LONGEST_IMAGE, toRows } from './rows.ts'
import { toKey, toWaiting } from './waiting.ts'

const STALE_TIME = 300_000
/** Blocks that are read again, since the newest ones may be replaced by others. */
const OVERLAP = 32
/** A node that gives no logs is asked for them again after this long. Milliseconds. */
const REFUSAL = 86_400_000
/** Nothing new is begun in a turn after this long, and no more tokens than this are looked at. Milliseconds. */
const TURN = 4_000
const TURN_TOKENS = 200
/** Requests at a time. */
const LANES = 8
/** One foreign server may be slow, and says nothing that is needed. Milliseconds. */
const DOCUMENT_LIMIT = 3_000

const UNAVAILABLE = 'NFTs could not be read from the network. Try again.'

/** What a turn begins with and ends as; rows apart. */
type State = Omit<Stored, 'head' | 'fetchedAt' | 'fingerprints'>

interface Turn {
  state: State
  kept: readonly Holding[]
  /** Parts of the record are missing or broken: all are written anew. */
  rewrite: boolean
  /** There is more to do at once. */
  unfinished: boolean
}

interface Looked {
  kept: Holding[]
  /** Who has not been looked at. */
  waiting: MovedToken[]
  /** How many have. */
  count: number
  /** Why one has not. */
  error: unknown
}

const nothing: State = {
  block: -1,
  readAt: 0,
  refusedAt: 0,
  range: 0,
  asked: 0,
  waiting: [],
  recent: [],
  left: 0,
}

export const createNftsSource: CreateSource<'nfts'> = (context, account): ListSource<NftsHead> => {
  const { clock, http, store } = context
  const { namespace, caipNetworkId, address } = parseCaipAddress(account)
  const key = `nfts/${account}`
  const owner = ownerOf(account)
  const partKey = (index: number) => `${key}/${String(index).padStart(6, '0')}`
  let stored: Stored | undefined

  async function load(): Promise<void> {
    stored = parseStored((await store.get(key))?.value)
  }

  /** Rows that can be read, and whether those are all. */
  async function readAll(): Promise<{ holdings: Holding[]; isWhole: boolean }> {
    const parts = (await store.list(`${key}/`)).map(({ value }) => parseHoldings(value))
    const holdings = parts.flatMap((part) => part ?? [])
    return {
      holdings,
      isWhole: !!stored && holdings.length === stored.head.total && !parts.includes(undefined),
    }
  }

  /** One turn. Undefined when the node gives no logs. */
  async function readChain(force: boolean, signal: AbortSignal): Promise<Turn | undefined> {
    const url = context.config.networks.find((one) => one.caipNetworkId === caipNetworkId)?.rpcUrls[0]
    if (!url) throw new BillfoldError('nfts_unavailable', 'This network names no node to ask for NFTs.')
    const rpc: Rpc = (method, params) => http.rpc(url, method, params, { signal })
    const until = clock.now() + TURN
    const isLate = () => clock.now() >= until
    const before = await readAll()
    const known = stored?.head.source === 'chain' && before.isWhole ? stored : nothing
    const isGoingOn =
      known.waiting.length > 0 &&
      known.range === 0 &&
      isWithin(clock.now() - known.readAt, STALE_TIME) &&
      !force
    const { state, isOther } = isGoingOn
      ? { state: known, isOther: false }
      : await readLogs(known, rpc, isLate, signal)
    const holdings = stored?.head.source === 'chain' && !isOther ? before.holdings : []
    if (state.refusedAt > 0) return { state, kept: holdings, rewrite: !before.isWhole, unfinished: false }
    const looked = await lookAt(state.waiting, holdings, rpc, isLate, signal)
    // Nothing known is not nothing held.
    if (looked.error && looked.count === 0 && holdings.length === 0 && known.readAt === 0) throw looked.error
    const isMoving = looked.count > 0 || !looked.error
    return {
      state: { ...state, waiting: looked.waiting },
      kept: looked.kept,
      rewrite: !before.isWhole,
      unfinished: state.range > 0 || (isMoving && looked.waiting.length > 0),
    }
  }

  async function readLogs(
    known: State,
    rpc: Rpc,
    isLate: () => boolean,
    signal: AbortSignal,
  ): Promise<{ state: State; isOther: boolean }> {
    const latest = await fetchBlockNumber(rpc)
    // A chain that is much shorter than before is another one; nodes that stand in for each other differ by little.
    const isSame = known.block >= 0 && latest > known.block - OVERLAP
    const base = isSame ? known : nothing
    const overlap = base.range > 0 ? 0 : OVERLAP
    const from = Math.max(0, Math.min(base.block, latest) + 1 - overlap)
    const moved = await fetchMoved(rpc, address, {
      from,
      to: latest,
      range: base.range,
      asked: base.asked,
      isLate,
      signal,
    })
    const isRead = moved.last >= latest
    const isEnd = isRead || moved.refused
    const block = Math.max(moved.last, isSame ? Math.min(known.block, latest) : -1)
    // What moved in blocks that were replaced may stand in no log any more.
    const { waiting, left } = toWaiting([...base.recent, ...base.waiting, ...moved.tokens])
    const waited = new Set(base.waiting.map(toKey))
    const isNew = (token: MovedToken) => token.block > base.block || waited.has(toKey(token))
    const state: State = {
      block,
      readAt: isRead ? clock.now() : base.readAt,
      refusedAt: moved.refused ? clock.now() : 0,
      range: isEnd ? 0 : moved.range,
      asked: isEnd ? 0 : moved.asked,
      waiting,
      recent: toWaiting(moved.tokens.filter((token) => token.block > block - OVERLAP)).waiting,
      left: base.left + left.filter(isNew).length,
    }
    return { state, isOther: known.block >= 0 && !isSame }
  }

  /** Looks at the tokens in turn, several at a time. */
  async function lookAt(
    waiting: readonly MovedToken[],
    holdings: readonly Holding[],
    rpc: Rpc,
    isLate: () => boolean,
    signal: AbortSignal,
  ): Promise<Looked> {
    const kept = new Map(holdings.map((holding) => [holding.id, holding]))
    const describe = createDescriber(rpc, signal)
    const failed: MovedToken[] = []
    let error: unknown
    let next = 0
    let count = 0
    let failedInARow = 0
    const isEnough = () => next >= Math.min(waiting.length, TURN_TOKENS) || isLate() || failedInARow >= LANES
    const lane = async () => {
      while (!isEnough()) {
        const token = waiting[next++] as MovedToken
        const id = toKey(token)
        try {
          const held = await fetchHeld(rpc, address, token)
          const before = kept.get(id)
          if (held === 0n) kept.delete(id)
          else {
            const holding = before ?? (await describe(token))
            kept.set(id, { ...holding, count: held.toString(), block: token.block })
          }
          count += 1
          failedInARow = 0
        } catch (reason) {
          if (signal.aborted || hasCode(reason, 'aborted')) throw reason
          error = reason
          failed.push(token)
          failedInARow += 1
        }
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    const newestFirst = [...kept.values()].sort((a, b) => b.block - a.block)
    // Last in line: those about which the node never answers hold up nobody.
    return { kept: newestFirst, waiting: [...waiting.slice(next), ...failed], count, error }
  }

  function createDescriber(rpc: Rpc, signal: AbortSignal) {
    const collections = new Map<string, Promise<string | undefined>>()
    return async (token: Token): Promise<Omit<Holding, 'count' | 'block'>> => {
      const { contract, tokenId } = token
      let collection = collections.get(contract)
      if (!collection) {
        collection = fetchCollection(rpc, contract)
        // One that failed is asked for again by the next token.
        collection.catch(() => collections.delete(contract))
        collections.set(contract, collection)
      }
      const uri = await fetchTokenUri(rpc, token)
      const { name, imageUrl } = await fetchDescription(uri, signal)
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

  /** Writes unless somebody else has written since this turn began; then that counts. */
  async function write(turn: Turn, source: NftsHead['source']): Promise<void> {
    const { state, kept, rewrite } = turn
    const base = stored
    const texts = kept.map((holding) => JSON.stringify(holding))
    const fingerprints = texts.map(toRowFingerprint)
    const before = base?.fingerprints ?? []
    const dirty = getChangedRanges(before, fingerprints)
    const unseen = state.waiting.length + state.left
    const isSame =
      base && dirty.length === 0 && before.length === fingerprints.length && base.head.unseen === unseen
    const version = isSame ? base.head.version : Math.max((base?.head.version ?? 0) + 1, clock.now())
    const since = base?.head.version ?? 0
    const head = isSame ? base.head : { version, since, dirty, total: kept.length, source, unseen }
    const next: Stored = { ...state, head: { ...head, source }, fetchedAt: clock.now(), fingerprints }
    const put: StoreRecord[] = []
    const pages = Math.ceil(kept.length / PAGE_SIZE)
    for (let page = 0; page < pages; page += 1) {
      const [from, to] = [page * PAGE_SIZE, (page + 1) * PAGE_SIZE]
      const isChanged =
        rewrite ||
        Math.min(before.length, fingerprints.length) < to ||
        dirty.some(([start, end]) => start < to && end > from)
      if (isChanged) put.push({ key: partKey(page), owner, value: `[${texts.slice(from, to).join(',')}]` })
    }
    const value = formatStored(next)
    const bytes = texts.reduce((sum, text) => sum + text.length, value.length)
    put.push({ key, owner, value, bytes })
    const pagesBefore = Math.ceil(before.length / PAGE_SIZE)
    const remove = rewrite
      ? [key]
      : Array.from({ length: Math.max(0, pagesBefore - pages) }, (_, at) => partKey(pages + at))
    const isWritten = await store.update(key, (record) => {
      const other = parseStored(record?.value)
      const isBase = other?.head.version === base?.head.version && other?.fetchedAt === base?.fetchedAt
      return isBase ? { put, remove } : undefined
    })
    if (isWritten) stored = next
    else await load()
  }

  async function fetchNfts(force: boolean, signal: AbortSignal): Promise<boolean> {
    const known = stored
    const isRefused = known && known.refusedAt > 0 && isWithin(clock.now() - known.refusedAt, REFUSAL)
    let failure: unknown
    let turn: Turn | undefined
    try {
      if (!isRefused) turn = await readChain(force, signal)
    } catch (error) {
      if (signal.aborted || hasCode(error, 'aborted')) throw error
      failure = error
    }
    const refusedAt = turn ? turn.state.refusedAt : isRefused ? known.refusedAt : 0
    if (turn && refusedAt === 0) {
      await write(turn, 'chain')
      return turn.unfinished
    }
    // What the chain said before is better than what the activity says now.
    const isKept = known?.head.source === 'chain' && known.readAt > 0
    if (isKept && turn) await write(turn, 'chain')
    const kept = isKept ? undefined : await getFromActivity(store, account)
    if (!kept) throw wrapFailure('nfts_unavailable', UNAVAILABLE, failure ?? refusedError())
    const { isWhole } = await readAll()
    await write({ state: { ...nothing, refusedAt }, kept, rewrite: !isWhole, unfinished: false }, 'activity')
    return false
  }

  return {
    staleTime: STALE_TIME,
    pauseAfterFailure: 0,
    async load() {
      await load()
      return stored && toKnown(stored, stored.waiting.length > 0 && stored.refusedAt === 0)
    },
    async fetch({ signal, force }) {
      if (namespace !== 'eip155') {
        throw new BillfoldError('network_unsupported', 'NFTs are shown on EVM networks.', {
          context: { caipNetworkId },
        })
      }
      const unfinished = await fetchNfts(force, signal)
      // Another tab may have removed the record while this one had nothing newer to write.
      if (!stored) throw new BillfoldError('aborted', 'This account was disconnected.')
      return toKnown(stored, unfinished)
    },
    async page(index) {
      const version = stored?.head.version ?? 0
      return { version, rows: toRows(parseHoldings((await store.get(partKey(index)))?.value) ?? []) }
    },
  }
}

function toKnown({ head, fetchedAt }: Stored, unfinished: boolean): Known<NftsHead> {
  return { data: head, fetchedAt, ...(unfinished ? { unfinished } : {}) }
}

/** A clock that was set back makes ages negative. */
function isWithin(age: number, limit: number): boolean {
  return age >= 0 && age < limit
}

function refusedError(): BillfoldError {
  return new BillfoldError(
    'nfts_unavailable',
    'The network’s node gives too few logs at a time to find NFTs.',
  )
}

/** Short, so that a thousand pictures are not kept twice: FNV-1a with the length. */
function toRowFingerprint(text: string): string {
  return `${toFingerprint(text).toString(36)}.${text.length.toString(36)}`
}
