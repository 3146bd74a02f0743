/** Names EVM chains to `createBillfold`; the code behind it is loaded when a wallet is first needed. */
import type { Adapter } from './wallets/adapter.ts'
import { createProviderRelay } from './wallets/evm/relay.ts'

/**
 * @example
 * createBillfold({ projectId, networks: [mainnet], adapters: [evm()], metadata })
 */
export function evm(): Adapter<'eip155'> {
  const relay = createProviderRelay()
  return {
    namespace: 'eip155',
    provider: relay.provider,
    attach: (page) => void (relay.page = page),
    loadFinder: async () => (await import('./wallets/evm/eip6963.ts')).createEvmFinder(relay),
  }
}
