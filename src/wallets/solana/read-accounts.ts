/** Reads and validates the accounts of a Solana wallet, which are untrusted. */
import type { WalletStandardWallet } from '../providers.ts'
import { isSolanaAddress } from '../../core/chains/solana-address.ts'

/** A shared account. The wallet's `publicKey` is not read: the address encodes the key, and is what people see. */
export interface SolanaAccount {
  address: string
  /** Chains as the Wallet Standard names them, such as `solana:mainnet`. */
  chains: readonly string[]
  /** Names of the wallet's features that this account supports. */
  features: readonly string[]
}

/** Upper limit of accounts that are read from one wallet. */
const MAX_ACCOUNTS = 100

/** Reads the Solana accounts of the wallet, the active one first. Undefined if the list or an address is invalid. */
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
