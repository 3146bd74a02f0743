/**
 * A third-party Solana wallet that creates a new key for each connection and never asks the person. Its authors' bridge
 * wraps it as a Wallet Standard wallet.
 */
import { UnsafeBurnerWalletAdapter } from '@solana/wallet-adapter-unsafe-burner'
import { SolanaWalletAdapterWallet } from '@solana/wallet-standard-wallet-adapter-base'
import { solanaLocalnet } from '../../chains/solana-network.ts'
import type { Wallet } from './standard-wallet.ts'

export function createBurner(rpcUrl: string): Wallet {
  const adapter = new UnsafeBurnerWalletAdapter()
  const wallet = new SolanaWalletAdapterWallet(adapter, solanaLocalnet.caipNetworkId, rpcUrl)
  // Cast: accounts of the bridge may have an undefined `label`, which the standard's types don't allow.
  return wallet as Wallet
}
