/**
 * Namespaces that Billfold supports only over WalletConnect: the page lists their networks, but has no adapter for
 * them.
 */
import type { Adapter, WalletFinder } from '../adapter.ts'
import type { Network } from '../../core/chains/networks.ts'
import { createWalletConnectOnlyAdapter } from './walletconnect-only-adapter.ts'

type WalletConnectOnly = Pick<Adapter, 'namespace'> & { finder: WalletFinder }

/** The namespaces of this kind that the page's networks have, and that no adapter of the page serves. */
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
      // Wallets of these namespaces are not searched for in this browser.
      watch: () => () => {},
      find() {},
      createAdapter: (context) => createWalletConnectOnlyAdapter(namespace, context.networks),
    },
  }))
}
