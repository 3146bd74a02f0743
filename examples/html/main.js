import { createBillfold } from 'billfold'
import 'billfold/element'
import { evm } from 'billfold/evm'
import { mainnet } from 'viem/chains'

const billfold = createBillfold({
  projectId: 'your project id',
  networks: [mainnet],
  adapters: [evm()],
  metadata: { name: 'Driftwood' },
})

const address = document.getElementById('address')
billfold.subscribe(
  ({ account }) => account,
  (account) => (address.textContent = account.status === 'connected' ? account.address : ''),
)
