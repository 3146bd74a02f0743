import { createBillfold } from 'billfold'
import { evm } from 'billfold/evm'
import { billfoldConnector } from 'billfold/wagmi'
import { mainnet } from 'viem/chains'
import { createConfig, http } from 'wagmi'

const billfold = createBillfold({
  projectId: import.meta.env.VITE_PROJECT_ID,
  networks: [mainnet],
  adapters: [evm()],
  metadata: { name: 'Driftwood' },
})

export const config = createConfig({
  chains: [mainnet],
  transports: { [mainnet.id]: http() },
  connectors: [billfoldConnector(billfold)],
  multiInjectedProviderDiscovery: false, // Billfold's modal lists the wallets.
})
