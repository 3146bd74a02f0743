/**
 * Detects smart accounts. Email and social accounts report it; for every other EVM wallet the network's node knows which
 * addresses have a contract. The node is asked only when the answer is needed.
 */
import { type Signal, signal } from '@preact/signals-core'
import type { AccountKind } from '../core/assets/account-kind.ts'
import type { CaipAddress } from '../core/chains/caip.ts'
import type { ConnectedAccount } from '../wallets/account.ts'
import type { WorkerCall } from '../wallets/namespace-calls.ts'
import type { WalletAccount } from '../wallets/wallet-accounts.ts'

interface Source {
  call: WorkerCall
}

/** Limit of node questions; a wallet rarely shares more accounts with a page. */
const MAX_ASKED = 20

const known = new WeakMap<Source, Map<CaipAddress, Signal<AccountKind | undefined>>>()

/**
 * The account with its purposes according to the node. For a computed value or a view: reading it asks the node, and the
 * answer updates the reader. Until then, and if the node fails, the wallet's own purposes stand.
 */
export function readSmartAccounts(account: ConnectedAccount, source: Source): ConnectedAccount {
  return mapAccounts(account, ({ caipAddress }) => getKind(caipAddress, source).value)
}

/** The same, read once. Never rejects. */
export async function fetchSmartAccounts(
  account: ConnectedAccount,
  source: Source,
): Promise<ConnectedAccount> {
  const { caipAddress } = account
  if (!isAsked(account)) return account
  const kind = await source.call('accountKind', { account: caipAddress }).catch(() => undefined)
  return mapAccounts(account, (one) => (one.caipAddress === caipAddress ? kind : undefined))
}

/** Whether the account in use is a smart account. */
export function isSmartAccount({ caipAddress, allAccounts }: ConnectedAccount): boolean {
  return allAccounts.some((one) => one.caipAddress === caipAddress && one.purpose === 'smartAccount')
}

function isAsked({ connector, caipAddress }: ConnectedAccount): boolean {
  return connector.type !== 'AUTH' && caipAddress.startsWith('eip155:')
}

function mapAccounts(
  account: ConnectedAccount,
  read: (one: WalletAccount) => AccountKind | undefined,
): ConnectedAccount {
  if (!isAsked(account)) return account
  const allAccounts = account.allAccounts.map((one, at) => {
    const isSmart = one.purpose === 'eoa' && at < MAX_ASKED && read(one) === 'contract'
    return isSmart ? { ...one, purpose: 'smartAccount' as const } : one
  })
  const isSame = allAccounts.every((one, at) => one === account.allAccounts[at])
  return isSame ? account : { ...account, allAccounts }
}

function getKind(account: CaipAddress, source: Source): Signal<AccountKind | undefined> {
  const kinds = known.get(source) ?? new Map<CaipAddress, Signal<AccountKind | undefined>>()
  known.set(source, kinds)
  const found = kinds.get(account)
  if (found) return found
  const made = signal<AccountKind | undefined>(undefined, {
    watched: () =>
      void source.call('accountKind', { account }).then(
        (kind) => (made.value = kind ?? made.peek()),
        () => {},
      ),
  })
  kinds.set(account, made)
  return made
}
