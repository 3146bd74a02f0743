/** Shared code of the pages without a framework: shows the account, and the result of each button. */
import 'billfold/element'
import { billfold, networks } from './billfold.js'

const provider = billfold.getProvider('eip155')
const now = { accounts: [], chainId: undefined }

/** The displayed account. */
export const getAccount = () => now.accounts[0]

/** @param actions functions by button id; a button shows the value that its function resolves to */
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
