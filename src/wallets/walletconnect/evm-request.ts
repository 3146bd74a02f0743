/**
 * EIP-1193 over WalletConnect: the session lists accounts and approved methods, and the network may be any of the approved
 * ones.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
import * as v from 'valibot'
import type { CaipNetworkId } from '../../core/chains/caip.ts'
import { pageClock } from '../../base/page-clock.ts'
import { withTimeout } from '../../core/base/wait.ts'
import type { Network } from '../../core/chains/networks.ts'
import { parseOrNone } from '../../core/contract/schemas.ts'
import type { WalletConnectSession } from '../../core/contract/walletconnect.ts'
import { createEvmRequest } from '../evm/create-request.ts'
import type { RequestArguments } from '../evm/eip1193.ts'
import type { EvmState } from '../evm/parameters.ts'
import { toHexId } from '../evm/page-provider.ts'
import { rpcError } from '../evm/rpc-error.ts'
import type { SessionParts } from './session-parts.ts'

/** The parameter of a request that names a network. */
const named = v.object({ chainId: v.optional(v.unknown()) })

interface EvmParts extends SessionParts {
  /** Undefined once it has ended. */
  findSession(): WalletConnectSession | undefined
  getEvm(): EvmState
  choose(caipNetworkId: CaipNetworkId): void
  end(): Promise<void>
  listen(event: string, listener: () => void): () => void
}

const SWITCH = 'wallet_switchEthereumChain'
const ADD = 'wallet_addEthereumChain'

export function createSessionRequest(parts: EvmParts): (args: RequestArguments) => Promise<unknown> {
  const { findSession, getEvm, choose } = parts

  const takes = (method: string) => takesMethod(findSession(), method)
  const isApproved = (chainId: number) => getChains(findSession()).includes(toCaip(chainId))

  /** A network that was approved is the page's to choose; for another one the wallet is asked, if it takes that. */
  async function goTo(chainId: number): Promise<void> {
    const { peer } = parts.getSession()
    const isKnown = () => isApproved(chainId)
    const here = getEvm().chainId
    const isAsked = !isKnown() && here !== undefined && takes(SWITCH)
    if (isAsked) {
      await parts.ask(toCaip(here), SWITCH, [{ chainId: toHexId(chainId) }])
      await arrive(isKnown)
    }
    if (isKnown()) return choose(toCaip(chainId))
    const what = `${peer.name} has not approved the network ${chainId}.`
    if (!isAsked && takes(ADD)) throw rpcError(4902, `${what} Add it there first.`)
    throw rpcError(4901, `${what} Connect it again to choose it there.`)
  }

  async function ask(method: string, params: readonly unknown[] | object, chainId: number): Promise<unknown> {
    const answer = await parts.ask(toCaip(chainId), method, params)
    // A wallet without the switch method shares its account on the new network by itself.
    if (method === ADD && !takes(SWITCH)) await arrive(() => isApproved(readAdded(params)))
    return answer
  }

  /** Waits for the account on the network: wallets share it a moment after their answer. */
  function arrive(isThere: () => boolean): Promise<void> {
    let stop = () => {}
    const arrived = new Promise<void>((resolve) => {
      // Not in the wallet's own turn: that the session has ended meanwhile must reach all who listen.
      const check = () => queueMicrotask(() => (!findSession() || isThere()) && resolve())
      stop = parts.listen('change', check)
      check()
    })
    return withTimeout(pageClock, ARRIVAL_LIMIT, arrived).finally(stop)
  }

  return createEvmRequest({
    getName: () => findSession()?.peer.name ?? 'The wallet',
    getState: getEvm,
    takes,
    ask,
    read: (method, params, chainId) => parts.askNode(toCaip(chainId), method, params),
    goTo,
    end: parts.end,
  })
}

/** How long a network that the wallet went to may take to be shared. Milliseconds. */
const ARRIVAL_LIMIT = 5_000

/** Networks of eip155 on which an account is shared. */
function getChains(session: WalletConnectSession | undefined): CaipNetworkId[] {
  const accounts = session?.namespaces.eip155?.accounts ?? []
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
  if (!session || takesMethod(session, SWITCH) || takesMethod(session, ADD)) return undefined
  const chains = getChains(session)
  return networks.map(({ caipNetworkId }) => caipNetworkId).filter((id) => chains.includes(id))
}

/** The chosen network if it is shared, else the first one of the page that is, else any. */
export function readEvmState(
  session: WalletConnectSession | undefined,
  page: { chosen: CaipNetworkId | undefined; networks: readonly Network[] },
): EvmState {
  const chains = getChains(session)
  const order = [page.chosen, ...page.networks.map(({ caipNetworkId }) => caipNetworkId), chains[0]]
  const caipNetworkId = order.find((id) => id && chains.includes(id))
  if (!caipNetworkId) return { addresses: [] }
  const addresses = (session?.namespaces.eip155?.accounts ?? [])
    .filter((account) => account.startsWith(`${caipNetworkId}:`))
    .map((account) => account.slice(caipNetworkId.length + 1))
  return { chainId: Number(caipNetworkId.split(':')[1]), addresses }
}

function takesMethod(session: WalletConnectSession | undefined, method: string): boolean {
  return session?.namespaces.eip155?.methods.includes(method) ?? false
}

function readAdded(params: readonly unknown[] | object): number {
  return Number(parseOrNone(named, (params as readonly unknown[])[0])?.chainId)
}

function toCaip(chainId: number): CaipNetworkId {
  return `eip155:${chainId}`
}
