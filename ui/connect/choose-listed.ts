/** Connects a wallet from the directory. On a phone, opens the wallet's app or its own browser. */
import { findBrought, isInstalled } from '../../src/connections/match-installed-wallets.ts'
import { getBrowseLink } from './browse-link.ts'
import type { Namespace } from '../../src/core/chains/caip.ts'
import { formatDeepLink, getLinkTarget, getWalletLink } from '../../src/base/deep-link.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import type { Wallet } from '../../src/core/assets/wallet.ts'
import { isPhone } from '../../src/base/device.ts'
import { readDevice } from '../../src/base/read-device.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { reserveLink } from '../../src/wallets/walletconnect/ready-link.ts'
import { chooseWallet } from './choose-wallet.ts'

/**
 * Connects a wallet, or opens its app. Call this function during the tap, since browsers block links that open later.
 * @param network network that the account must be on
 * @param wanted namespace that the account must be of; absent: any
 */
export function chooseListed(shell: Shell, wallet: Wallet, network?: Network, wanted?: Namespace): void {
  if (!isPhone() || isHere(shell, wallet)) return chooseWallet(shell, wallet, network)
  const device = readDevice()
  const openLink = (link: string) => window.open(link, getLinkTarget('mobile', device), 'noreferrer noopener')
  const page = findBrowser(shell, wallet, wanted)
  if (page) return void openLink(page)
  const base = getWalletLink(wallet, 'mobile', shell)
  const uri = base && reserveLink(shell.call)
  if (!uri) return chooseWallet(shell, wallet, network)
  openLink(formatDeepLink(base, uri, device))
  shell.router.push('ConnectingWalletConnect', { wallet, openedAt: Date.now() })
}

/**
 * How a press connects a wallet. installed: in this browser. qr: by a code for another device. app, web: on this phone.
 * download: it does not, but opens the wallet's downloads.
 */
export type ConnectMethod = 'installed' | 'qr' | 'app' | 'web' | 'download'

/** How a press connects this wallet. Undefined for a wallet with a page connector, which decides this itself. */
export function getConnectMethod(shell: Shell, wallet: Wallet): ConnectMethod | undefined {
  const connectors = shell.connectors.value
  // Wallets from the page or an older list do not carry `installed`.
  if (wallet.installed ?? isInstalled(wallet, connectors)) return 'installed'
  if (findBrought(wallet, connectors)) return undefined
  if (findBrowser(shell, wallet, undefined)) return 'app'
  if (!connectors.some(({ type }) => type === 'WALLET_CONNECT')) return 'download'
  if (!isPhone()) return 'qr'
  if (getWalletLink(wallet, 'mobile', shell)) return 'app'
  return getWalletLink(wallet, 'web') ? 'web' : 'qr'
}

/** Whether this device can open the wallet. On a phone, this takes a link or a connector. */
export function isReachable(shell: Shell, wallet: Wallet, wanted?: Namespace): boolean {
  return (
    !isPhone() ||
    !!(wallet.mobile_link ?? wallet.webapp_link ?? findBrowser(shell, wallet, wanted)) ||
    isHere(shell, wallet)
  )
}

function isHere({ connectors }: Shell, wallet: Wallet): boolean {
  return isInstalled(wallet, connectors.value) || !!findBrought(wallet, connectors.value)
}

/** The link that opens this page in the wallet's own browser; undefined on a computer. */
function findBrowser({ networks }: Shell, wallet: Wallet, wanted: Namespace | undefined): string | undefined {
  if (!isPhone()) return undefined
  const all = networks.map(({ chainNamespace }) => chainNamespace)
  return getBrowseLink(wallet, location.href, wanted ? [wanted] : all)
}
