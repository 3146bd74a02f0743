/**
 * The provider's blockchain API: the four calls of the first journey, answered from the index of the chain, and the
 * pictures that the answers name. Like the public one it answers balances empty without `sv`.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { decodeFunctionResult, encodeFunctionData, formatUnits, type Hex, isAddress, parseAbi } from 'viem'
import { people } from './accounts.ts'
import type { Anvil } from './anvil.ts'
import type { ApiBalance, ApiHistory, ApiTransaction } from './api-types.ts'
import type { ChainIndex } from './chain-index.ts'
import { type FaultKind, sendFailure, sendFault } from './faults.ts'
import type { GeneratedHistory } from './generate.ts'
import { allowAnyOrigin, type Handler, sendJson } from './local-server.ts'
import type { World } from './past.ts'
import { assetUrl, toApiTransaction } from './to-api-transaction.ts'
import { getIcon } from './token-icon.ts'
import { nativeCoin } from './tokens.ts'

export type ApiCall = 'supported-chains' | 'identity' | 'history' | 'balance'

/** What a test or the demo's panel may change while the API runs. */
export interface ApiState {
  /** Milliseconds before an answer. */
  delay: number
  faults: Map<ApiCall, FaultKind>
  /** By lower-case address. What came after the block is real. */
  generated: Map<string, { history: GeneratedHistory; block: number }>
  requests: RecordedRequest[]
}

export interface RecordedRequest {
  method: string
  path: string
  query: Record<string, string>
  /** Milliseconds since 1970. */
  time: number
}

export interface ApiOptions {
  anvil: Anvil
  index: ChainIndex
  world: World
  state: ApiState
  /** The API's own address; known only after the server has started. */
  ownUrl(): string
}

const HISTORY_PAGE = 50

export function createProviderApi({ anvil, index, world, state, ownUrl }: ApiOptions): Handler {
  const chain = `eip155:${anvil.chainId}`
  const telling = () => ({ world, chain, assetsUrl: ownUrl() })

  /** Undefined: no such call. Throws a `Refusal` for a request that the public API would refuse too. */
  async function answer(url: URL): Promise<{ call: ApiCall; body: unknown; count?: number } | undefined> {
    if (url.pathname === '/v1/supported-chains') {
      return { call: 'supported-chains', body: { http: [chain], ws: [] } }
    }
    const [, version, noun, account = '', verb] = url.pathname.split('/').map(decodeURIComponent)
    if (version !== 'v1') return undefined
    if (noun === 'identity' && !verb) return { call: 'identity', body: getIdentity(account) }
    if (noun !== 'account') return undefined
    if (verb === 'balance') {
      return { call: 'balance', body: { balances: await fetchBalances(requireAddress(account), url) } }
    }
    if (verb !== 'history') return undefined
    const generated = state.generated.get(requireAddress(account).toLowerCase())
    if (generated) {
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
    if (!isAboutThisChain(url)) return { data: [], next: null }
    await index.sync()
    const before = parseCursor(url.searchParams.get('cursor'))
    const all = index.getTransactions(account)
    const older = before === undefined ? all : all.filter(({ position }) => position < before)
    const page = older.slice(0, HISTORY_PAGE)
    const last = page.at(-1)
    return {
      data: page.map((transaction) => toApiTransaction(transaction, account, telling())),
      // The place in the chain, not a count: what is new meanwhile shifts nothing.
      next: last && older.length > page.length ? Buffer.from(`${last.position}`).toString('base64url') : null,
    }
  }

  /** What has really happened since a history was generated stands above it. */
  async function fetchNewer(account: Hex, block: number): Promise<ApiTransaction[]> {
    await index.sync()
    return index
      .getTransactions(account)
      .filter(({ position }) => position >= (block + 1) * 1_000_000)
      .map((transaction) => toApiTransaction(transaction, account, telling()))
  }

  async function fetchBalances(account: Hex, url: URL): Promise<ApiBalance[]> {
    if (!url.searchParams.get('sv') || !isAboutThisChain(url)) return []
    await index.sync()
    const native = BigInt(await anvil.rpc('eth_getBalance', account, 'latest'))
    const held = await Promise.all(
      index.getTokens(account).map(async (contract) => ({
        token: world.tokens.find(({ address }) => address.toLowerCase() === contract),
        amount: await fetchTokenBalance(contract, account),
      })),
    )
    const all = [{ token: { ...nativeCoin, address: undefined }, amount: native }, ...held]
    return all
      .flatMap(({ token, amount }) => (token && amount > 0n ? [toBalance(token, amount)] : []))
      .sort((one, other) => (other.value ?? 0) - (one.value ?? 0))
  }

  async function fetchTokenBalance(contract: Hex, account: Hex): Promise<bigint> {
    const data = encodeFunctionData({ abi: balanceOf, args: [account] })
    return decodeFunctionResult({
      abi: balanceOf,
      data: await anvil.rpc('eth_call', { to: contract, data }, 'latest'),
    })
  }

  function toBalance(
    token: { name: string; symbol: string; decimals: number; price: number; address: Hex | undefined },
    amount: bigint,
  ): ApiBalance {
    const numeric = formatUnits(amount, token.decimals)
    return {
      name: token.name,
      symbol: token.symbol,
      chainId: chain,
      ...(token.address ? { address: `${chain}:${token.address}` } : {}),
      value: Number(numeric) * token.price,
      price: token.price,
      quantity: { decimals: `${token.decimals}`, numeric },
      iconUrl: assetUrl({ assetsUrl: ownUrl() }, 'token', token.symbol),
    }
  }

  /** The call names a network, and it is another one. */
  function isAboutThisChain(url: URL): boolean {
    const asked = url.searchParams.get('chainId')
    return !asked || asked === chain
  }

  async function sendAsset(pathname: string, response: ServerResponse): Promise<void> {
    const [kind, name = '', id] = pathname.split('/').slice(2).map(decodeURIComponent)
    const file = (id ?? name).replace(/\.svg$/, '')
    const svg =
      kind === 'nft'
        ? await fetchNftPicture(anvil, name, file)
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
    try {
      const answered = request.method === 'GET' ? await answer(url) : undefined
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

/** @param page a whole answer as text. */
function prepend(page: string, transactions: readonly ApiTransaction[]): string {
  const head = '{"data":['
  return head + transactions.map((each) => `${JSON.stringify(each)},`).join('') + page.slice(head.length)
}

/** The place in the chain before which the page ends; undefined: from the newest on. */
function parseCursor(cursor: string | null): number | undefined {
  // `again` is what the fault `endless` gives out.
  if (!cursor || cursor === 'again') return undefined
  const position = Buffer.from(cursor, 'base64url').toString()
  if (position === 'Infinity' || /^\d{1,15}$/.test(position)) return Number(position)
  throw new Refusal('cursor', 'Invalid cursor')
}

const balanceOf = parseAbi(['function balanceOf(address) view returns (uint256)'])
const tokenUri = parseAbi(['function tokenURI(uint256) view returns (string)'])

/** The picture that the contract draws; a drawing of ours for NFTs that were generated. */
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

/** Overlapping discs in colours that follow from the text. */
function avatar(text: string): string {
  const hue = [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)
  const at = (turn: number) => (hue + turn) % 360
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" height="80" fill="hsl(${hue} 55% 82%)"/><circle cx="${20 + (hue % 40)}" cy="64" r="38" fill="hsl(${at(40)} 62% 56%)"/><circle cx="${60 - (hue % 30)}" cy="${24 + (hue % 14)}" r="17" fill="hsl(${at(190)} 58% 34%)"/><path d="M0 80V${56 - (hue % 16)}q20-12 40 0t40 0V80z" fill="hsl(${at(210)} 52% 26%)" opacity=".9"/></svg>`
}
