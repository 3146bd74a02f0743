import { BillfoldPortfolio, createPortfolio } from 'billfold/portfolio'
import { createRoot } from 'react-dom/client'
import { mainnet } from 'viem/chains'

const portfolio = createPortfolio({
  projectId: import.meta.env.VITE_PROJECT_ID,
  networks: [mainnet],
  accounts: [`eip155:1:${import.meta.env.VITE_ACCOUNT}`],
})

createRoot(document.getElementById('root')!).render(<BillfoldPortfolio portfolio={portfolio} />)
