import injectedModule from '@web3-onboard/injected-wallets'
import { init, useConnectWallet } from '@web3-onboard/react'
import { createRoot } from 'react-dom/client'

init({
  wallets: [injectedModule()],
  chains: [{ id: '0x1', token: 'ETH', label: 'Ethereum', rpcUrl: 'https://eth.merkle.io' }],
  appMetadata: { name: 'Driftwood', description: 'Driftwood' },
})

function App() {
  const [, connect] = useConnectWallet()
  return (
    <header>
      Driftwood <button onClick={() => connect()}>Connect</button>
    </header>
  )
}

createRoot(document.getElementById('root')).render(<App />)
