/** Names Bitcoin to `createBillfold`; the code behind it is loaded when a person chooses a wallet of Bitcoin. */
import type { Adapter } from './wallets/adapter.ts'
import { createBitcoinPageProvider } from './wallets/bitcoin/page-provider.ts'

export { bitcoinMainnet, bitcoinSignet, bitcoinTestnet } from './wallets/bitcoin/networks.ts'

/**
 * @example
 * createBillfold({ projectId, networks: [bitcoinMainnet], adapters: [bitcoin()], metadata })
 */
export function bitcoin(): Adapter<'bip122'> {
  const pageProvider = createBitcoinPageProvider()
  return {
    namespace: 'bip122',
    provider: pageProvider.provider,
    // It says nothing of the page.
    attach: (page) => void (pageProvider.page = page),
    loadFinder: () =>
      import('./wallets/bitcoin/finder.ts').then(({ createBitcoinFinder }) =>
        createBitcoinFinder(pageProvider),
      ),
  }
}
