/**
 * Detects smart accounts. For email and social accounts, the sign-in site says which accounts are smart. For other EVM
 * wallets, the network's node is asked whether the address is a contract, but only when a view or call needs the
 * answer.
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

/** Upper limit of accounts of one wallet that the node is asked about. Wallets rarely share more accounts with a page. */
const MAX_ASKED = 20

const known = new WeakMap<Source, Map<CaipAddress, Signal<AccountKind | undefined>>>()

/**
 * The account, with the purpose of each of its addresses as the node reports it. Call this in a computed value or a
 * view: the call asks the node, and the answer updates that computed value or view. Until the node has answered, the
 * purposes are those that the wallet reported.
 */
export function readSmartAccounts(account: ConnectedAccount, source: Source): ConnectedAccount {
  return mapAccounts(account, ({ caipAddress }) => getKind(caipAddress, source).value)
}

/**
 * The account, with the purpose of its active address as the node reports it. Asks once. Never rejects: if the node
 * fails, the purpose is the one that the wallet reported.
 */
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
