/** The app that every consumer builds: a page with the button. What it needs to know stands in its address. */
import { createBillfold } from 'billfold'
import { evm } from 'billfold/evm'
import { BillfoldButton } from 'billfold/react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

// A bundler that wraps an import inside the worker with a helper of the page makes the page's code run there.
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
