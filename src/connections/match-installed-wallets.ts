/** Finds the installed wallets that match a wallet of the directory. */
import type { Wallet, WalletsPage } from '../core/assets/wallet.ts'
import type { Connector } from '../wallets/connector.ts'
import { getWays } from './group-wallets.ts'

/**
 * Matches by the rdns that a wallet announces, or by the place at which it injects itself according to the directory.
 * Returns nothing if one of the matches has a look-alike.
 */
export function matchInstalledWallets(
  wallet: Wallet,
  connectors: readonly Connector[],
): readonly Connector[] {
  const family = connectors
    .flatMap(getWays)
    .filter((connector) => connector.type !== 'EXTERNAL' && isInstalledWallet(wallet, connector))
  // If a wallet with the rdns of `wallet` is installed, the others of its rdns family are different wallets.
  const own = family.filter(({ info }) => info && info.rdns === wallet.rdns)
  const installed = own.length > 0 ? family.filter((one) => own.includes(one) || !one.info) : family
  return installed.some(({ looksLike }) => looksLike) ? [] : installed
}

export function isInstalled(wallet: Wallet, connectors: readonly Connector[]): boolean {
  return matchInstalledWallets(wallet, connectors).length > 0
}

/** The page's own connector for a wallet. */
export function findBrought(wallet: Wallet, connectors: readonly Connector[]): Connector | undefined {
  return connectors.find((one) => one.type === 'EXTERNAL' && isInstalledWallet(wallet, one))
}

/** Sets the `installed` flag of each wallet. A wallet whose flag does not change stays the same object. */
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
 * Whether two rdns belong to one family: `io.metamask.mobile` is `io.metamask` on phones, but `io.metamask.flask` is a
 * different wallet. An rdns of one part has no family, since it would match many wallets.
 */
function isOfFamily(announced: string | undefined, listed: string): boolean {
  if (announced === listed) return true
  return (
    listed.includes('.') &&
    announced?.startsWith(`${listed}.`) === true &&
    places.includes(announced.slice(listed.length + 1).toLowerCase())
  )
}

/** Last parts of an rdns that name the platform of the same wallet. */
const places = ['mobile', 'ios', 'android', 'app', 'browser', 'webview', 'web', 'extension', 'desktop']
