import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { useConnect, useConnection, useConnectors, useDisconnect, WagmiProvider } from 'wagmi'
import { config } from './config'

function App() {
  const { address } = useConnection()
  const [billfold] = useConnectors()
  const connect = useConnect()
  const disconnect = useDisconnect()
  if (!address) return <button onClick={() => connect.mutate({ connector: billfold! })}>Connect</button>
  return (
    <main>
      <p>{address}</p>
      <button onClick={() => disconnect.mutate()}>Disconnect</button>
    </main>
  )
}

createRoot(document.getElementById('root')!).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <App />
    </QueryClientProvider>
  </WagmiProvider>,
)
