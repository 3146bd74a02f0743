/** Accounts that a person has typed. They are kept in localStorage, and are the same in all tabs. */
import { signal } from '@preact/signals-core'
import { isEvmAddress } from '../core/chains/address.ts'
import { isSolanaAddress } from '../core/chains/solana-address.ts'
import type { Readable } from '../base/readable.ts'
import { readStored, TYPED, watchSessions } from '../base/storage.ts'
import { getAccountKey, type PortfolioAccount } from './account.ts'

export type TypedAccount = Pick<PortfolioAccount, 'namespace' | 'address' | 'name'>

export interface TypedAccounts {
  /** In the order in which the accounts were added. */
  readonly list: Readable<readonly TypedAccount[]>
  add(account: TypedAccount): void
  remove(account: TypedAccount): void
  stop(): void
}

export function createTypedAccounts(storage: Storage | undefined): TypedAccounts {
  const list = signal(read(storage))
  const stop = typeof window === 'undefined' ? () => {} : watchSessions(storage, follow)

  /** Follows changes that other tabs make. */
  function follow(): void {
    const stored = read(storage)
    if (JSON.stringify(stored) !== JSON.stringify(list.peek())) list.value = stored
  }

  /** If storage cannot hold the accounts, they last as long as the page. */
  function write(accounts: readonly TypedAccount[]): void {
    list.value = accounts
    try {
      if (accounts.length === 0) storage?.removeItem(TYPED)
      else storage?.setItem(TYPED, JSON.stringify(accounts))
    } catch {
      // The storage is full or forbidden: `list` still has the accounts.
    }
  }

  const without = ({ namespace, address }: TypedAccount) => {
    const key = getAccountKey({ namespace, address })
    return list.peek().filter((one) => getAccountKey(one) !== key)
  }
  return {
    list,
    add: (account) => write([...without(account), account]),
    remove: (account) => write(without(account)),
    stop,
  }
}

/** Skips invalid entries, which another script of this origin may have written. */
function read(storage: Storage | undefined): readonly TypedAccount[] {
  const stored = readStored(storage, TYPED)
  return Array.isArray(stored) ? (stored as unknown[]).flatMap(toTypedAccount) : []
}

function toTypedAccount(value: unknown): TypedAccount[] {
  const { namespace, address, name } = (value ?? {}) as Record<string, unknown>
  if (typeof address !== 'string') return []
  const isEvm = namespace === 'eip155' && isEvmAddress(address)
  if (!isEvm && !(namespace === 'solana' && isSolanaAddress(address))) return []
  return [
    {
      namespace,
      address: isEvm ? address.toLowerCase() : address,
      ...(typeof name === 'string' && name !== '' && { name: name.slice(0, 255) }),
    },
  ]
}
