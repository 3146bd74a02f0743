/** Of all three apps. Where the networks are stands in the page's address. */
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

// For the test.
window.billfold = billfold

function describe(id, name, url) {
  return {
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  }
}
