/** Names Solana to `createBillfold`; the code behind it is loaded when a person chooses a wallet of Solana. */
import type { Adapter } from './wallets/adapter.ts'
import { createSolanaRelay } from './wallets/solana/relay.ts'

export { solanaDevnet, solanaMainnet, solanaTestnet } from './wallets/solana/networks.ts'

/**
 * @example
 * createBillfold({ projectId, networks: [solanaMainnet], adapters: [solana()], metadata })
 */
export function solana(): Adapter<'solana'> {
  const relay = createSolanaRelay()
  return {
    namespace: 'solana',
    provider: relay.provider,
    attach: (page) => void (relay.page = page),
    loadFinder: () =>
      import('./wallets/solana/finder.ts').then(({ createSolanaFinder }) => createSolanaFinder(relay)),
  }
}
