/**
 * The provider that a page gets: one object from the start, whatever wallet is behind it, and before the code that
 * speaks to wallets is loaded. It answers accounts and network from Billfold's checked state, so that page and
 * Billfold never disagree; the wallet answers everything else, or a node while disconnected.
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
  /** Absent while disconnected. `provider-events.ts` emits its changes. */
  target?: EvmTarget | undefined
  /** EIP-155: where the last wallet was, and the page still is. */
  chainId?: number | undefined
}

type Listener = (value: never) => void
type ProviderListener = readonly [event: string, listener: Listener, isOnce: boolean]

export interface EvmTarget {
  /** @throws with numeric codes only */
  request(args: RequestArguments): Promise<unknown>
  /** The active one first; never empty. */
  accounts: readonly string[]
  /** EIP-155. */
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
 * EIP-155: without a wallet it is where the last one was, if the page names that network, else the page's first. Undefined on a page
 * without a network of EVM.
 */
export function getChainId(pageProvider: EvmPageProvider): number | undefined {
  return pageProvider.target?.chainId ?? pageProvider.chainId ?? toNumber(getNetworks(pageProvider)[0])
}

/** Of the page, those of EVM. */
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
