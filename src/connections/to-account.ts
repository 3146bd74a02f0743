import { getNamespace, type Namespace } from '../core/caip.ts'
import type { Network } from '../core/networks.ts'
import type { ConnectedAccount } from './account.ts'
import type { Connector } from './connector.ts'
import type { WalletAccount, WalletShare } from './wallet-share.ts'

interface Page {
  networks: readonly Network[]
  allowUnsupportedChain?: boolean | undefined
  /** The kind of account that is used where the wallet has one. */
  type?: WalletAccount['purpose'] | undefined
}

/** What a wallet shares in one namespace, as people are shown it; undefined when that is nothing. */
export function toAccount(
  connector: Connector,
  shares: readonly WalletShare[],
  namespace: Namespace,
  page: Page,
): ConnectedAccount | undefined {
  const share = shares.find(({ caipNetworkId }) => getNamespace(caipNetworkId) === namespace)
  if (!share) return undefined
  const { caipNetworkId } = share
  const accounts = putFirst(share.accounts, page.type)
  const { caipAddress, address } = accounts[0]
  const network = page.networks.find((one) => one.caipNetworkId === caipNetworkId)
  return {
    status: 'connected',
    connector: connector.type === 'WALLET_CONNECT' ? toPeer(connector) : connector,
    caipAddress,
    address,
    caipNetworkId,
    network,
    ...(network || page.allowUnsupportedChain ? {} : { unsupported: true }),
    allAccounts: accounts,
  }
}

/** Which wallet it is, the object behind it says. */
function toPeer(connector: Connector): Connector {
  const { name, icon } = connector.provider as { name?: string; icon?: string }
  return { ...connector, ...(name && { name }), ...(icon && { imageUrl: icon }) }
}

function putFirst(accounts: WalletShare['accounts'], type: Page['type']): WalletShare['accounts'] {
  const wanted = accounts.find(({ purpose }) => purpose === type)
  return wanted ? [wanted, ...accounts.filter((other) => other !== wanted)] : accounts
}
