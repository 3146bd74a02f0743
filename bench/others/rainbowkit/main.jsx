import '@rainbow-me/rainbowkit/styles.css'
import { ConnectButton, connectorsForWallets, RainbowKitProvider } from '@rainbow-me/rainbowkit'
import { injectedWallet } from '@rainbow-me/rainbowkit/wallets'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createConfig, http, WagmiProvider } from 'wagmi'
import { mainnet } from 'wagmi/chains'

const connectors = connectorsForWallets([{ groupName: 'Wallets', wallets: [injectedWallet] }], {
  appName: 'Driftwood',
  projectId: 'driftwood',
})
const config = createConfig({ chains: [mainnet], connectors, transports: { [mainnet.id]: http() } })
const queryClient = new QueryClient()

const App = () => (
  <WagmiProvider config={config}>
    <QueryClientProvider client={queryClient}>
      <RainbowKitProvider>
        <header>
          Driftwood <ConnectButton />
        </header>
      </RainbowKitProvider>
    </QueryClientProvider>
  </WagmiProvider>
)

createRoot(document.getElementById('root')).render(<App />)
