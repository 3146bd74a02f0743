/**
 * The provider that a page gets: one object from the start, whatever wallet is behind it, and before the code that
 * speaks to wallets is loaded. What it says of accounts and network is what Billfold knows and has checked, so that a
 * page and Billfold never disagree; everything else is the wallet's own answer.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
import type { ProviderPage } from '../adapter.ts'
import type { EvmProvider } from '../providers.ts'
import { hasCode } from '../../core/base/errors.ts'
import type { RequestArguments } from './eip1193.ts'

export interface ProviderRelay {
  readonly provider: EvmProvider
  listeners: readonly ProviderListener[]
  page?: ProviderPage
  /** Absent while disconnected. `relay-events.ts` emits its changes. */
  target?: RelayTarget | undefined
}

type ProviderListener = readonly [event: string, listener: (value: never) => void]

export interface RelayTarget {
  request(args: RequestArguments): Promise<unknown>
  /** The active one first; never empty. */
  accounts: readonly string[]
  /** EIP-155. */
  chainId: number
}

export function createProviderRelay(): ProviderRelay {
  async function request(args: RequestArguments): Promise<unknown> {
    const { method } = args
    if (method === 'eth_requestAccounts' && !relay.target) {
      await relay.page
        ?.load()
        .then((shell) => shell.connect('eip155'))
        .catch((error: Error) => {
          throw toRpcError(hasCode(error, 'connect_cancelled') ? 4001 : -32603, error.message)
        })
    }
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [...getAccounts(relay)]
    if (method === 'eth_chainId') return getChainId(relay)
    if (method === 'net_version') return String(Number(getChainId(relay)))
    if (relay.target) return relay.target.request(args)
    throw toRpcError(
      /^(wallet|personal)_|^eth_(sign|sendTransaction)/.test(method) ? 4100 : 4900,
      'No wallet is connected. Call eth_requestAccounts first.',
    )
  }

  const relay: ProviderRelay = {
    listeners: [],
    provider: {
      request: request as EvmProvider['request'],
      on(event, listener) {
        relay.listeners = [...relay.listeners, [event, listener]]
        return relay.provider
      },
      removeListener(event, listener) {
        const found = relay.listeners.find(([name, known]) => name === event && known === listener)
        relay.listeners = relay.listeners.filter((one) => one !== found)
        return relay.provider
      },
    },
  }
  return relay
}

export function getAccounts({ target }: ProviderRelay): readonly string[] {
  return target?.accounts ?? []
}

/** In hex. Without a wallet it is the page's first network. */
export function getChainId({ target, page }: ProviderRelay): string {
  const first = page?.networks.find(({ chainNamespace }) => chainNamespace === 'eip155')
  return `0x${Number(target?.chainId ?? first?.id).toString(16)}`
}

export function toRpcError(code: number, message: string): Error & { code: number } {
  return Object.assign(new Error(message), { code })
}
