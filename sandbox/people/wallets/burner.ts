/**
 * A Solana wallet that others wrote: a new key at each connection, and no question ever. Their own bridge makes a wallet
 * of the Wallet Standard of it.
 */
import { UnsafeBurnerWalletAdapter } from '@solana/wallet-adapter-unsafe-burner'
import { SolanaWalletAdapterWallet } from '@solana/wallet-standard-wallet-adapter-base'
import { solanaLocalnet } from '../../chains/solana-network.ts'
import type { Wallet } from './standard-wallet.ts'

export function createBurner(rpcUrl: string): Wallet {
  const adapter = new UnsafeBurnerWalletAdapter()
  const wallet = new SolanaWalletAdapterWallet(adapter, solanaLocalnet.caipNetworkId, rpcUrl)
  // Its accounts may say that a label is undefined, where the standard's types want none.
  return wallet as Wallet
}
