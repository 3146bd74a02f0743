/** Billfold for all three apps. The URLs of the networks are in the page's query. */
import { createBillfold } from 'billfold'
import { evm } from 'billfold/evm'

const { api, driftwood, skerry } = Object.fromEntries(new URLSearchParams(location.search))

export const networks = [describe(31337, 'Driftwood Local', driftwood), describe(31338, 'Skerry', skerry)]

export const billfold = createBillfold({
  projectId: 'consumer',
  networks,
  adapters: [evm()],
  metadata: { name: 'Consumer' },
  apiUrl: api,
  explorerUrl: api,
  features: { analytics: false },
})

// For the tests.
window.billfold = billfold

function describe(id, name, url) {
  return {
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  }
}
