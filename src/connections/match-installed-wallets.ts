/** Which wallets of this browser are a wallet of the directory. */
import type { Wallet } from '../core/assets/wallet.ts'
import type { Connector } from '../wallets/connector.ts'

/**
 * Matches by the family of the announced rdns, or by how the directory says the wallet injects itself. Returns nothing if several wallets
 * claim the same identity, or one is a look-alike.
 */
export function matchInstalledWallets(
  wallet: Wallet,
  connectors: readonly Connector[],
): readonly Connector[] {
  const family = connectors.filter((connector) => isInstalledWallet(wallet, connector))
  // Beside the wallet itself, another one of its family is another wallet.
  const own = family.filter(({ info }) => info && info.rdns === wallet.rdns)
  const installed = own.length > 0 ? family.filter((one) => own.includes(one) || !one.info) : family
  return installed.some(({ looksLike }) => looksLike) ? [] : installed
}

export function isInstalledWallet(
  { rdns, injected }: Wallet,
  { info, restoreKey, namespaces }: Connector,
): boolean {
  if (rdns && isOfFamily(info?.rdns, rdns)) return true
  return !!injected?.some(
    ({ injected_id: id, namespace }) =>
      namespaces.includes(namespace) && (id === restoreKey || (info && isOfFamily(info.rdns, id))),
  )
}

/**
 * `io.metamask.mobile` is `io.metamask` in its own browser; `io.metamask.flask` is another wallet. A name of one part would be
 * the family of many.
 */
function isOfFamily(announced: string | undefined, listed: string): boolean {
  if (announced === listed) return true
  return (
    listed.includes('.') &&
    announced?.startsWith(`${listed}.`) === true &&
    places.includes(announced.slice(listed.length + 1).toLowerCase())
  )
}

/** Where one and the same wallet runs. */
const places = ['mobile', 'ios', 'android', 'app', 'browser', 'webview', 'web', 'extension', 'desktop']
