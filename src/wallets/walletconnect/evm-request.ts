/**
 * EIP-1193 over WalletConnect. What the session says is answered here; what a person has to answer goes to the wallet,
 * with the network that the page is on; what a node knows a node is asked for, and no phone rings.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
import * as v from 'valibot'
import type { CaipNetworkId } from '../../core/chains/caip.ts'
import { pageClock } from '../../base/page-clock.ts'
import { hasCode, toErrorRecord } from '../../core/base/errors.ts'
import { withTimeout } from '../../core/base/wait.ts'
import type { Network } from '../../core/chains/networks.ts'
import { parseOrNone } from '../../core/contract/schemas.ts'
import type { WalletConnectSession } from '../../core/contract/walletconnect.ts'
import type { RequestArguments } from '../evm/eip1193.ts'
import type { SessionParts } from './session-parts.ts'

/** The parts of a request or an event that name an account or a network. */
const named = v.object({ from: v.optional(v.unknown()), chainId: v.optional(v.unknown()) })

interface EvmState {
  /** CAIP-2; absent while nothing is shared. */
  caipNetworkId?: CaipNetworkId | undefined
  /** In hex. */
  chainId?: string | undefined
  /** On that network, the active one first. */
  addresses: readonly string[]
}

interface EvmParts extends SessionParts {
  getEvm(): EvmState
  choose(caipNetworkId: CaipNetworkId): void
  end(): Promise<void>
  listen(event: string, listener: () => void): () => void
}

export function createEvmRequest(parts: EvmParts): (args: RequestArguments) => Promise<unknown> {
  const { getSession, ask, getEvm, choose, end } = parts

  async function request({ method, params }: RequestArguments): Promise<unknown> {
    const { addresses, chainId, caipNetworkId } = getEvm()
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [...addresses]
    if (method === 'wallet_revokePermissions') return end().then(() => null)
    const { peer, namespaces } = getSession()
    if (method === 'eth_chainId') return chainId
    if (method === 'net_version') return String(Number(chainId))
    if (!caipNetworkId) throw toRpcError(4100, `${peer.name} shares no account of an EVM network.`)
    if (method === 'wallet_switchEthereumChain') return goTo(caipNetworkId, params)
    if (!namespaces.eip155?.methods.includes(method)) {
      if (!READS.test(method)) throw toRpcError(4200, `${peer.name} has not approved ${method}.`)
      return parts.askNode(caipNetworkId, method, Array.isArray(params) ? (params as unknown[]) : [])
    }
    assertHere(params, getEvm(), peer.name)
    return ask(caipNetworkId, method, params)
  }

  /** A network that was approved is the page's to choose; for another one the wallet is asked, if it takes that. */
  async function goTo(here: CaipNetworkId, params: RequestArguments['params']): Promise<null> {
    const [wanted] = Array.isArray(params) ? (params as unknown[]) : []
    const id = toNetworkId(parseOrNone(named, wanted)?.chainId)
    if (!id) throw toRpcError(-32602, 'It takes [{ chainId }], in hex.')
    const isApproved = () => getChains(getSession()).includes(id)
    const { peer, namespaces } = getSession()
    if (!isApproved() && namespaces.eip155?.methods.includes('wallet_switchEthereumChain')) {
      await ask(here, 'wallet_switchEthereumChain', params)
      await arrive(isApproved)
    }
    if (!isApproved()) {
      const what = `${peer.name} has not approved the network ${Number(id.split(':')[1])}.`
      throw toRpcError(4901, `${what} Connect it again to choose it there.`)
    }
    choose(id)
    return null
  }

  /** The wallet says yes first, and shares its account there a moment later. */
  function arrive(isThere: () => boolean): Promise<void> {
    let stop = () => {}
    const arrived = new Promise<void>((resolve) => {
      // Not in the wallet's own turn: that the session has ended meanwhile must reach all who listen.
      const look = () =>
        queueMicrotask(() => {
          try {
            if (isThere()) resolve()
          } catch {
            resolve()
          }
        })
      stop = parts.listen('change', look)
      look()
    })
    return withTimeout(pageClock, ARRIVAL_LIMIT, arrived).finally(stop)
  }

  return (args) =>
    request(args).catch((error: unknown) => {
      throw toPageError(error)
    })
}

/** What a node answers. */
const READS = /^(eth_(?!sign|send)|net_|web3_)/

/** How long a network that the wallet went to may take to be shared. Milliseconds. */
const ARRIVAL_LIMIT = 5_000

/** Networks of eip155 on which an account is shared. */
function getChains({ namespaces }: WalletConnectSession): CaipNetworkId[] {
  const accounts = namespaces.eip155?.accounts ?? []
  return [...new Set(accounts.map((account) => account.slice(0, account.lastIndexOf(':')) as CaipNetworkId))]
}

/**
 * Those of the page on which an account is shared. Undefined where there is no session, and where the wallet may be asked to
 * go to any.
 */
export function getApproved(
  session: WalletConnectSession | undefined,
  networks: readonly Network[],
): readonly CaipNetworkId[] | undefined {
  if (!session || session.namespaces.eip155?.methods.includes('wallet_switchEthereumChain')) return undefined
  const chains = getChains(session)
  return networks.map(({ caipNetworkId }) => caipNetworkId).filter((id) => chains.includes(id))
}

/** The chosen network if it is shared, else the first one of the page that is, else any. */
export function readEvmState(
  session: WalletConnectSession | undefined,
  page: { chosen: CaipNetworkId | undefined; active: string | undefined; networks: readonly Network[] },
): EvmState {
  const chains = session ? getChains(session) : []
  const order = [page.chosen, ...page.networks.map(({ caipNetworkId }) => caipNetworkId), chains[0]]
  const caipNetworkId = order.find((id) => id && chains.includes(id))
  if (!caipNetworkId) return { addresses: [] }
  const shared = (session?.namespaces.eip155?.accounts ?? [])
    .filter((account) => account.startsWith(`${caipNetworkId}:`))
    .map((account) => account.slice(caipNetworkId.length + 1))
  const isActive = (address: string) => address.toLowerCase() === page.active
  const addresses = [...shared.filter(isActive), ...shared.filter((address) => !isActive(address))]
  return { caipNetworkId, chainId: `0x${Number(caipNetworkId.split(':')[1]).toString(16)}`, addresses }
}

/** Undefined for anything but the id of a network, in hex or as a number. */
function toNetworkId(value: unknown): CaipNetworkId | undefined {
  const id = typeof value === 'string' || typeof value === 'number' ? Number(value) : 0
  return Number.isSafeInteger(id) && id > 0 ? `eip155:${id}` : undefined
}

/** Where an event says that the wallet went: some name the network beside it only. */
export function chooseChain(data: unknown, beside: CaipNetworkId): CaipNetworkId {
  return toNetworkId(parseOrNone(named, data)?.chainId ?? data) ?? beside
}

/** The first account that an event names, in CAIP-10 or as an address; in lower case. Undefined where it names none. */
export function toActiveFirst(data: unknown): string | undefined {
  const [first] = Array.isArray(data) ? (data as unknown[]) : []
  return typeof first === 'string' ? first.slice(first.lastIndexOf(':') + 1).toLowerCase() : undefined
}

/** What names a network or an account is meant for them alone (F14). */
function assertHere(
  params: RequestArguments['params'],
  { addresses, chainId }: EvmState,
  name: string,
): void {
  const asked = parseOrNone(named, Array.isArray(params) ? params[0] : undefined) ?? {}
  const isFrom = (address: string) => address.toLowerCase() === String(asked.from).toLowerCase()
  if (asked.from !== undefined && !addresses.some(isFrom))
    throw toRpcError(4100, `${name} does not share ${String(asked.from)} with this page.`)
  if (asked.chainId !== undefined && Number(asked.chainId) !== Number(chainId))
    throw toRpcError(4901, `${name} is on the network ${Number(chainId)} for this page.`)
}

/** By the codes of EIP-1193 and EIP-1474. */
function toRpcError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code })
}

/** As wallets of the page throw: by the codes of EIP-1193. What says that it may have been sent stays as it is. */
function toPageError(error: unknown): unknown {
  const { code, message, context } = toErrorRecord(error)
  if (code === 'wallet_declined') return toRpcError(4001, message)
  if (code === 'bad_envelope' || code.startsWith('http_')) {
    const { rpcCode, description, rpcData } = context
    const shown = toRpcError(Number(rpcCode ?? -32603), String(description ?? message))
    return Object.assign(shown, rpcData === undefined ? {} : { data: rpcData })
  }
  const theirs = context['code']
  return hasCode(error, 'wallet_failed') && typeof theirs === 'number' ? toRpcError(theirs, message) : error
}
