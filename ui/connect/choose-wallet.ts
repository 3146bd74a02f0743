/** Opens the view that connects the chosen wallet. */
import type { Connector } from '../../src/wallets/connector.ts'
import { findBrought, matchInstalledWallets } from '../../src/connections/match-installed-wallets.ts'
import type { Namespace } from '../../src/core/chains/caip.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import type { Wallet } from '../../src/core/assets/wallet.ts'
import type { Shell } from '../../src/shell/shell.ts'

/** Whether the wallet supports the namespace; true if unknown. @param wanted absent: any namespace */
export function isServing({ chains }: Wallet, wanted: Namespace | undefined): boolean {
  return !wanted || !chains || chains.some((chain) => chain.startsWith(`${wanted}:`))
}

/** @param network network that the account must be on */
export function openInstalledWallets(
  { router }: Shell,
  installed: readonly Connector[],
  network?: Network,
): void {
  if (installed.length > 1) router.push('ConnectingMultiChain', { connectors: installed })
  else if (installed[0]) router.push('ConnectingExternal', { connector: installed[0], network })
}

/**
 * Connects a directory wallet: as the installed wallet, through a page connector, or over WalletConnect. If none of
 * these is possible, opens the wallet's download links.
 */
export function chooseWallet(shell: Shell, wallet: Wallet, network?: Network): void {
  const connectors = shell.connectors.peek()
  const installed = matchInstalledWallets(wallet, connectors)
  const brought = findBrought(wallet, connectors)
  const hasWalletConnect = connectors.some(({ type }) => type === 'WALLET_CONNECT')
  if (installed.length > 0) openInstalledWallets(shell, installed, network)
  else if (brought) openInstalledWallets(shell, [brought], network)
  else if (hasWalletConnect) shell.router.push('ConnectingWalletConnect', { wallet })
  else shell.router.push('Downloads', { wallet })
}
