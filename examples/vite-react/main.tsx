import { createBillfold } from 'billfold'
import { evm } from 'billfold/evm'
import { BillfoldButton, useBillfoldAccount } from 'billfold/react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'

createBillfold({
  projectId: import.meta.env.VITE_PROJECT_ID,
  networks: [mainnet],
  adapters: [evm()],
  metadata: { name: 'Driftwood' },
})

function App() {
  const account = useBillfoldAccount()
  return (
    <main>
      <BillfoldButton />
      {account.status === 'connected' && <p>{account.address}</p>}
    </main>
  )
}

createRoot(document.getElementById('root')!).render(<App />)
