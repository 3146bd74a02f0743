/**
 * The EVM provider of the page. The object exists before the wallet code is loaded, and stays the same whatever
 * wallet is connected. Billfold answers requests for accounts and network from its own state, so that the page sees
 * what Billfold shows. The wallet answers the other requests; while no wallet is connected, a node answers them.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
import type { Network } from '../../core/chains/networks.ts'
import type { ProviderPage } from '../adapter.ts'
import { isOwn, markOwn, PASSES_ON } from '../own-provider.ts'
import type { EvmProvider } from '../providers.ts'
import { awaitPageRestored } from '../await-page-restored.ts'
import type { RequestArguments } from './eip1193.ts'
import type { SendAsyncParameters, SendParameters } from './older-methods.ts'
import { readRequest } from './read-request.ts'
import { rpcError } from './rpc-error.ts'

export interface EvmPageProvider {
  readonly provider: EvmProvider
  listeners: readonly ProviderListener[]
  page?: ProviderPage
  /** Absent while no wallet is connected. `provider-events.ts` sets it and emits the changes. */
  target?: EvmTarget | undefined
  /** EIP-155 id of the last wallet's network. The page stays on it after a disconnect. */
  chainId?: number | undefined
}

type Listener = (value: never) => void
type ProviderListener = readonly [event: string, listener: Listener, isOnce: boolean]

export interface EvmTarget {
  /** @throws errors with a numeric code */
  request(args: RequestArguments): Promise<unknown>
  /** Shared addresses, the active one first; never empty. */
  accounts: readonly string[]
  /** EIP-155 id of the wallet's network. */
  chainId: number
}

export function createEvmPageProvider(): EvmPageProvider {
  async function request(args: RequestArguments): Promise<unknown> {
    const asked = readRequest(args)
    if ([args, asked.params].some(isOwn)) throw rpcError(4100, `This wallet ${PASSES_ON}`)
    const { page } = pageProvider
    if (!pageProvider.target) await awaitPageRestored(page, 'eip155')
    const { method } = asked
    const { target } = pageProvider
    if (method === 'eth_accounts' || (target && method === 'eth_requestAccounts'))
      return [...getAccounts(pageProvider)]
    if (method === 'eth_chainId') return toHexId(getChainId(pageProvider) ?? throwNoNetwork())
    if (method === 'net_version') return String(getChainId(pageProvider) ?? throwNoNetwork())
    if (target && !(page && method === 'wallet_revokePermissions')) return target.request(asked)
    const code = await import('./page-request.ts').catch(() => {
      throw rpcError(-32603, 'Part of Billfold could not be loaded. Reload the page.')
    })
    return code.answerPage(pageProvider, asked)
  }

  function add(event: string, listener: Listener, isOnce: boolean): EvmProvider {
    pageProvider.listeners = [...pageProvider.listeners, [event, listener, isOnce]]
    return pageProvider.provider
  }

  function removeListener(event: string, listener: Listener): EvmProvider {
    const found = pageProvider.listeners.find(([name, known]) => name === event && known === listener)
    pageProvider.listeners = pageProvider.listeners.filter((one) => one !== found)
    return pageProvider.provider
  }

  const pageProvider: EvmPageProvider = {
    listeners: [],
    provider: markOwn({
      request: markOwn(request),
      on: (event: string, listener: Listener) => add(event, listener, false),
      once: (event: string, listener: Listener) => add(event, listener, true),
      removeListener,
      off: removeListener,
      removeAllListeners(event?: string) {
        pageProvider.listeners =
          event === undefined ? [] : pageProvider.listeners.filter(([name]) => name !== event)
        return pageProvider.provider
      },
      send: async (...given: SendParameters) => (await import('./older-methods.ts')).send(request, ...given),
      sendAsync: async (...given: SendAsyncParameters) =>
        (await import('./older-methods.ts')).sendAsync(request, ...given),
    } as unknown as EvmProvider),
  }
  return pageProvider
}

export function getAccounts({ target }: EvmPageProvider): readonly string[] {
  return target?.accounts ?? []
}

/**
 * EIP-155 id of the provider's network: the network of the wallet. Without a wallet: the last wallet's network if the
 * page lists it, else the page's first network. Undefined if the page has no EVM network.
 */
export function getChainId(pageProvider: EvmPageProvider): number | undefined {
  return pageProvider.target?.chainId ?? pageProvider.chainId ?? toNumber(getNetworks(pageProvider)[0])
}

/** The page's EVM networks. */
export function getNetworks({ page }: EvmPageProvider): readonly Network[] {
  return page?.networks.filter(({ chainNamespace }) => chainNamespace === 'eip155') ?? []
}

function toNumber(network: Network | undefined): number | undefined {
  return network && Number(network.id)
}

export function toHexId(chainId: number): string {
  return `0x${chainId.toString(16)}`
}

/** @throws 4900 */
export function throwNoNetwork(): never {
  throw rpcError(4900, 'This page has no EVM network. Add one to the option `networks` of createBillfold().')
}
