import { EthersAdapter } from '@reown/appkit-adapter-ethers'
import { mainnet } from '@reown/appkit/networks'
import { createAppKit } from '@reown/appkit/react'
import { createRoot } from 'react-dom/client'

createAppKit({
  projectId: 'driftwood',
  networks: [mainnet],
  adapters: [new EthersAdapter()],
  metadata: {
    name: 'Driftwood',
    description: 'Driftwood',
    url: location.origin,
    icons: [],
  },
  enableWalletConnect: false,
  enableCoinbase: false,
  features: { analytics: false, email: false, socials: [] },
})

const App = () => (
  <header>
    Driftwood <appkit-button />
  </header>
)

createRoot(document.getElementById('root')).render(<App />)
