import { Web3 } from 'web3'
import { billfold } from './billfold.js'
import { getAccount, startPage } from './page.js'

const web3 = new Web3(billfold.getProvider('eip155'))

await startPage({
  async connect() {
    return (await web3.eth.requestAccounts())[0]
  },
  sign: () => web3.eth.personal.sign('Ahoy', getAccount(), ''),
  async send() {
    return (await web3.eth.sendTransaction({ from: getAccount(), to: getAccount(), value: 1n }))
      .transactionHash
  },
})
