/** The portfolio as an installable app that opens offline. */
import { createPortfolio } from 'billfold/portfolio'
import { driftwood, getRpcUrl, skerry } from '../../chains/evm-networks.ts'
import { solanaLocalnet } from '../../chains/solana-network.ts'
import { nativeCoin } from '../../chains/tokens.ts'
import type { DemoConfig } from '../../services/page-server.ts'

const config = (await (await fetch('../config.json')).json()) as DemoConfig

const drawn = (name: string) => ({
  imageUrl: `${config.api}/assets/network/${encodeURIComponent(name)}.svg`,
})
const evm = [driftwood, skerry].map((network) => ({
  ...network,
  nativeCurrency: nativeCoin,
  rpcUrls: { default: { http: [getRpcUrl(config.rpc, network)] } },
  assets: drawn(network.name),
}))
const solana = config.solana && {
  ...solanaLocalnet,
  rpcUrls: { default: { http: [config.solana.rpc] } },
  assets: drawn(solanaLocalnet.name),
}

createPortfolio({
  projectId: 'sandbox',
  networks: [...evm, ...(solana ? [solana] : [])],
  accounts: config.portfolio,
  apiUrl: config.api,
  explorerUrl: config.project,
  metadata: { name: 'Driftwood', icons: [new URL('icon.svg', document.baseURI).href] },
  themeMode: 'auto',
})

// Browsers without service workers load the app from the network.
navigator.serviceWorker?.register('./sw.js').catch(() => {})
