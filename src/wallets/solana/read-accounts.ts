/** Reads and validates the accounts of a Solana wallet, which are untrusted. */
import type { WalletStandardWallet } from '../providers.ts'
import { isSolanaAddress } from '../../core/chains/solana-address.ts'

/**
 * An account that a wallet shares. The key that comes with it is not read: the address has it, and is what people see.
 */
export interface SolanaAccount {
  address: string
  /** In the standard's words, such as `solana:mainnet`. */
  chains: readonly string[]
  /** Those of the wallet's features that it can be used with. */
  features: readonly string[]
}

/** Most accounts that are read from one wallet. */
const MAX_ACCOUNTS = 100

/**
 * The active one first. Accounts of other namespaces that the wallet shares are left out. Undefined for anything but a
 * list of accounts.
 */
export function readSolanaAccounts(wallet: WalletStandardWallet): readonly SolanaAccount[] | undefined {
  try {
    const accounts = [...wallet.accounts]
      .slice(0, MAX_ACCOUNTS)
      .map(({ address, chains, features }) => ({
        address: String(address),
        chains: [...chains].map(String),
        features: [...features].map(String),
      }))
      .filter(({ chains }) => chains.some((chain) => chain.startsWith('solana:')))
    return accounts.every(({ address }) => isSolanaAddress(address)) ? accounts : undefined
  } catch {
    return undefined
  }
}
