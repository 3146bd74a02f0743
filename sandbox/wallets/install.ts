/**
 * Puts both wallets into the page, as two browser extensions would: they announce themselves, now and when asked.
 * `window.harbor` and `window.sandboxMetaMask` answer in the person's place, for tests.
 */
import { type Approval, createApproval } from './approval.ts'
import { type Brand, createApprovalSheet } from './approval-sheet.ts'
import { announce, createHarbor, harborInfo } from './harbor.ts'
import { createMetaMask, metaMaskInfo } from './metamask.ts'
import type { Networks } from './networks.ts'
import type { Permissions, WalletStorage } from './permissions.ts'

/** The person in front of a wallet. */
export interface WalletPerson extends Approval {
  /** Makes another account of the wallet the active one. */
  select: Permissions['select']
  /** Takes the permission back from inside the wallet. */
  disconnect: Permissions['revoke']
  /** Goes to another network inside the wallet. */
  goTo: Networks['select']
  /** Removes a network from the wallet's list. */
  forgetNetwork: Networks['forget']
}

declare global {
  interface Window {
    harbor?: WalletPerson
    sandboxMetaMask?: WalletPerson
  }
}

export function installWallets({ rpcUrl, chainId }: { rpcUrl: string; chainId: number }): void {
  const { host: site } = location
  const shared = { rpcUrl, chainId, site, storage: getStorage(), fetch: fetch.bind(window) }

  const harborApproval = createSheetApproval({ ...harborInfo, head: '#0b4f6c', action: '#127f96' })
  const harbor = createHarbor({ ...shared, approval: harborApproval })
  announce(harbor.provider)
  window.harbor = createPerson(harborApproval, harbor)

  const metaMaskApproval = createSheetApproval({ ...metaMaskInfo, head: '#23292f', action: '#c4530f' })
  const metaMask = createMetaMask({ ...shared, approval: metaMaskApproval })
  window.sandboxMetaMask = createPerson(metaMaskApproval, metaMask)

  // An extension knows what was done in other tabs while this page lay in the back/forward cache.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const { permissions } of [harbor, metaMask]) permissions.reload()
  })
}

/** Where the browser denies it, a wallet of this page remembers as long as the page lasts. */
function getStorage(): WalletStorage {
  try {
    return localStorage
  } catch {
    const values = new Map<string, string>()
    return {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
    }
  }
}

function createSheetApproval(brand: Brand): Approval {
  const approval: Approval = createApproval(createApprovalSheet(brand, () => approval))
  return approval
}

/** The same object, so that `autoApprove` can be set on it. */
function createPerson(
  approval: Approval,
  { permissions, networks }: { permissions: Permissions; networks: Networks },
): WalletPerson {
  return Object.assign(approval, {
    select: permissions.select,
    disconnect: permissions.revoke,
    goTo: networks.select,
    forgetNetwork: networks.forget,
  })
}
