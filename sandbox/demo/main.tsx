/** Driftwood, the dapp of the demo: a page that is busy on its own, with Billfold in its header. */

import { type Billfold, createBillfold } from 'billfold'
import { evm } from 'billfold/evm'
import { createRoot } from 'react-dom/client'
import { ours } from '../ours.ts'
import { nativeCoin } from '../tokens.ts'
import { installWallets } from '../wallets/install.ts'
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
    /** For tests and the bench. */
    billfold?: Billfold
    driftwood?: { meter: FrameMeter }
  }
}

const config = await fetchConfig()
document.documentElement.dataset['theme'] = config.theme
installNodeGlobals()
installWallets({ rpcUrl: nameCaller(config.rpc, 'wallet'), chainId: config.chainId })

const worker = chooseWorker(new URLSearchParams(location.search))
const billfold = createBillfold({
  projectId: 'sandbox',
  networks: [
    {
      id: config.chainId,
      name: 'Driftwood Local',
      nativeCurrency: nativeCoin,
      rpcUrls: { default: { http: [config.rpc] } },
      blockExplorers: { default: { name: 'Driftwood explorer', url: `${location.origin}/explorer` } },
      testnet: true,
    },
  ],
  adapters: [evm()],
  metadata: {
    name: 'Driftwood',
    description: 'The exchange of the Billfold sandbox',
    icons: [new URL('driftwood.svg', document.baseURI).href],
  },
  apiUrl: config.api,
  themeMode: config.theme,
  ...(worker ? { worker } : {}),
})
const meter = createFrameMeter({ isOpen: () => billfold.isOpen.peek(), ours })
const sandbox = createSandboxClient(config.control)
window.billfold = billfold
window.driftwood = { meter }

createRoot(document.getElementById('root')!).render(
  <App
    billfold={billfold}
    market={createMarket(Date.now())}
    meter={meter}
    sandbox={sandbox}
    guide={createGuide({ billfold, sandbox, chainId: config.chainId })}
    api={config.api}
    theme={config.theme}
  />,
)

/** The sandbox's log tells by it who asks. */
function nameCaller(address: string, name: string): string {
  const url = new URL(address)
  url.searchParams.set('by', name)
  return url.href
}

// Starting up is not what the meter is there to show.
setTimeout(() => meter.reset(), 1_500)
