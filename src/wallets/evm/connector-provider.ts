/**
 * The provider of a connector that the page brings. It exists from the start; the first request loads the wallet's own
 * provider.
 */
import { BillfoldError } from '../../core/base/errors.ts'
import { withTimeout } from '../../core/base/wait.ts'
import { pageClock } from '../../base/page-clock.ts'
import { isOwnProvider, PASSES_ON } from '../own-provider.ts'
import { toWalletError } from '../wallet-error.ts'
import { askWallet, type Eip1193Provider, listenToWallet } from './eip1193.ts'
import type { PageConnector } from './page-connectors.ts'

/** How long the page's `getProvider` may take. The person is not prompted meanwhile. Milliseconds. */
const LOAD_LIMIT = 30_000

export interface ConnectorProvider extends Eip1193Provider {
  /** Disconnects the wallet, by its own `disconnect` method if it has one. */
  leave(): Promise<unknown>
}

/** The wallet's own provider. `disconnect` is declared here, since wallet packages type it in many ways. */
type RealProvider = Eip1193Provider & { disconnect?(): unknown }

interface Heard {
  event: string
  listener: (...args: never[]) => void
  /** Stops listening. Absent until the wallet's own provider is loaded. */
  stop?: () => void
}

/**
 * @param isAround whether the page is embedded in the wallet. Then no prompt is needed, and `eth_accounts` replaces
 * `eth_requestAccounts`, which some of these wallets do not know
 */
export function createConnectorProvider(
  name: string,
  getProvider: PageConnector['getProvider'],
  isAround = false,
): ConnectorProvider {
  let heard: readonly Heard[] = []
  let loading: Promise<RealProvider> | undefined
  let provider: RealProvider | undefined

  async function start(): Promise<RealProvider> {
    const found = await withTimeout(pageClock, LOAD_LIMIT, fetchProvider(name, getProvider))
    if (!found)
      throw failed(
        'unavailable',
        `${name} could not be started: getProvider() did not answer in time. Try again.`,
      )
    provider = found
    for (const one of heard) one.stop = listenToWallet(found, one.event, one.listener)
    return found
  }

  /** If loading fails, the next request tries again. */
  function load(): Promise<RealProvider> {
    loading ??= start().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }

  return {
    async request(args) {
      const found = await load()
      if (isAround && args.method === 'eth_requestAccounts') return askWallet(found, 'eth_accounts')
      return found.request(args)
    },
    on(event, listener) {
      const stop = provider && listenToWallet(provider, event, listener)
      heard = [...heard, { event, listener, ...(stop && { stop }) }]
    },
    removeListener(event, listener) {
      const left = heard.find((one) => one.event === event && one.listener === listener)
      heard = heard.filter((one) => one !== left)
      left?.stop?.()
    },
    async leave() {
      const found = await load()
      if (typeof found.disconnect === 'function') return found.disconnect()
      return askWallet(found, 'wallet_revokePermissions', [{ eth_accounts: {} }])
    },
  }
}

/** @throws wallet_declined, wallet_busy, wallet_failed */
async function fetchProvider(name: string, getProvider: PageConnector['getProvider']): Promise<RealProvider> {
  let found: RealProvider | undefined
  try {
    found = await getProvider()
  } catch (error) {
    throw toWalletError(error, name)
  }
  if (isOwnProvider(found)) throw failed('unusable', `${name} ${PASSES_ON}`)
  if (typeof found?.request === 'function') return found
  throw failed(
    'unusable',
    `${name} could not be started: the page's getProvider() returned no EIP-1193 provider.`,
  )
}

function failed(reason: 'unavailable' | 'unusable', message: string): BillfoldError {
  return new BillfoldError('wallet_failed', message, { context: { reason } })
}
