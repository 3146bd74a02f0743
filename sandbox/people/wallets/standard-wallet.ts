/**
 * The Wallet Standard part of Reef and Keel: shares accounts after a person agrees, remembers that, and sends an event
 * for each change.
 * @see https://github.com/wallet-standard/wallet-standard
 */
import { ReadonlyWalletAccount, type registerWallet } from '@wallet-standard/wallet'
import type { Approval } from './approval.ts'
import { createPermissions, type Permissions, type WalletStorage } from './permissions.ts'
import { askToConnect, askToUnlock } from './questions.ts'
import { createRpcError, UNAUTHORIZED } from './rpc-error.ts'

export type Wallet = Parameters<typeof registerWallet>[0]
type WalletAccount = Wallet['accounts'][number]
type IdentifierString = Wallet['chains'][number]

export interface StandardWallet {
  wallet: Wallet
  permissions: Permissions<WalletAccount>
  /** Calls the listener after each change of the shared accounts. Returns a function that stops this. */
  watch(listener: () => void): () => void
}

export interface StandardAccount {
  address: string
  publicKey: Uint8Array
  /** Purpose such as `payment`, by which pages may filter accounts; absent for Solana. */
  purpose?: string
}

/** What the page passes to each wallet. */
export interface WalletOptions {
  /** Name of the page, shown in the wallet's questions. */
  site: string
  approval: Approval
  storage: WalletStorage
}

export interface StandardWalletOptions extends WalletOptions {
  name: string
  icon: Wallet['icon']
  /** Chain id of the Wallet Standard, such as `solana:localnet`. */
  chain: IdentifierString
  /** Prefixes of the features `connect`, `disconnect` and `events`: `standard`, and `bitcoin` for Bitcoin wallets. */
  families: readonly string[]
  accounts: readonly [StandardAccount, ...StandardAccount[]]
  /** Accounts that the wallet shares while it lies. */
  lies: readonly StandardAccount[]
  /** Storage key. */
  key: string
  /** Further features, by their names in the standard. */
  features: Readonly<Record<IdentifierString, unknown>>
}

interface ConnectInput {
  /** Whether to connect without asking the person. */
  silent?: boolean
  /** Only accounts for these purposes. Default: all accounts. */
  purposes?: readonly string[]
}

type Listener = (change: { accounts: readonly WalletAccount[] }) => void

export function createStandardWallet(options: StandardWalletOptions): StandardWallet {
  const { name, icon, chain, families, features, site, approval, storage, key } = options
  const listeners = new Set<Listener>()
  const names = Object.keys(features) as IdentifierString[]
  const toAccount = ({ address, publicKey }: StandardAccount) =>
    new ReadonlyWalletAccount({ address, publicKey, chains: [chain], features: names }) as WalletAccount
  const [first, ...others] = options.accounts
  const permissions = createPermissions({
    accounts: [toAccount(first), ...others.map(toAccount)],
    lies: options.lies.map(toAccount),
    storage,
    key,
    getCondition: () => approval.condition,
    onChange: (accounts) => listeners.forEach((listener) => listener({ accounts })),
  })
  approval.onCondition = permissions.update

  async function connect({ silent, purposes }: ConnectInput = {}): Promise<{ accounts: WalletAccount[] }> {
    if (!silent) await askForAccounts({ site, approval }, permissions)
    const accounts = permissions.getAccounts()
    if (!purposes) return { accounts }
    const wanted = options.accounts.filter(({ purpose }) => purpose && purposes.includes(purpose))
    return { accounts: accounts.filter(({ address }) => wanted.some((each) => each.address === address)) }
  }
  function watch(listener: Listener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const on = (event: string, listener: Listener) => (event === 'change' ? watch(listener) : () => {})

  const shared = families.flatMap((family) => [
    [`${family}:connect`, { version: '1.0.0', connect }],
    [`${family}:disconnect`, { version: '1.0.0', disconnect: async () => permissions.revoke() }],
    [`${family}:events`, { version: '1.0.0', on }],
  ])
  const wallet: Wallet = {
    version: '1.0.0',
    name,
    icon,
    chains: [chain],
    features: { ...Object.fromEntries(shared), ...features },
    get accounts() {
      return permissions.getAccounts()
    },
  }
  return { wallet, permissions, watch }
}

/** Asks the person to unlock and to connect, unless that is done already. */
export async function askForAccounts(
  { site, approval }: Pick<WalletOptions, 'site' | 'approval'>,
  permissions: Permissions<{ address: string }>,
): Promise<void> {
  if (approval.condition === 'locked') {
    await approval.ask(askToUnlock(site))
    approval.setCondition('ready')
  }
  if (permissions.getAccounts().length > 0) return
  await approval.ask(askToConnect(site, permissions.getSelected().address))
  permissions.grant()
}

/** @throws 4100 for an account that isn't shared with the page */
export function requireShared(permissions: Permissions<{ address: string }>, address: unknown): string {
  const found = permissions.getAccounts().find((account) => account.address === address)
  if (found) return found.address
  throw createRpcError(UNAUTHORIZED, 'This page has no permission to use that account.')
}
