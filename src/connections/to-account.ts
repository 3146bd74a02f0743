import type { Namespace } from '../core/caip.ts'
import type { Network } from '../core/networks.ts'
import type { ConnectedAccount } from './account.ts'
import type { Connector } from './connector.ts'
import type { WalletShare } from './wallet-share.ts'

interface Page {
  networks: readonly Network[]
  allowUnsupportedChain?: boolean | undefined
}

/** What a wallet shares in one namespace, as people are shown it; undefined when that is nothing. */
export function toAccount(
  connector: Connector,
  shares: readonly WalletShare[],
  namespace: Namespace,
  page: Page,
): ConnectedAccount | undefined {
  const share = shares.find(({ caipNetworkId }) => caipNetworkId.startsWith(`${namespace}:`))
  if (!share) return undefined
  const { caipNetworkId, accounts } = share
  const { caipAddress, address } = accounts[0]
  const network = page.networks.find((one) => one.caipNetworkId === caipNetworkId)
  return {
    status: 'connected',
    connector,
    caipAddress,
    address,
    caipNetworkId,
    network,
    ...(network || page.allowUnsupportedChain ? {} : { unsupported: true }),
    allAccounts: accounts,
  }
}
