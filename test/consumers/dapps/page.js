/** What the pages without a framework do alike: they show who is connected, and what became of a press on a button. */
import 'billfold/element'
import { billfold, networks } from './billfold.js'

const provider = billfold.getProvider('eip155')
const now = { accounts: [], chainId: undefined }

/** Of the account that is shown. */
export const getAccount = () => now.accounts[0]

/** `actions`: what a press on the button of that id does; what it resolves with is shown. */
export async function startPage(actions) {
  for (const [id, action] of Object.entries({ ...own, ...actions }))
    document.getElementById(id).onclick = async () => {
      write('result', '…')
      write('result', await action().catch((error) => error.code ?? error.message))
    }
  provider.on('accountsChanged', (accounts) => show({ accounts }))
  provider.on('chainChanged', (chainId) => show({ chainId }))
  show({
    accounts: await provider.request({ method: 'eth_accounts' }),
    chainId: await provider.request({ method: 'eth_chainId' }),
  })
}

const own = {
  async switch() {
    const other = networks.find(({ id }) => id !== Number(now.chainId))
    await billfold.switchNetwork(`eip155:${other.id}`)
    return other.name
  },
  async disconnect() {
    await billfold.disconnect()
    return 'left'
  },
}

function show(change) {
  Object.assign(now, change)
  write('account', now.accounts[0] ?? '')
  write('network', now.accounts.length > 0 ? Number(now.chainId) : '')
}

function write(id, text) {
  document.getElementById(id).textContent = String(text)
}
