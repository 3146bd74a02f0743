/**
 * Puts wallets into the page, as browser extensions would: they announce themselves, now and when asked.
 * `window.harbor`, `window.sandboxMetaMask`, `window.reef` and `window.keel` answer in the person's place, for tests.
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

/** The person in front of a wallet. */
export interface WalletPerson extends Approval {
  /** Makes another account of the wallet the active one. */
  select: Permissions['select']
  /** Takes the permission back from inside the wallet. */
  disconnect: Permissions['revoke']
}

export interface EvmWalletPerson extends WalletPerson {
  /** Goes to another network inside the wallet. */
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
    /** Of whichever wallet came first, as wallets did before they announced themselves. */
    ethereum?: unknown
    unisat?: InjectedBitcoin
  }
}

export interface InstallOptions extends WalletChoice {
  nodes: EvmNodes
  /** Absent where there is no Solana chain: its wallets are left out then. */
  solanaRpc?: string
}

/** How late a wallet is that comes late, in milliseconds. */
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

/** @param atWindow what a wallet does that knows no announcement */
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

function createEvmPerson(
  approval: Approval,
  { permissions, networks }: { permissions: Permissions; networks: Networks },
): EvmWalletPerson {
  const person = createWalletPerson(approval, permissions)
  return Object.assign(person, { goTo: networks.select, forgetNetwork: networks.forget })
}

/** The same object, so that `autoApprove` can be set on it. */
function createWalletPerson(approval: Approval, permissions: Permissions): WalletPerson {
  // An extension knows what was done in other tabs while this page lay in the back/forward cache.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) permissions.reload()
  })
  return Object.assign(approval, { select: permissions.select, disconnect: permissions.revoke })
}
