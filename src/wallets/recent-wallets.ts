/** The wallets of the wallet directory that were connected last on this device: at most two, the latest first. */
import type { Wallet } from '../core/assets/wallet.ts'
import { readStored } from '../base/storage.ts'

const RECENT = 'billfold/recent'
const MAX_RECENT = 2

/** Empty if the stored value is invalid. The returned wallets are validated. */
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

/** Puts a connected wallet first in the stored list. */
export function keepRecentWallet(storage: Storage | undefined, wallet: Wallet): void {
  const others = readRecentWallets(storage).filter(({ id }) => id !== wallet.id)
  // Do not store whether the wallet is installed, since that may change.
  const { installed: _, ...kept } = wallet
  try {
    storage?.setItem(RECENT, JSON.stringify([kept, ...others].slice(0, MAX_RECENT)))
  } catch {
    // The storage is full or forbidden. Connecting works without the list of recent wallets.
  }
}
