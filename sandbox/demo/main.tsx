/** Driftwood, the demo's dapp: a page with a constant load of its own, and Billfold in its header. */

import { type Billfold, createBillfold, type NetworkInput, type SIWX } from 'billfold'
import { authFrame } from 'billfold/auth'
import { bitcoin } from 'billfold/bitcoin'
import { evm } from 'billfold/evm'
import { localSiwx, serverSiwx } from 'billfold/siwx'
import { solana } from 'billfold/solana'
import { createRoot } from 'react-dom/client'
import { bitcoinRegtest } from '../chains/bitcoin-network.ts'
import { driftwood, type EvmNetwork, getExplorerPath, getRpcUrl, skerry } from '../chains/evm-networks.ts'
import { ours } from '../ours.ts'
import { solanaLocalnet } from '../chains/solana-network.ts'
import { nativeCoin } from '../chains/tokens.ts'
import { installWallets } from '../people/wallets/install.ts'
import type { EvmNode } from '../people/wallets/evm-node.ts'
import { App } from './app.tsx'
import { chooseWorker } from './choose-worker.ts'
import { fetchConfig } from './config.ts'
import { createFrameMeter, type FrameMeter } from './frame-meter.ts'
import { installNodeGlobals } from './install-node-globals.ts'
import { createGuide } from './guide.ts'
import { createMarket } from './market.ts'
import { createSandboxClient } from './sandbox-client.ts'
import './driftwood.css'

declare global {
  interface Window {
    /** Interface for tests and benchmarks. */
    billfold?: Billfold
    driftwood?: { meter: FrameMeter }
  }
}

const config = await fetchConfig()
document.documentElement.dataset['theme'] = config.theme
installNodeGlobals()
installWallets({
  nodes: [describeNode(driftwood), describeNode(skerry)],
  ...(config.solana ? { solanaRpc: nameCaller(config.solana.rpc) } : {}),
  wallets: config.wallets,
  announcing: config.announcing,
  ...(config.harborSeed ? { harborSeed: config.harborSeed } : {}),
})

const moreNetworks = 'Breakwater,Cove,Estuary,Fjord,Harbour Roads,Lagoon,Mole,Reef,Sound,Strait'.split(',')
const worker = chooseWorker(new URLSearchParams(location.search))
const billfold = createBillfold({
  projectId: 'sandbox',
  networks: [
    describeNetwork(driftwood),
    describeNetwork(skerry),
    ...(config.hasOnlyEvm ? [] : describeOthers()),
    ...(config.hasManyNetworks ? moreNetworks.map(toNetwork) : []),
  ],
  adapters: [
    evm({ keepsNonce: ['example.harbor'] }),
    ...(config.hasOnlyEvm ? [] : [...(config.solana ? [solana()] : []), bitcoin()]),
  ],
  metadata: {
    name: 'Driftwood',
    description: 'The exchange of the Billfold sandbox',
    icons: [new URL('driftwood.svg', document.baseURI).href],
  },
  apiUrl: config.api,
  explorerUrl: config.project,
  analyticsUrl: config.project,
  features: {
    pay: true,
    activity: config.showsActivity,
    analytics: config.reports,
    allWallets: config.hasDirectory,
    smartSessions: config.hasSmartSessions,
    ...(config.loginOrder?.length ? { connectMethodsOrder: config.loginOrder } : {}),
  },
  ...config.directory,
  relayUrl: config.relay,
  onRampUrl: `${config.checkout}/meld`,
  enableWalletConnect: config.hasWalletConnect,
  themeMode: config.theme,
  allowUnsupportedChain: config.allowsAnyNetwork,
  enableEmbedded: config.isEmbedded,
  ...(config.loginOrder ? { auth: authFrame({ url: `${config.login}/sdk` }) } : {}),
  ...(config.prefersPlain ? { defaultAccountTypes: { eip155: 'eoa' } } : {}),
  ...(worker ? { worker } : {}),
  ...(config.signsIn === 'off' ? {} : { siwx: createSiwx() }),
})
const meter = createFrameMeter({ isOpen: () => billfold.isOpen.peek(), ours })
const sandbox = createSandboxClient(config.control)
window.billfold = billfold
window.driftwood = { meter }

if (config.isEmbedded) {
  document.body.prepend(document.createElement('billfold-modal'))
  void billfold.open()
}
createRoot(document.getElementById('root')!).render(
  <App
    billfold={billfold}
    market={createMarket(Date.now())}
    meter={meter}
    sandbox={sandbox}
    guide={createGuide({ billfold, sandbox })}
    payment={{
      caipNetworkId: `eip155:${driftwood.id}`,
      asset: config.shop.token,
      amount: 5_000_000n,
      recipient: config.shop.recipient,
      memo: 'Driftwood Coffee, order 1042',
    }}
    api={config.api}
    theme={config.theme}
    isCalm={config.isCalm}
    showsBalance={config.showsBalance}
    wallets={config.wallets}
    hasLogin={config.loginOrder !== undefined}
    signsIn={config.signsIn}
    hasSolana={config.solana !== undefined}
    phone={config.phone}
  />,
)

function describeNetwork(network: EvmNetwork): NetworkInput {
  const { id, name } = network
  return {
    id,
    name,
    nativeCurrency: nativeCoin,
    rpcUrls: { default: { http: [getRpcUrl(config.rpc, network)] } },
    blockExplorers: {
      default: { name: `${name} explorer`, url: `${location.origin}${getExplorerPath(network)}` },
    },
    testnet: true,
    assets: drawn(name),
    ...(network === driftwood && {
      contracts: { ensUniversalResolver: { address: config.universalResolver } },
      // The chain has routers and well-known tokens at their Ethereum addresses.
      forkOf: 'eip155:1',
    }),
  }
}

/** The network's icon; Billfold shows a letter when the URL has no icon. */
function drawn(name: string): { imageUrl: string } {
  return { imageUrl: `${config.api}/assets/network/${encodeURIComponent(name)}.svg` }
}

function describeOthers(): NetworkInput[] {
  const local = config.solana && { ...solanaLocalnet, rpcUrls: { default: { http: [config.solana.rpc] } } }
  return [...(local ? [local] : []), bitcoinRegtest].map((one) => ({ ...one, assets: drawn(one.name) }))
}

function describeNode(network: EvmNetwork): EvmNode {
  return { chainId: network.id, rpcUrl: nameCaller(getRpcUrl(config.rpc, network)) }
}

/** Names a wallet as the sender in a node's URL, for the sandbox's log of requests. */
function nameCaller(address: string): string {
  const url = new URL(address)
  url.searchParams.set('by', 'wallet')
  return url.href
}

function createSiwx(): SIWX {
  const options = {
    required: config.signsIn === 'required',
    statement: 'I have read the terms of Driftwood.',
  }
  return config.keepsSignIns ? localSiwx(options) : serverSiwx({ baseUrl: config.signIn, ...options })
}

/** One of many networks on the same chain. */
function toNetwork(name: string, index: number): NetworkInput {
  const http = [getRpcUrl(config.rpc, driftwood)]
  return { id: 1_001 + index, name, nativeCurrency: nativeCoin, rpcUrls: { default: { http } } }
}

// Leave the start-up out of the meter.
setTimeout(() => meter.reset(), 1_500)
