/**
 * Accounts that a portfolio on this page shows without a wallet: the page named them, or a person typed them. Their
 * data is kept when a wallet with the same account disconnects.
 */
import { type CaipAddress, isSameOwner, toCaipKey } from '../core/chains/caip.ts'
import { readStored, TYPED } from './storage.ts'

const lists = new Set<() => readonly CaipAddress[]>()

/**
 * Registers the accounts that a portfolio names. Returns a function that unregisters them.
 * @param list returns the current accounts (CAIP-10)
 */
export function nameAccounts(list: () => readonly CaipAddress[]): () => void {
  lists.add(list)
  return () => lists.delete(list)
}

/** Whether a portfolio shows this address, whichever wallet is connected. */
export function isNamed(storage: Storage | undefined, account: CaipAddress): boolean {
  const isSame = (other: string) => isSameOwner(toCaipKey(other), toCaipKey(account))
  return [...lists].some((list) => list().some(isSame)) || listTyped(storage).some(isSame)
}

/** Accounts that a person typed, without a network: a typed address stands for that address on every network. */
function listTyped(storage: Storage | undefined): readonly string[] {
  const stored = readStored(storage, TYPED)
  if (!Array.isArray(stored)) return []
  return (stored as readonly ({ namespace?: unknown; address?: unknown } | null)[]).map(
    (typed) => `${String(typed?.namespace)}::${String(typed?.address)}`,
  )
}
