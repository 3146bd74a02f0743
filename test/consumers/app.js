/** The app that every consumer builds: a page with the button, configured by query parameters. */
import { createBillfold } from 'billfold'
import { evm } from 'billfold/evm'
import { BillfoldButton } from 'billfold/react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

// Detects a bundler that wraps imports inside the worker with a helper of the page, which runs the page's code in the
// worker.
if (typeof document === 'undefined') void fetch('/app-ran-in-a-worker')
else start()

function start() {
  const { api, rpc, chainId } = Object.fromEntries(new URLSearchParams(location.search))
  createBillfold({
    projectId: 'consumer',
    networks: [
      {
        id: Number(chainId),
        name: 'Local',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [rpc] } },
      },
    ],
    adapters: [evm()],
    metadata: { name: 'Consumer' },
    apiUrl: api,
    explorerUrl: api,
    features: { analytics: false },
  })
  createRoot(document.getElementById('root')).render(createElement(BillfoldButton))
}
