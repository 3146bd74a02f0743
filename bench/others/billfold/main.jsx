import { createBillfold } from 'billfold'
import { evm } from 'billfold/evm'
import { BillfoldButton } from 'billfold/react'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'

createBillfold({
  projectId: 'driftwood',
  networks: [mainnet],
  adapters: [evm()],
  metadata: { name: 'Driftwood' },
})

const App = () => (
  <header>
    Driftwood <BillfoldButton />
  </header>
)

createRoot(document.getElementById('root')).render(<App />)
