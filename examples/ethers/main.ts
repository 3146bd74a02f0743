import { createBillfold } from 'billfold'
import { evm } from 'billfold/evm'
import { BrowserProvider } from 'ethers'
import { mainnet } from 'viem/chains'

const billfold = createBillfold({
  projectId: import.meta.env.VITE_PROJECT_ID,
  networks: [mainnet],
  adapters: [evm()],
  metadata: { name: 'Driftwood' },
})
const provider = new BrowserProvider(billfold.getProvider('eip155'), 'any') // People may switch networks.

document.getElementById('sign')!.onclick = async () => {
  const signer = await provider.getSigner() // Opens the modal if nobody is connected.
  const signature = await signer.signMessage('Hello')
  document.getElementById('signer')!.textContent = `${signer.address} signed: ${signature}`
}
