/** Finds the adapter of a wallet. */
import type { Namespace } from '../core/chains/caip.ts'
import { createAuthAdapter } from '../wallets/auth/adapter.ts'
import { createWalletConnectAdapter } from '../wallets/walletconnect/adapter.ts'
import type { AdapterContext, WalletAdapter } from '../wallets/adapter.ts'
import type { Connector } from '../wallets/connector.ts'
import { missingAdapter } from './missing-adapter.ts'

export interface WalletAdapters {
  /** @throws adapter_missing */
  getAdapter(namespace: Namespace): WalletAdapter
  /**
   * The adapter of a connector. WalletConnect, and email and social login, have a separate adapter in each namespace.
   * @param namespace default: the connector's own namespace
   * @throws adapter_missing
   */
  adapterOf(connector: Connector, namespace?: Namespace): WalletAdapter
}

export function createWalletAdapters(
  adapters: readonly WalletAdapter[],
  context: AdapterContext,
): WalletAdapters {
  const getAdapter = (namespace: Namespace) => find(adapters, namespace)
  const overWalletConnect = adapters.map(({ namespace }) =>
    createWalletConnectAdapter(namespace, getAdapter, context),
  )
  const bySignIn = adapters.map(({ namespace }) => createAuthAdapter(namespace, getAdapter))
  return {
    getAdapter,
    adapterOf({ chain, type }, namespace = chain) {
      if (type === 'WALLET_CONNECT') return find(overWalletConnect, namespace)
      return type === 'AUTH' ? find(bySignIn, namespace) : getAdapter(chain)
    },
  }
}

function find(adapters: readonly WalletAdapter[], namespace: Namespace): WalletAdapter {
  return adapters.find((adapter) => adapter.namespace === namespace) ?? missingAdapter(namespace)
}
