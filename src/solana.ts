/** The adapter for Solana. Its code is loaded on demand. */
import type { Adapter } from './wallets/adapter.ts'
import { createSolanaPageProvider } from './wallets/solana/page-provider.ts'

export { solanaDevnet, solanaMainnet, solanaTestnet } from './wallets/solana/networks.ts'

/**
 * Serves Solana wallets (CAIP-2 namespace `solana`).
 * @example
 * createBillfold({ projectId, networks: [solanaMainnet], adapters: [solana()], metadata })
 */
export function solana(): Adapter<'solana'> {
  const pageProvider = createSolanaPageProvider()
  return {
    namespace: 'solana',
    provider: pageProvider.provider,
    attach: (page) => void (pageProvider.page = page),
    loadFinder: () =>
      import('./wallets/solana/finder.ts').then(({ createSolanaFinder }) => createSolanaFinder(pageProvider)),
  }
}
