/**
 * Fetches lists of the directory of wallets, filtered by the page's options. Each list is stored, so that it shows at once
 * the next time. Source: GET /getWallets of the explorer.
 */
import * as v from 'valibot'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { WorkerConfig } from '../../src/core/contract/protocol.ts'
import { count, orAbsent, parseOrNone } from '../../src/core/contract/schemas.ts'
import type { Wallet, WalletSearch, WalletsPage, WalletsParams } from '../../src/core/assets/wallet.ts'
import type { Cached, Query, Source, WorkerContext } from '../base/context.ts'
import { keepNewest } from '../base/keep-newest.ts'
import { readCached } from '../base/read-cached.ts'
import { readWallet } from './read-wallet.ts'
import { getWalletsKey } from './wallets-params.ts'

/** Lifetime of a list; long, since new wallets are rare. Milliseconds. */
const STALE_TIME = 3_600_000
const PAGE = 40
const SEARCH_PAGE = 100
/**
 * Upper limit of the JSON of one page's wallets, in bytes: the JSON fits into one message together with the fields around
 * it.
 */
const MAX_BYTES = 90_000
const MIN_LETTERS = 2

type Asking = Pick<WorkerContext, 'config' | 'http'>

export function createWalletsSource(context: WorkerContext, params: WalletsParams): Source<WalletsPage> {
  const { clock, store, config } = context
  const key = `wallets/${getWalletsKey(params)}`

  /** Reads a stored list. Ignores a list that was requested with other options or networks. */
  function readStored(value: unknown): Cached<WalletsPage> | undefined {
    const query = JSON.stringify(toQuery(params, config))
    if (!v.is(v.object({ query: v.literal(query) }), value)) return undefined
    const known = readCached(value, storedPage)
    return known && { ...known, data: toPage(known.data.count, known.data.wallets, config) }
  }

  return {
    staleTime: STALE_TIME,
    load: async () => readStored((await store.get(key))?.value),
    async fetch({ signal }) {
      const query = toQuery(params, config)
      const page = query ? await fetchPage(query, context, signal) : { count: 0, wallets: [] }
      const data = params.list === 'featured' ? sort(page, config.wallets.featured) : page
      const value = { data, fetchedAt: clock.now(), query: JSON.stringify(query) }
      const record = { key, owner: '', value, bytes: JSON.stringify(data).length }
      await keepNewest(store, record, clock.now())
      return { data, fetchedAt: value.fetchedAt }
    },
  }
}

/** Searches the directory. @throws unexpected for fewer than two letters, and what HttpClient.get throws */
export async function searchWallets(
  { words, certified }: WalletSearch,
  context: Asking & { signal: AbortSignal },
): Promise<WalletsPage> {
  const search = typeof words === 'string' ? words.trim().slice(0, 100) : ''
  if (search.length < MIN_LETTERS)
    throw new BillfoldError('unexpected', 'A wallet search needs at least two letters.')
  const { config, signal } = context
  const query = { ...toCut(config), ...toBadge(certified), search, page: '1', entries: `${SEARCH_PAGE}` }
  return fetchPage(query, context, signal)
}

/** The query of a list. Undefined if the list is empty, so that no request is needed. */
function toQuery(params: WalletsParams, config: WorkerConfig): Query | undefined {
  const { featured, included, excluded } = config.wallets
  const isListed = (id: string) => !excluded.includes(id) && (included.length === 0 || included.includes(id))
  const cut = toCut(config)
  switch (params.list) {
    case 'featured':
      return toNamed(featured.filter(isListed), { chains: cut.chains })
    case 'excluded':
      return toNamed(excluded, {})
    case 'all':
      return { ...cut, ...toBadge(params.certified), page: `${params.page}`, entries: `${PAGE}` }
  }
}

/** The part of the query that filters by the page's options and networks. */
function toCut({ wallets, networks }: WorkerConfig) {
  return {
    include: toList(wallets.included),
    exclude: toList(wallets.excluded),
    chains: toList(networks.map(({ caipNetworkId }) => caipNetworkId)),
  }
}

function toNamed(ids: readonly string[], more: Query): Query | undefined {
  if (ids.length === 0) return undefined
  return { ...more, include: toList(ids), page: '1', entries: `${Math.min(ids.length, SEARCH_PAGE)}` }
}

const toBadge = (certified: boolean | undefined): Query => (certified ? { badge_type: 'certified' } : {})

const toList = (items: readonly string[]) => (items.length > 0 ? items.join(',') : undefined)

async function fetchPage(query: Query, { config, http }: Asking, signal: AbortSignal): Promise<WalletsPage> {
  const answer = await http.client('explorer').get('/getWallets', query, { signal })
  const listed = parseOrNone(walletsAnswer, answer)
  if (listed) return toPage(listed.count, listed.data, config)
  throw new BillfoldError('bad_envelope', 'The list of wallets has an unexpected format.', {
    category: 'DATA_PARSING_ERROR',
  })
}

const shown = v.pipe(
  v.array(v.unknown()),
  v.transform((items) => items.slice(0, SEARCH_PAGE)),
)
const walletsAnswer = v.object({ count: orAbsent(count), data: shown })
const storedPage = v.object({ count: orAbsent(count), wallets: shown })

function toPage(count: number | undefined, listed: readonly unknown[], config: WorkerConfig): WalletsPage {
  const wallets = new Map<string, Wallet>()
  let bytes = 0
  for (const one of listed) {
    const wallet = readWallet(one, config)
    if (!wallet || wallets.has(wallet.id)) continue
    bytes += new TextEncoder().encode(JSON.stringify(wallet)).byteLength
    if (bytes > MAX_BYTES) break
    wallets.set(wallet.id, wallet)
  }
  return { count: count ?? wallets.size, wallets: [...wallets.values()] }
}

/** Sorts the wallets in the order in which the page names them. */
function sort({ count, wallets }: WalletsPage, ids: readonly string[]): WalletsPage {
  return { count, wallets: wallets.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)) }
}
