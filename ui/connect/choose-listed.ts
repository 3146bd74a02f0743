/** Where a person goes who has chosen a wallet of the directory, on a phone too. */
import { findDoors } from '../../src/connections/find-doors.ts'
import { getBrowseLink } from '../../src/core/browse-link.ts'
import type { Namespace } from '../../src/core/caip.ts'
import { getLinkTarget } from '../../src/core/deep-link.ts'
import type { Network } from '../../src/core/networks.ts'
import type { Wallet } from '../../src/core/wallet.ts'
import { isPhone } from '../../src/shell/device.ts'
import { readDevice } from '../../src/shell/read-device.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { chooseWallet } from './choose-wallet.ts'

/** @param wanted absent: any. @param network where the account shall be */
export function chooseListed(shell: Shell, wallet: Wallet, wanted?: Namespace, network?: Network): void {
  const link = isHere(shell, wallet) ? undefined : findBrowser(shell, wallet, wanted)
  if (!link) return chooseWallet(shell, wallet, network)
  // With the tap itself: browsers let nothing else open another app.
  window.open(link, getLinkTarget('mobile', readDevice()), 'noreferrer noopener')
}

/** Whether a person can get to it from here. On a phone a wallet without a link cannot be opened. */
export function isReachable(shell: Shell, wallet: Wallet, wanted?: Namespace): boolean {
  return (
    !isPhone() ||
    !!(wallet.mobile_link ?? wallet.webapp_link ?? findBrowser(shell, wallet, wanted)) ||
    isHere(shell, wallet)
  )
}

function isHere({ connectors }: Shell, wallet: Wallet): boolean {
  return findDoors(wallet, connectors.value).length > 0
}

/** Where this page is opened in the wallet's own browser: on a phone alone. */
function findBrowser({ networks }: Shell, wallet: Wallet, wanted: Namespace | undefined): string | undefined {
  if (!isPhone()) return undefined
  const all = networks.map(({ chainNamespace }) => chainNamespace)
  return getBrowseLink(wallet, location.href, wanted ? [wanted] : all)
}
