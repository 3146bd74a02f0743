/** Which wallets of this browser are a wallet of the directory. */
import type { Wallet } from '../core/assets/wallet.ts'
import type { Connector } from '../wallets/connector.ts'

/**
 * By the rdns that an announced wallet gives, or by what the directory says of how it shows up in a page. Where two say
 * that they are it, or one only looks like another, it is none of them.
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
