/** The wallets of the directory that somebody connected with last, on this device: at most two, the last first. */
import type { Wallet } from '../core/wallet.ts'
import { readStored } from './storage.ts'

const RECENT = 'billfold/recent'
const MOST = 2

export function readRecentWallets(storage: Storage | undefined): readonly Wallet[] {
  const stored = readStored(storage, RECENT)
  const isWallet = (one: Partial<Wallet> | null) =>
    typeof one?.id === 'string' && typeof one.name === 'string'
  return Array.isArray(stored) ? (stored as Wallet[]).filter(isWallet).slice(0, MOST) : []
}

/** Somebody has connected with it. */
export function keepRecentWallet(storage: Storage | undefined, wallet: Wallet): void {
  const others = readRecentWallets(storage).filter(({ id }) => id !== wallet.id)
  try {
    storage?.setItem(RECENT, JSON.stringify([wallet, ...others].slice(0, MOST)))
  } catch {
    // A convenience; where nothing can be kept, nothing is.
  }
}
