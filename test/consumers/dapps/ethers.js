import { BrowserProvider } from 'ethers'
import { billfold } from './billfold.js'
import { startPage } from './page.js'

const ethers = new BrowserProvider(billfold.getProvider('eip155'), 'any')

await startPage({
  async connect() {
    return (await ethers.getSigner()).address
  },
  async sign() {
    return (await ethers.getSigner()).signMessage('Ahoy')
  },
  async send() {
    const signer = await ethers.getSigner()
    return (await signer.sendTransaction({ to: signer.address, value: 1n })).hash
  },
})
