/**
 * The provider's blockchain API, answered from the index of each chain, with the pictures that its responses name. Like
 * the public API, it returns no balances for requests without `sv`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { decodeFunctionResult, encodeFunctionData, type Hex, isAddress, parseAbi } from 'viem'
import { createProfileApi, type ProfileState } from './profile-api.ts'
import { isSolanaAddress } from '../../src/core/chains/solana-address.ts'
import { people } from '../people/accounts.ts'
import type { Anvil } from '../chains/anvil.ts'
import type { ApiBalance, ApiHistory, ApiTransaction } from './api-types.ts'
import type { IndexedTransaction } from '../chains/chain-index.ts'
import { fetchEvmBalances } from '../chains/evm-balances.ts'
import type { EvmChain } from '../chains/evm-chain.ts'
import { type FaultKind, sendFailure, sendFault } from './faults.ts'
import type { GeneratedHistory } from '../history/generate.ts'
import { allowAnyOrigin, type Handler, sendJson } from './local-server.ts'
import type { AnswerOnRamp, OnRampCall } from './onramp-api.ts'
import type { SolanaChain } from '../chains/solana-chain.ts'
import { solanaLocalnet } from '../chains/solana-network.ts'
import type { AnswerSwap, SwapCallName } from './swap-api.ts'
import { createSessionsApi, type SessionsState } from './sessions-api.ts'
import { assetUrl, toApiTransaction } from './to-api-transaction.ts'
import { getIcon } from '../chains/token-icon.ts'

/** Calls that can have a fault. `wallets` belongs to the wallet directory, a separate service. */
export type ApiCall =
  | 'supported-chains'
  | 'identity'
  | 'history'
  | 'balance'
  | 'wallets'
  | 'profile'
  | 'sessions'
  | OnRampCall
  | OnRampCall
  | SwapCallName

/** State that tests and the demo's panel may change while the API runs. */
export interface ApiState {
  /** Milliseconds before each response. */
  delay: number
  faults: Map<ApiCall, FaultKind>
  /** Generated histories by lower-case address. Transactions after `block` are real. */
  generated: Map<string, { history: GeneratedHistory; block: number }>
  requests: RecordedRequest[]
  profile: ProfileState
  sessions: SessionsState
}

export interface RecordedRequest {
  method: string
  path: string
  query: Record<string, string>
  /** Milliseconds since 1970. */
  time: number
}

export interface ApiOptions {
  /** Requests without a network cover all chains; generated histories belong to the first chain. */
  chains: readonly [EvmChain, ...EvmChain[]]
  solana: SolanaChain | undefined
  state: ApiState
  onRamp: AnswerOnRamp
  swap: AnswerSwap
  /** The API's own address; known only after the server has started. */
  ownUrl(): string
}

const HISTORY_PAGE = 50

export function createProviderApi({ chains, solana, state, onRamp, swap, ownUrl }: ApiOptions): Handler {
  const networks = [
    ...chains.map(({ caipNetworkId }) => caipNetworkId),
    ...(solana ? [solanaLocalnet.caipNetworkId] : []),
  ]

  const answerProfile = createProfileApi(
    state.profile,
    () => state.faults.get('profile'),
    (name) => assetUrl({ assetsUrl: ownUrl() }, 'avatar', name),
  )
  const answerSessions = createSessionsApi(
    () => state.sessions,
    () => state.faults.get('sessions'),
  )

  /** Resolves to undefined for unknown calls. Throws a `Refusal` for a request that the public API refuses. */
  async function answer(url: URL): Promise<Answered | undefined> {
    if (url.pathname === '/v1/supported-chains') {
      return { call: 'supported-chains', body: { http: networks, ws: [] } }
    }
    const [, version, noun, account = '', verb] = url.pathname.split('/').map(decodeURIComponent)
    if (version !== 'v1') return undefined
    if (noun === 'identity' && !verb) return { call: 'identity', body: getIdentity(account) }
    if (noun !== 'account') return undefined
    if (verb === 'balance') {
      return { call: 'balance', body: { balances: await fetchBalances(account, url) } }
    }
    if (verb !== 'history') return undefined
    const generated = state.generated.get(requireAddress(account).toLowerCase())
    if (generated && getAskedChains(url).includes(chains[0])) {
      const page = Number(url.searchParams.get('cursor')?.match(/^generated-(\d{1,6})$/)?.[1] ?? 0)
      const newer = page === 0 ? await fetchNewer(requireAddress(account), generated.block) : []
      const body = prepend(generated.history.page(page), newer)
      return { call: 'history', body, count: generated.history.count }
    }
    return { call: 'history', body: await fetchHistory(requireAddress(account), url) }
  }

  function getIdentity(address: string): object {
    const person = Object.values(people).find(
      ({ account }) => account.address.toLowerCase() === address.toLowerCase(),
    )
    const name = person?.name ?? null
    const avatar = person === people.mara ? assetUrl({ assetsUrl: ownUrl() }, 'avatar', 'mara') : null
    return { name, avatar, ...(name ? { resolvedAt: new Date().toISOString() } : {}) }
  }

  async function fetchHistory(account: Hex, url: URL): Promise<ApiHistory> {
    const asked = getAskedChains(url)
    const lists = await Promise.all(asked.map((chain) => fetchPlaced(chain, account)))
    const all = lists.flat().sort((one, other) => compare(other.place, one.place))
    const before = parseCursor(url.searchParams.get('cursor'))
    const older = before ? all.filter(({ place }) => compare(place, before) < 0) : all
    const page = older.slice(0, HISTORY_PAGE)
    const last = page.at(-1)
    return {
      data: page.map(({ transaction, chain }) => tell(transaction, account, chain)),
      // The cursor is a position in time, not a count, so that new transactions don't shift the pages.
      next: last && older.length > page.length ? Buffer.from(last.place.join()).toString('base64url') : null,
    }
  }

  /** Real transactions since the history was generated; they go above the generated ones. */
  async function fetchNewer(account: Hex, block: number): Promise<ApiTransaction[]> {
    const [chain] = chains
    await chain.index.sync()
    return chain.index
      .getTransactions(account)
      .filter(({ position }) => position >= (block + 1) * 1_000_000)
      .map((transaction) => tell(transaction, account, chain))
  }

  function tell(transaction: IndexedTransaction, account: Hex, chain: EvmChain): ApiTransaction {
    const { world, caipNetworkId } = chain
    return toApiTransaction(transaction, account, { world, chain: caipNetworkId, assetsUrl: ownUrl() })
  }

  async function fetchBalances(account: string, url: URL): Promise<ApiBalance[]> {
    const balances = isSolanaAddress(account)
      ? await fetchSolanaBalances(account, url)
      : await fetchAllEvmBalances(requireAddress(account), url)
    if (!url.searchParams.get('sv')) return []
    return balances
      .filter(({ quantity }) => Number(quantity.numeric) > 0)
      .sort((one, other) => (other.value ?? 0) - (one.value ?? 0))
  }

  async function fetchAllEvmBalances(account: Hex, url: URL): Promise<ApiBalance[]> {
    const asked = getAskedChains(url).map((chain) => fetchEvmBalances(chain, account, ownUrl()))
    return (await Promise.all(asked)).flat()
  }

  async function fetchSolanaBalances(account: string, url: URL): Promise<ApiBalance[]> {
    const asked = url.searchParams.get('chainId') ?? solanaLocalnet.caipNetworkId
    if (!solana || asked !== solanaLocalnet.caipNetworkId) return []
    return solana.fetchBalances(account, ownUrl())
  }

  /** All chains, unless the request names one. */
  function getAskedChains(url: URL): readonly EvmChain[] {
    const asked = url.searchParams.get('chainId')
    return asked ? chains.filter(({ caipNetworkId }) => caipNetworkId === asked) : chains
  }

  async function sendAsset(pathname: string, response: ServerResponse): Promise<void> {
    const [kind, name = '', id] = pathname.split('/').slice(2).map(decodeURIComponent)
    const file = (id ?? name).replace(/\.svg$/, '')
    const svg =
      kind === 'nft'
        ? await fetchNftPicture(chains[0].anvil, name, file)
        : kind === 'avatar'
          ? avatar(file)
          : getIcon(file)
    if (!svg) return sendFailure(response, 404, 'No such picture')
    response.writeHead(200, { 'content-type': 'image/svg+xml', 'cache-control': 'max-age=3600' }).end(svg)
  }

  return async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    if (allowAnyOrigin(request, response)) return
    if (url.pathname.startsWith('/assets/')) return sendAsset(url.pathname, response)
    state.requests.push({
      method: request.method ?? '',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      time: Date.now(),
    })
    if (state.delay > 0) await new Promise((resolve) => setTimeout(resolve, state.delay))
    if (url.pathname.startsWith('/v1/profile/')) return answerProfile(request, response, url)
    if (url.pathname.startsWith('/v1/sessions/')) return answerSessions(request, response, url)
    try {
      const bought = await (url.pathname.startsWith('/v1/convert/') ? swap : onRamp)(request, url).catch(
        (error: unknown) => {
          throw new Refusal('', error instanceof Error ? error.message : String(error))
        },
      )
      const answered: Answered | undefined =
        bought ?? (request.method === 'GET' ? await answer(url) : undefined)
      if (!answered) return sendFailure(response, 404, `No ${request.method} ${url.pathname}`)
      const { call, body, count } = answered
      if (count !== undefined) response.setHeader('x-sandbox-generated', `${count}`)
      const fault = state.faults.get(call)
      if (fault) sendFault(fault, response, typeof body === 'string' ? JSON.parse(body) : body)
      else sendJson(response, 200, body)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      sendFailure(response, 400, error.message, error.field)
    }
  }
}

interface Answered {
  call: ApiCall
  body: unknown
  /** Length of a generated history; absent for real ones. */
  count?: number
}

class Refusal extends Error {
  readonly field: string
  constructor(field: string, description: string) {
    super(description)
    this.field = field
  }
}

function requireAddress(text: string): Hex {
  if (isAddress(text, { strict: false })) return text
  throw new Refusal('address', 'Invalid address')
}

/** @param page JSON text of a whole response */
function prepend(page: string, transactions: readonly ApiTransaction[]): string {
  const head = '{"data":['
  return head + transactions.map((each) => `${JSON.stringify(each)},`).join('') + page.slice(head.length)
}

/**
 * Sort key of a transaction across all chains: seconds since 1970 (Infinity while pending), chain id, position in the
 * chain.
 */
type Place = readonly [time: number, chainId: number, position: number]

async function fetchPlaced(
  chain: EvmChain,
  account: Hex,
): Promise<{ transaction: IndexedTransaction; chain: EvmChain; place: Place }[]> {
  await chain.index.sync()
  return chain.index.getTransactions(account).map((transaction) => {
    const { status, time, position } = transaction
    const place: Place = [status === 'pending' ? Infinity : time, chain.network.id, position]
    return { transaction, chain, place }
  })
}

function compare(one: Place, other: Place): number {
  const at = one.findIndex((part, index) => part !== other[index])
  return at < 0 ? 0 : one[at]! < other[at]! ? -1 : 1
}

/** The place of the last transaction on the page before; undefined for the first page. */
function parseCursor(cursor: string | null): Place | undefined {
  // `again` is the cursor of the fault `endless`.
  if (!cursor || cursor === 'again') return undefined
  const text = Buffer.from(cursor, 'base64url').toString()
  if (!/^(\d{1,15}|Infinity),\d{1,9},(\d{1,15}|Infinity)$/.test(text)) {
    throw new Refusal('cursor', 'Invalid cursor')
  }
  const [time, chainId, position] = text.split(',').map(Number)
  return [time!, chainId!, position!]
}

const tokenUri = parseAbi(['function tokenURI(uint256) view returns (string)'])

/** The picture that the contract draws; generated NFTs get a drawing of the sandbox. */
async function fetchNftPicture(anvil: Anvil, contract: string, id: string): Promise<string | undefined> {
  if (!/^\d{1,20}$/.test(id)) return undefined
  if (contract === 'generated') return avatar(id)
  if (!isAddress(contract, { strict: false })) return undefined
  const data = encodeFunctionData({ abi: tokenUri, args: [BigInt(id)] })
  const result = await anvil.rpc('eth_call', { to: contract, data }, 'latest').catch(() => undefined)
  if (!result) return undefined
  const uri = decodeFunctionResult({ abi: tokenUri, data: result })
  const { image } = JSON.parse(decodeBase64(uri)) as { image: string }
  return decodeBase64(image)
}

function decodeBase64(dataUri: string): string {
  return Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64').toString('utf8')
}

/** Overlapping discs, with colours derived from the text. */
function avatar(text: string): string {
  const hue = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)
  const at = (turn: number) => (hue + turn) % 360
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" height="80" fill="hsl(${hue} 55% 82%)"/><circle cx="${20 + (hue % 40)}" cy="64" r="38" fill="hsl(${at(40)} 62% 56%)"/><circle cx="${60 - (hue % 30)}" cy="${24 + (hue % 14)}" r="17" fill="hsl(${at(190)} 58% 34%)"/><path d="M0 80V${56 - (hue % 16)}q20-12 40 0t40 0V80z" fill="hsl(${at(210)} 52% 26%)" opacity=".9"/></svg>`
}
