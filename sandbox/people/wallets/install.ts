/**
 * Installs wallets in the page as browser extensions would: they announce themselves at once and on request. Tests
 * answer through `window.harbor`, `window.sandboxMetaMask`, `window.reef` and `window.keel`.
 */
import { registerWallet } from '@wallet-standard/wallet'
import { createPerson } from '../accounts.ts'
import { type Approval, createApproval } from './approval.ts'
import { type Brand, createApprovalSheet } from './approval-sheet.ts'
import type { Announcing, WalletChoice, WalletName } from './choice.ts'
import type { EvmNodes } from './evm-node.ts'
import { announce, createHarbor, harborInfo } from './harbor.ts'
import type { InjectedBitcoin } from './injected-bitcoin.ts'
import { announceMetaMask, createMetaMask, metaMaskInfo } from './metamask.ts'
import type { Networks } from './networks.ts'
import type { Permissions, WalletStorage } from './permissions.ts'
import type { StandardWallet, WalletOptions } from './standard-wallet.ts'

/** What a person does in a wallet. */
export interface WalletPerson extends Approval {
  /** Makes another account the active one. */
  select: Permissions['select']
  /** Revokes the page's permission. */
  disconnect: Permissions['revoke']
}

export interface EvmWalletPerson extends WalletPerson {
  /** Switches to another network. */
  goTo: Networks['select']
  /** Removes a network from the wallet's list. */
  forgetNetwork: Networks['forget']
}

declare global {
  interface Window {
    harbor?: EvmWalletPerson
    sandboxMetaMask?: EvmWalletPerson
    reef?: WalletPerson
    keel?: WalletPerson
    /** Provider of the first wallet that sets it, as before EIP-6963. */
    ethereum?: unknown
    unisat?: InjectedBitcoin
  }
}

export interface InstallOptions extends WalletChoice {
  nodes: EvmNodes
  /** URL of the Solana node; absent: no Solana wallets are installed. */
  solanaRpc?: string
}

/** Delay of a late announcement, in milliseconds. */
const LATE = 3_000

export function installWallets({ nodes, solanaRpc, wallets, announcing, harborSeed }: InstallOptions): void {
  const shared = { nodes, site: location.host, storage: getStorage(), fetch: fetch.bind(window) }
  const installers: Record<WalletName, () => void> = {
    harbor() {
      const approval = createSheetApproval({ ...harborInfo, head: '#0b4f6c', action: '#127f96' })
      const harbor = createHarbor({
        ...shared,
        approval,
        ...(harborSeed ? { keys: [createPerson(harborSeed).key] } : {}),
      })
      makeKnown(
        announcing,
        () => announce(harbor.provider),
        () => (window.ethereum ??= harbor.provider),
      )
      window.harbor = createEvmPerson(approval, harbor)
    },
    metamask() {
      const approval = createSheetApproval({ ...metaMaskInfo, head: '#23292f', action: '#c4530f' })
      const metaMask = createMetaMask({ ...shared, approval })
      makeKnown(announcing, () => announceMetaMask(metaMask.provider))
      window.sandboxMetaMask = createEvmPerson(approval, metaMask)
    },
    async burner() {
      if (!solanaRpc) return
      const { createBurner } = await import('./burner.ts')
      const burner = createBurner(solanaRpc)
      makeKnown(announcing, () => registerWallet(burner))
    },
    async reef() {
      if (!solanaRpc) return
      const { createReef, reefInfo } = await import('./reef.ts')
      const brand = { ...reefInfo, head: '#51249b', action: '#7a3ee0' }
      const create = (options: WalletOptions) =>
        createReef({ ...options, rpcUrl: solanaRpc, fetch: shared.fetch })
      window.reef = installStandardWallet(brand, create, shared, announcing).person
    },
    async keel() {
      const { createKeel, keelInfo } = await import('./keel.ts')
      const brand = { ...keelInfo, head: '#7a3a12', action: '#b5541c' }
      const { person, wallet } = installStandardWallet(brand, createKeel, shared, announcing)
      window.keel = person
      window.unisat = wallet.injected
    },
  }
  for (const name of wallets) installers[name]()
}

/** @param atWindow makes the wallet known without an announcement */
function makeKnown(announcing: Announcing, tell: () => void, atWindow: () => void = () => {}): void {
  if (announcing === 'legacy') return atWindow()
  if (announcing === 'late') return void setTimeout(tell, LATE)
  if (announcing === 'held') return window.addEventListener('sandbox-announce', tell, { once: true })
  tell()
  if (announcing === 'twice') tell()
}

function installStandardWallet<Wallet extends StandardWallet>(
  brand: Brand,
  create: (options: WalletOptions) => Wallet,
  { site, storage }: Omit<WalletOptions, 'approval'>,
  announcing: Announcing,
): { wallet: Wallet; person: WalletPerson } {
  const approval = createSheetApproval(brand)
  const wallet = create({ site, storage, approval })
  makeKnown(announcing, () => registerWallet(wallet.wallet))
  return { wallet, person: createWalletPerson(approval, wallet.permissions) }
}

/** localStorage, or a storage in memory when the browser denies it. */
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

function createEvmPerson(
  approval: Approval,
  { permissions, networks }: { permissions: Permissions; networks: Networks },
): EvmWalletPerson {
  const person = createWalletPerson(approval, permissions)
  return Object.assign(person, { goTo: networks.select, forgetNetwork: networks.forget })
}

/** Extends the approval itself, so that tests can set `autoApprove` on the result. */
function createWalletPerson(approval: Approval, permissions: Permissions): WalletPerson {
  // Reload the permissions: other tabs may have changed them while this page was in the back/forward cache.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) permissions.reload()
  })
  return Object.assign(approval, { select: permissions.select, disconnect: permissions.revoke })
}
