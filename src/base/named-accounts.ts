/**
 * Accounts that portfolios of this page name or that a person has typed. They are shown without a wallet, so their data
 * stays when their wallet disconnects.
 */
import { type CaipAddress, isSameOwner, toCaipKey } from '../core/chains/caip.ts'
import { readStored, TYPED } from './storage.ts'

const lists = new Set<() => readonly CaipAddress[]>()

/** @param list returns the accounts (CAIP-10) that are named now. Returns a function that removes them. */
export function nameAccounts(list: () => readonly CaipAddress[]): () => void {
  lists.add(list)
  return () => lists.delete(list)
}

/** Whether a portfolio shows this address whatever wallet is connected. */
export function isNamed(storage: Storage | undefined, account: CaipAddress): boolean {
  const isSame = (other: string) => isSameOwner(toCaipKey(other), toCaipKey(account))
  return [...lists].some((list) => list().some(isSame)) || listTyped(storage).some(isSame)
}

/** Without a network: a typed address counts on all of them. */
function listTyped(storage: Storage | undefined): readonly string[] {
  const stored = readStored(storage, TYPED)
  if (!Array.isArray(stored)) return []
  return (stored as readonly ({ namespace?: unknown; address?: unknown } | null)[]).map(
    (typed) => `${String(typed?.namespace)}::${String(typed?.address)}`,
  )
}
