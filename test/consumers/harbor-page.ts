/**
 * Harbor in a consumer's page, as its extension would be there: before the app, and with nothing else that an app could
 * lean on. `window.harbor` answers in the person's place. Where its nodes are stands in the page's address.
 */
import { driftwood, skerry } from '../../sandbox/chains/evm-networks.ts'
import { createApproval } from '../../sandbox/people/wallets/approval.ts'
import { announce, createHarbor, type HarborProvider } from '../../sandbox/people/wallets/harbor.ts'

declare global {
  interface Window {
    /** What the wallet itself says. */
    harborProvider?: HarborProvider
  }
}

const asked = new URLSearchParams(location.search)
const approval = createApproval(() => {})
const { provider, permissions, networks } = createHarbor({
  nodes: [
    { chainId: driftwood.id, rpcUrl: asked.get('driftwood') ?? '' },
    { chainId: skerry.id, rpcUrl: asked.get('skerry') ?? '' },
  ],
  site: location.host,
  approval,
  storage: localStorage,
  fetch: fetch.bind(window),
})
// An extension is one for all tabs.
window.addEventListener('storage', permissions.reload)
announce(provider)
window.harborProvider = provider
window.harbor = Object.assign(approval, {
  select: permissions.select,
  disconnect: permissions.revoke,
  goTo: networks.select,
  forgetNetwork: networks.forget,
})
