/**
 * EIP-1193 over WalletConnect. The session lists the accounts and the approved methods; the page chooses one of the
 * approved networks.
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

/** Shape of a parameter that names a network. */
const named = v.object({ chainId: v.optional(v.unknown()) })

interface EvmParts extends SessionParts {
  /** Undefined after the session has ended. */
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

  /**
   * Switches the network. If the network is approved, the page alone decides; otherwise the wallet is asked, if it
   * supports that.
   */
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
    // A wallet without the switch method shares its account on the added network by itself, a moment later.
    if (method === ADD && !takes(SWITCH)) await arrive(() => isApproved(readAdded(params)))
    return answer
  }

  /** Waits until the wallet shares its account on the network, which happens a moment after its answer. */
  function arrive(isThere: () => boolean): Promise<void> {
    let stop = () => {}
    const arrived = new Promise<void>((resolve) => {
      // Check in a microtask, so that an end of the session first reaches all listeners.
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

/**
 * How long to wait, after the wallet has switched networks, until the wallet shares its account there. Milliseconds.
 */
const ARRIVAL_LIMIT = 5_000

/** EVM networks on which an account is shared. */
function getChains(session: WalletConnectSession | undefined): CaipNetworkId[] {
  const accounts = session?.namespaces.eip155?.accounts ?? []
  return [...new Set(accounts.map((account) => account.slice(0, account.lastIndexOf(':')) as CaipNetworkId))]
}

/**
 * The page's networks on which an account is shared. Undefined without a session, and if the wallet can be asked to
 * switch to any network.
 */
export function getApproved(
  session: WalletConnectSession | undefined,
  networks: readonly Network[],
): readonly CaipNetworkId[] | undefined {
  if (!session || takesMethod(session, SWITCH) || takesMethod(session, ADD)) return undefined
  const chains = getChains(session)
  return networks.map(({ caipNetworkId }) => caipNetworkId).filter((id) => chains.includes(id))
}

/**
 * The current network and its accounts: the chosen network if an account is shared there, else the first of the page's
 * networks with an account, else the session's first.
 */
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
