/** Finds the installed wallets that match a wallet of the directory. */
import type { Wallet, WalletsPage } from '../core/assets/wallet.ts'
import type { Connector } from '../wallets/connector.ts'
import { getWays } from './group-wallets.ts'

/**
 * Matches by the family of the announced rdns, or by how the directory says the wallet injects itself. Returns nothing if several wallets
 * claim the same identity, or one is a look-alike.
 */
export function matchInstalledWallets(
  wallet: Wallet,
  connectors: readonly Connector[],
): readonly Connector[] {
  const family = connectors
    .flatMap(getWays)
    .filter((connector) => connector.type !== 'EXTERNAL' && isInstalledWallet(wallet, connector))
  // If the wallet itself is installed, another member of its family is another wallet.
  const own = family.filter(({ info }) => info && info.rdns === wallet.rdns)
  const installed = own.length > 0 ? family.filter((one) => own.includes(one) || !one.info) : family
  return installed.some(({ looksLike }) => looksLike) ? [] : installed
}

export function isInstalled(wallet: Wallet, connectors: readonly Connector[]): boolean {
  return matchInstalledWallets(wallet, connectors).length > 0
}

/** The connector that the page itself provides for a wallet. */
export function findBrought(wallet: Wallet, connectors: readonly Connector[]): Connector | undefined {
  return connectors.find((one) => one.type === 'EXTERNAL' && isInstalledWallet(wallet, one))
}

/** The wallets with their `installed` flag set. An unchanged wallet stays the same object. */
export function markInstalled(page: WalletsPage, connectors: readonly Connector[]): WalletsPage {
  return { ...page, wallets: page.wallets.map((wallet) => mark(wallet, isInstalled(wallet, connectors))) }
}

const marked = new WeakMap<Wallet, Wallet>()

function mark(wallet: Wallet, installed: boolean): Wallet {
  if (wallet.installed === installed) return wallet
  const known = marked.get(wallet)
  if (known?.installed === installed) return known
  const next = { ...wallet, installed }
  marked.set(wallet, next)
  return next
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
 * Whether two rdns are of one family: `io.metamask.mobile` is `io.metamask` in its own browser; `io.metamask.flask` is
 * another wallet. A name of one part would match many wallets.
 */
function isOfFamily(announced: string | undefined, listed: string): boolean {
  if (announced === listed) return true
  return (
    listed.includes('.') &&
    announced?.startsWith(`${listed}.`) === true &&
    places.includes(announced.slice(listed.length + 1).toLowerCase())
  )
}

/** Name parts for a platform of the same wallet. */
const places = ['mobile', 'ios', 'android', 'app', 'browser', 'webview', 'web', 'extension', 'desktop']
