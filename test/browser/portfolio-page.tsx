/** A page with only Billfold's portfolio. */
import { createPortfolio, type PortfolioOptions } from 'billfold/portfolio'

export interface PortfolioWindow extends Window {
  portfolio: ReturnType<typeof createPortfolio>
}

/** Response of the page server's `GET config.json`. */
interface Config {
  api: string
  rpc: string
  project: string
  universalResolver: string
  solana?: { rpc: string }
}

/** The page stores its config itself, so that it opens without a server. */
const kept = localStorage.getItem('config')
const config: Config = kept ? JSON.parse(kept) : await fetch('../config.json').then((answer) => answer.json())
localStorage.setItem('config', JSON.stringify(config))

const query = new URLSearchParams(location.search)
const chain = {
  id: 31337,
  name: 'Driftwood',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [config.rpc] } },
  contracts: { ensUniversalResolver: { address: config.universalResolver } },
}
const solana = {
  id: 'localnet',
  chainNamespace: 'solana' as const,
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: { default: { http: config.solana ? [config.solana.rpc] : [] } },
}
const options: PortfolioOptions = {
  projectId: 'sandbox',
  networks: [chain, solana],
  accounts: query.getAll('account') as `${string}:${string}:${string}`[],
  themeMode: query.get('theme') === 'light' ? 'light' : 'dark',
  apiUrl: config.api,
  explorerUrl: config.project,
  worker: new URL('../billfold/billfold-worker.js', document.baseURI),
  metadata: { name: 'Driftwood', icons: ['data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'] },
}
;(window as unknown as PortfolioWindow).portfolio = createPortfolio(options)
