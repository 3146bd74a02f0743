/** Which wallets of this browser are a wallet of the directory. */
import type { Wallet } from '../core/assets/wallet.ts'
import type { Connector } from '../wallets/connector.ts'

/**
 * Matches by the announced rdns, or by how the directory says the wallet injects itself. Returns nothing if several wallets
 * claim the same identity, or one is a look-alike.
 */
export function matchInstalledWallets(
  wallet: Wallet,
  connectors: readonly Connector[],
): readonly Connector[] {
  const doors = connectors.filter((connector) => isInstalledWallet(wallet, connector))
  return doors.some(({ looksLike }) => looksLike) ? [] : doors
}

export function isInstalledWallet(
  { rdns, injected }: Wallet,
  { info, restoreKey, namespaces }: Connector,
): boolean {
  if (rdns && rdns === info?.rdns) return true
  return !!injected?.some((one) => one.injected_id === restoreKey && namespaces.includes(one.namespace))
}
