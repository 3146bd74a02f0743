/** An app with the portfolio alone. What it needs to know stands in its address. */
import { BillfoldPortfolio, createPortfolio } from 'billfold/portfolio'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'

const { api, rpc, chainId, account } = Object.fromEntries(new URLSearchParams(location.search))
createPortfolio({
  projectId: 'consumer',
  networks: [
    {
      id: Number(chainId),
      name: 'Local',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [rpc] } },
    },
  ],
  accounts: [`eip155:${chainId}:${account}`],
  apiUrl: api,
  explorerUrl: api,
})
createRoot(document.getElementById('root')).render(createElement(BillfoldPortfolio))
