/** The adapter for EVM networks. Its code is loaded on demand. */
import type { Adapter } from './wallets/adapter.ts'
import { type EvmOptions, readKeepsNonce, readPageConnectors } from './wallets/evm/page-connectors.ts'
import { createEvmPageProvider } from './wallets/evm/page-provider.ts'

export type { EvmOptions, PageConnector, PageConnectorProvider } from './wallets/evm/page-connectors.ts'

/**
 * Serves EVM wallets (CAIP-2 namespace `eip155`).
 * @param options `connectors`: the page's own wallets. `keepsNonce`: wallets whose payments can be sped up or cancelled
 * @throws options_invalid
 * @example
 * createBillfold({ projectId, networks: [mainnet], adapters: [evm()], metadata })
 */
export function evm(options: EvmOptions = {}): Adapter<'eip155'> {
  const pageProvider = createEvmPageProvider()
  const connectors = readPageConnectors(options)
  const keepsNonce = readKeepsNonce(options)
  return {
    namespace: 'eip155',
    provider: pageProvider.provider,
    attach(page) {
      pageProvider.page = page
      if (typeof window === 'undefined' || !connectors.some((one) => one.autoConnect)) return
      import('./wallets/evm/auto-connect.ts').then(
        ({ autoConnect }) => autoConnect(connectors, page),
        () => {},
      )
    },
    async loadFinder() {
      const [{ createEvmFinder }, external] = await Promise.all([
        import('./wallets/evm/eip6963.ts'),
        connectors[0] && import('./wallets/evm/external.ts'),
      ])
      return createEvmFinder(pageProvider, external && connectors.map(external.toExternal), keepsNonce)
    },
  }
}
