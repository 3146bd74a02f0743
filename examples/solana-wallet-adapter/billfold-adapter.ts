import { StandardWalletAdapter } from '@solana/wallet-standard-wallet-adapter-base'
import { createBillfold } from 'billfold'
import { solana, solanaMainnet } from 'billfold/solana'

const billfold = createBillfold({
  projectId: import.meta.env.VITE_PROJECT_ID,
  networks: [solanaMainnet],
  adapters: [solana()],
  metadata: { name: 'Driftwood' },
})

export const billfoldAdapter = new StandardWalletAdapter({ wallet: billfold.getProvider('solana') })
