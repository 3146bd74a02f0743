/**
 * Adapter for a namespace that Billfold supports only over WalletConnect. It reads which accounts the session shares on
 * the page's networks, and sends no requests.
 */
import type { WalletAdapter } from '../adapter.ts'
import type { Connector } from '../connector.ts'
import type { WalletAccounts } from '../wallet-accounts.ts'
import { formatCaipAddress } from '../../core/chains/caip.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import type { Network } from '../../core/chains/networks.ts'
import { createNetworkChoice } from '../standard/network-choice.ts'
import { getFeature, walletOf } from '../standard/standard-wallet.ts'
import { watchStandardWallet } from '../standard/watch-standard-wallet.ts'

/**
 * Address formats by namespace.
 * @see https://docs.polkadot.com/polkadot-protocol/parachain-basics/accounts/
 * @see https://docs.cosmos.network/main/learn/beginner/accounts
 */
const addresses = {
  polkadot: /^[1-9A-HJ-NP-Za-km-z]{46,50}$/,
  cosmos: /^[a-z][a-z0-9]{0,40}1[02-9ac-hj-np-z]{38,64}$/,
} as const

export function createWalletConnectOnlyAdapter(
  namespace: keyof typeof addresses,
  networks: readonly Network[],
): WalletAdapter {
  const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  const { choose, getOrder, getNetworkIds } = createNetworkChoice(namespace, own, `${namespace}:`)

  /** @throws wallet_bad_account, wallet_bad_network */
  function readAccounts(connector: Connector): WalletAccounts[] {
    const shared = walletOf(connector).accounts.filter(({ chains }) =>
      chains.some((chain) => chain.startsWith(`${namespace}:`)),
    )
    if (shared.length === 0) return []
    if (!shared.every(({ address }) => addresses[namespace].test(address))) throw badAccount(connector)
    const approved = getNetworkIds().filter((id) => shared.some(({ chains }) => chains.includes(id)))
    for (const caipNetworkId of getOrder(connector)) {
      const [first, ...others] = shared.filter(({ chains }) => chains.includes(caipNetworkId))
      const toAccount = ({ address }: { address: string }) =>
        ({ caipAddress: formatCaipAddress(caipNetworkId, address), address, purpose: 'eoa' }) as const
      if (first) return [{ caipNetworkId, accounts: [toAccount(first), ...others.map(toAccount)], approved }]
    }
    throw new BillfoldError('wallet_bad_network', `${connector.name} supports none of this page’s networks.`)
  }

  /** The accounts that the session shares. Empty if they cannot be read. */
  function readOrNone(connector: Connector): WalletAccounts[] {
    try {
      return readAccounts(connector)
    } catch {
      return []
    }
  }

  return {
    namespace,
    async connect(connector, { caipNetworkId, signal }) {
      if (!signal.aborted) choose(connector, caipNetworkId)
      return readAccounts(connector)
    },
    watchAccounts(connector, listener, caipNetworkId) {
      choose(connector, caipNetworkId)
      return watchStandardWallet(connector, () => listener(readOrNone(connector)))
    },
    async switchNetwork(connector, { caipNetworkId, name }) {
      const isServed = walletOf(connector).accounts.some(({ chains }) => chains.includes(caipNetworkId))
      if (!isServed)
        throw new BillfoldError('wallet_failed', `${connector.name} does not support ${name}.`, {
          context: { reason: 'unserved' },
        })
      choose(connector, caipNetworkId)
      return readAccounts(connector)
    },
    disconnect: async (connector) => void (await getFeature(walletOf(connector), 'standard:disconnect')?.()),
    // There is no provider to update in these namespaces.
    setActive() {},
  }
}

function badAccount({ name }: Connector): BillfoldError {
  return new BillfoldError(
    'wallet_bad_account',
    `Wallet returned invalid account: ${name} returned an invalid address. Try again or use another wallet.`,
  )
}
