import { createBillfold } from 'billfold'
import 'billfold/element'
import { evm } from 'billfold/evm'
import { mainnet } from 'viem/chains'

export const billfold = createBillfold({
  projectId: import.meta.env.VITE_PROJECT_ID,
  networks: [mainnet],
  adapters: [evm()],
  metadata: { name: 'Driftwood' },
})
