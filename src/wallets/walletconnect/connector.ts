import type { Connector } from '../connector.ts'
import type { Namespace } from '../../core/chains/caip.ts'

/** WalletConnect in the list of wallets: any wallet that scans its code. */
export function createWalletConnect([chain = 'eip155', ...others]: readonly Namespace[]): Connector {
  return {
    id: 'walletConnect',
    name: 'WalletConnect',
    type: 'WALLET_CONNECT',
    chain,
    namespaces: [chain, ...others],
    restoreKey: 'walletConnect',
    // Its code makes a wallet of it.
    provider: {},
  }
}
