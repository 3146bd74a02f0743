/**
 * Accounts that are shown without a wallet, so that what is kept of them stays when their wallet goes: those that portfolios
 * of this page name, and those that a person has typed.
 */
import { type CaipAddress, isSameOwner, toCaipKey } from '../core/chains/caip.ts'
import { readStored, TYPED } from './storage.ts'

const lists = new Set<() => readonly CaipAddress[]>()

/** @param list accounts (CAIP-10) that are named now. Returns a stop function. */
export function nameAccounts(list: () => readonly CaipAddress[]): () => void {
  lists.add(list)
  return () => lists.delete(list)
}

/** Whether a portfolio shows this address whatever wallet is connected. */
export function isNamed(storage: Storage | undefined, account: CaipAddress): boolean {
  const isSame = (other: string) => isSameOwner(toCaipKey(other), toCaipKey(account))
  return [...lists].some((list) => list().some(isSame)) || listTyped(storage).some(isSame)
}

/** On no network: an address is typed for all of them. */
function listTyped(storage: Storage | undefined): readonly string[] {
  const stored = readStored(storage, TYPED)
  if (!Array.isArray(stored)) return []
  return (stored as readonly ({ namespace?: unknown; address?: unknown } | null)[]).map(
    (typed) => `${String(typed?.namespace)}::${String(typed?.address)}`,
  )
}
