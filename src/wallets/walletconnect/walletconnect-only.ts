/**
 * Namespaces whose wallets are reached over WalletConnect alone: a page names their networks, and no adapter.
 */
import type { Adapter, WalletFinder } from '../adapter.ts'
import type { Network } from '../../core/chains/networks.ts'
import { createWalletConnectOnlyAdapter } from './walletconnect-only-adapter.ts'

type WalletConnectOnly = Pick<Adapter, 'namespace'> & { finder: WalletFinder }

/** Of those networks of the page that none of its adapters serves. */
export function findWalletConnectOnly(
  networks: readonly Network[],
  adapters: readonly Pick<Adapter, 'namespace'>[],
): readonly WalletConnectOnly[] {
  const missing = (['polkadot', 'cosmos'] as const).filter(
    (namespace) =>
      networks.some(({ chainNamespace }) => chainNamespace === namespace) &&
      !adapters.some((adapter) => adapter.namespace === namespace),
  )
  return missing.map((namespace) => ({
    namespace,
    finder: {
      // No such wallet is installed in this browser.
      watch: () => () => {},
      find() {},
      createAdapter: (context) => createWalletConnectOnlyAdapter(namespace, context.networks),
    },
  }))
}
