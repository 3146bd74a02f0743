/** The adapter for Bitcoin. Its code is loaded on demand. */
import type { Adapter } from './wallets/adapter.ts'
import { createBitcoinPageProvider } from './wallets/bitcoin/page-provider.ts'

export { bitcoinMainnet, bitcoinSignet, bitcoinTestnet } from './wallets/bitcoin/networks.ts'

/**
 * Serves Bitcoin wallets (CAIP-2 namespace `bip122`).
 * @example
 * createBillfold({ projectId, networks: [bitcoinMainnet], adapters: [bitcoin()], metadata })
 */
export function bitcoin(): Adapter<'bip122'> {
  const pageProvider = createBitcoinPageProvider()
  return {
    namespace: 'bip122',
    provider: pageProvider.provider,
    // With `page`, the provider can wait until the page's stored sessions are restored.
    attach: (page) => void (pageProvider.page = page),
    loadFinder: () =>
      import('./wallets/bitcoin/finder.ts').then(({ createBitcoinFinder }) =>
        createBitcoinFinder(pageProvider),
      ),
  }
}
