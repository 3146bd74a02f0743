/** Finds the Solana wallets of this web page. */
import type { WalletFinder } from '../adapter.ts'
import { createSolanaAdapter } from './adapter.ts'
import type { SolanaPageProvider } from './page-provider.ts'
import { createWalletFinder } from '../wallet-finder.ts'
import { createStandardSource } from '../standard/wallet-standard.ts'

export function createSolanaFinder(pageProvider: SolanaPageProvider): WalletFinder {
  const source = createStandardSource({ namespace: 'solana', chains: 'solana:', connect: 'standard:connect' })
  return createWalletFinder(source, ({ networks }) => createSolanaAdapter(pageProvider, networks))
}
