/** Names Bitcoin to `createBillfold`; the code behind it is loaded when a person chooses a wallet of Bitcoin. */
import type { Adapter } from './wallets/adapter.ts'
import { createBitcoinRelay } from './wallets/bitcoin/relay.ts'

export { bitcoinMainnet, bitcoinSignet, bitcoinTestnet } from './wallets/bitcoin/networks.ts'

/**
 * @example
 * createBillfold({ projectId, networks: [bitcoinMainnet], adapters: [bitcoin()], metadata })
 */
export function bitcoin(): Adapter<'bip122'> {
  const relay = createBitcoinRelay()
  return {
    namespace: 'bip122',
    provider: relay.provider,
    // It says nothing of the page.
    attach: (page) => void (relay.page = page),
    loadFinder: () =>
      import('./wallets/bitcoin/finder.ts').then(({ createBitcoinFinder }) => createBitcoinFinder(relay)),
  }
}
