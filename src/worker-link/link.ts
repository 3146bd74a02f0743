/** Creates the link to the worker, with the worker's configuration. Loaded when data is first needed. */
import type { Network } from '../core/chains/networks.ts'
import type { WorkerConfig } from '../core/contract/protocol.ts'
import { getCaller, getExplorer } from './caller.ts'
import type { Options } from '../shell/options.ts'
import { readLocale } from '../base/read-locale.ts'
import type { ReadySIWX } from '../siwx/ready-siwx.ts'
import type { PageWalletCalls } from '../wallets/wallet-calls.ts'
import { startWorker } from './start/start-worker.ts'
import { createWorkerClient, pageVisibility, type WorkerClient } from './worker-client.ts'

interface PageFacts {
  options: Options
  networks: readonly Network[]
  /** Version of this package. */
  version: string
}

/** @param loadWalletCalls for the assets that wallets themselves report; absent on a page without wallets */
export function createLink(page: PageFacts, loadWalletCalls?: () => Promise<PageWalletCalls>): WorkerClient {
  const config = toWorkerConfig(page)
  return createWorkerClient({
    start: (start) => startWorker({ ...start, config, worker: page.options.worker }),
    visibility: pageVisibility,
    asks: {
      walletAssets: async ({ account }) => (await loadWalletCalls?.())?.discoverAssets(account),
    },
  })
}

const PUBLIC_API = 'https://rpc.walletconnect.org'
const PUBLIC_ANALYTICS = 'https://pulse.walletconnect.org'
const PUBLIC_RELAY = 'wss://relay.walletconnect.org'

function toWorkerConfig(page: PageFacts): WorkerConfig {
  const { options, networks } = page
  const { serverUrl }: Partial<ReadySIWX> = options.siwx ?? {}
  return {
    ...getCaller(page),
    urls: {
      api: toBase(options.apiUrl ?? PUBLIC_API),
      explorer: getExplorer(options),
      analytics: toBase(options.analyticsUrl ?? PUBLIC_ANALYTICS),
      ...(serverUrl && { signIn: toBase(new URL(serverUrl, location.href).href) }),
    },
    onRamp: { url: options.onRampUrl, publicKey: options.meldPublicKey },
    relayUrl: options.relayUrl ?? PUBLIC_RELAY,
    metadata: { url: location.origin, ...options.metadata },
    wallets: {
      featured: options.featuredWalletIds ?? [],
      included: options.includeWalletIds ?? [],
      excluded: options.excludeWalletIds ?? [],
    },
    networks: networks.map((network) => {
      const custom = options.customRpcUrls?.[network.caipNetworkId]
      const token = options.tokens?.[network.caipNetworkId]
      return {
        ...network,
        ...(custom && { rpcUrls: custom.map(({ url }) => url) }),
        ...(token && { balanceToken: token.address }),
      }
    }),
    locale: readLocale(options),
  }
}

function toBase(url: string): string {
  return url.replace(/\/+$/, '')
}
