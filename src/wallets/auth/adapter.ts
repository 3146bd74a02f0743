/**
 * Adapter for email and social accounts in one namespace. Wraps the namespace's own adapter, which then uses the
 * sign-in site's wallet. One sign-in connects all namespaces.
 */
import type { WalletAdapter } from '../adapter.ts'
import type { Connector } from '../connector.ts'
import { getNamespace, type Namespace } from '../../core/chains/caip.ts'
import { type BillfoldError, hasCode } from '../../core/base/errors.ts'
import type { WalletAccounts } from '../wallet-accounts.ts'
import type { AuthProvider } from './connector.ts'

export function createAuthAdapter(
  namespace: Namespace,
  getAdapter: (namespace: Namespace) => WalletAdapter,
): WalletAdapter {
  const adapter = getAdapter(namespace)
  return {
    ...adapter,
    async connect(connector, request) {
      const [first, ...others] = connector.namespaces
      const accounts = await getAdapter(first).connect(connector, request)
      for (const one of others)
        try {
          accounts.push(...(await getAdapter(one).connect(connector, request)))
        } catch (error) {
          // A namespace without an account is not a failure: report only other errors.
          if (!isNoAccount(error)) request.onLeftOut?.(one)
        }
      return toTyped(connector, accounts)
    },
    watchAccounts: (connector, listener, ...rest) =>
      adapter.watchAccounts(connector, (accounts) => listener(toTyped(connector, accounts)), ...rest),
    switchNetwork: async (connector, ...rest) =>
      toTyped(connector, await adapter.switchNetwork(connector, ...rest)),
  }
}

/**
 * Adds the account types on EVM. EIP-1193 returns only addresses, but the sign-in site knows which are smart
 * accounts.
 */
function toTyped({ provider }: Connector, shared: readonly WalletAccounts[]): WalletAccounts[] {
  const toType = (one: WalletAccounts['accounts'][0]) => ({
    ...one,
    purpose: (provider as AuthProvider).getAccountType?.(one.address) ?? one.purpose,
  })
  return shared.map((entry) => {
    if (getNamespace(entry.caipNetworkId) !== 'eip155') return entry
    const [first, ...others] = entry.accounts
    return { ...entry, accounts: [toType(first), ...others.map(toType)] }
  })
}

function isNoAccount(error: unknown): boolean {
  return hasCode(error, 'wallet_failed') && (error as BillfoldError).context['reason'] === 'no_account'
}
