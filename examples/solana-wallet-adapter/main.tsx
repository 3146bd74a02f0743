import { ConnectionProvider, useWallet, WalletProvider } from '@solana/wallet-adapter-react'
import { createRoot } from 'react-dom/client'
import { billfoldAdapter } from './billfold-adapter'

const wallets = [billfoldAdapter]

function App() {
  const { publicKey, select, disconnect } = useWallet()
  // With `autoConnect`, selecting the wallet connects it: the modal opens.
  if (!publicKey) return <button onClick={() => select(billfoldAdapter.name)}>Connect</button>
  return (
    <main>
      <p>{publicKey.toBase58()}</p>
      <button onClick={disconnect}>Disconnect</button>
    </main>
  )
}

createRoot(document.getElementById('root')!).render(
  <ConnectionProvider endpoint="https://api.mainnet-beta.solana.com">
    <WalletProvider wallets={wallets} autoConnect>
      <App />
    </WalletProvider>
  </ConnectionProvider>,
)
