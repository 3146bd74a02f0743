import type { Connector } from '../connector.ts'
import type { Namespace } from '../../core/chains/caip.ts'

/** The connector for WalletConnect: any wallet that scans its QR code. */
export function createWalletConnect([chain = 'eip155', ...others]: readonly Namespace[]): Connector {
  return {
    id: 'walletConnect',
    name: 'WalletConnect',
    type: 'WALLET_CONNECT',
    chain,
    namespaces: [chain, ...others],
    restoreKey: 'walletConnect',
    // `toSessionWallet` adds the wallet's methods to this object.
    provider: {},
  }
}
