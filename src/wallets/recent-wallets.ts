/** The directory wallets connected last on this device: at most two, the latest first. */
import type { Wallet } from '../core/assets/wallet.ts'
import { readStored } from '../base/storage.ts'

const RECENT = 'billfold/recent'
const MAX_RECENT = 2

/** Empty if the stored value is invalid. Readers need no further check. */
export function readRecentWallets(storage: Storage | undefined): readonly Wallet[] {
  try {
    const stored = readStored(storage, RECENT) as Wallet[]
    const isWallet = ({ id, name, chains = [], injected = [] }: Wallet) =>
      [id, name, ...chains, ...injected.map((one) => one.injected_id)].every(
        (text) => typeof text === 'string',
      )
    return stored.filter(isWallet).slice(0, MAX_RECENT)
  } catch {
    return []
  }
}

/** Somebody has connected with it. */
export function keepRecentWallet(storage: Storage | undefined, wallet: Wallet): void {
  const others = readRecentWallets(storage).filter(({ id }) => id !== wallet.id)
  // Whether it is installed is true of this moment alone.
  const { installed: _, ...kept } = wallet
  try {
    storage?.setItem(RECENT, JSON.stringify([kept, ...others].slice(0, MAX_RECENT)))
  } catch {
    // A convenience; where nothing can be kept, nothing is.
  }
}
