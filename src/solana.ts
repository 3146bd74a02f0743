/** Names Solana to `createBillfold`; the code behind it is loaded when a person chooses a wallet of Solana. */
import type { Adapter } from './wallets/adapter.ts'
import { createSolanaPageProvider } from './wallets/solana/page-provider.ts'

export { solanaDevnet, solanaMainnet, solanaTestnet } from './wallets/solana/networks.ts'

/**
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
