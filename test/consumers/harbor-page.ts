/**
 * Harbor in a consumer's page, installed before the app runs like an extension, without anything else that an app could
 * depend on. Tests answer through `window.harbor`. The URLs of its nodes are in the page's query.
 */
import { driftwood, skerry } from '../../sandbox/chains/evm-networks.ts'
import { createApproval } from '../../sandbox/people/wallets/approval.ts'
import { announce, createHarbor, type HarborProvider } from '../../sandbox/people/wallets/harbor.ts'

declare global {
  interface Window {
    /** The wallet's own provider, to check its state. */
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
// Share the permissions between tabs, as an extension does.
window.addEventListener('storage', permissions.reload)
announce(provider)
window.harborProvider = provider
window.harbor = Object.assign(approval, {
  select: permissions.select,
  disconnect: permissions.revoke,
  goTo: networks.select,
  forgetNetwork: networks.forget,
})
