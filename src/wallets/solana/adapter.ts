/**
 * Adapter for Solana wallets in the web page (Wallet Standard), loaded when a person chooses one. Such a wallet has no
 * current network, since each request names one: Billfold chooses one of the page's networks that the account supports.
 */
import type { WalletAdapter } from '../adapter.ts'
import type { Connector } from '../connector.ts'
import type { WalletAccounts } from '../wallet-accounts.ts'
import { type CaipNetworkId, formatCaipAddress } from '../../core/chains/caip.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import type { Network } from '../../core/chains/networks.ts'
import { createNetworkChoice } from '../standard/network-choice.ts'
import { readSolanaAccounts, type SolanaAccount } from './read-accounts.ts'
import { solanaMainnet, toSolanaChain } from './networks.ts'
import type { SolanaPageProvider } from './page-provider.ts'
import { createSolanaTarget } from './target.ts'
import { askFeature, getFeature, walletOf } from '../standard/standard-wallet.ts'
import { toWalletError } from '../wallet-error.ts'
import { watchStandardWallet } from '../standard/watch-standard-wallet.ts'

export function createSolanaAdapter(
  pageProvider: SolanaPageProvider,
  networks: readonly Network[],
): WalletAdapter {
  const { getNetworkIds, choose, getOrder } = createNetworkChoice(
    'solana',
    networks,
    `solana:${solanaMainnet.id}`,
  )

  /** @throws wallet_bad_account, wallet_bad_network */
  function readAccounts(connector: Connector): WalletAccounts[] {
    const accounts = readSolanaAccounts(walletOf(connector))
    if (!accounts) throw badAccount(connector)
    if (accounts.length === 0) return []
    const approved = getNetworkIds().filter((id) => accounts.some((account) => serves(account, id)))
    for (const caipNetworkId of getOrder(connector)) {
      const [active, ...others] = accounts.filter((account) => serves(account, caipNetworkId))
      if (!active) continue
      const toAccount = ({ address }: SolanaAccount) => toWalletAccount(caipNetworkId, address)
      return [{ caipNetworkId, accounts: [toAccount(active), ...others.map(toAccount)], approved }]
    }
    throw badNetwork(connector)
  }

  /** The accounts that the wallet shares. Empty if they cannot be read. */
  function readOrNone(connector: Connector): WalletAccounts[] {
    try {
      return readAccounts(connector)
    } catch {
      return []
    }
  }

  return {
    namespace: 'solana',
    async connect(connector, { onProgress, caipNetworkId, signal }) {
      onProgress({ kind: 'asking' })
      try {
        await askFeature(connector, 'standard:connect', {})
      } catch (error) {
        throw toWalletError(error, connector.name, `Declined in ${connector.name}. Nothing was shared.`)
      }
      // If the person has cancelled the request meanwhile, keep the network that is shown.
      if (!signal.aborted) choose(connector, caipNetworkId)
      const accounts = readAccounts(connector)
      if (accounts.length > 0) return accounts
      throw new BillfoldError('wallet_failed', `${connector.name} did not share an account.`, {
        context: { reason: 'no_account' },
      })
    },
    watchAccounts(connector, listener, caipNetworkId) {
      choose(connector, caipNetworkId)
      return watchStandardWallet(connector, () => listener(readOrNone(connector)))
    },
    async switchNetwork(connector, { caipNetworkId, name }) {
      const accounts = readSolanaAccounts(walletOf(connector))
      if (!accounts?.some((account) => serves(account, caipNetworkId)))
        throw new BillfoldError('wallet_failed', `${connector.name} does not support ${name}.`, {
          context: { reason: 'unserved' },
        })
      choose(connector, caipNetworkId)
      return readAccounts(connector)
    },
    disconnect,
    loadCalls: () => import('./calls.ts').then(({ solanaCalls }) => solanaCalls),
    setActive: createSolanaTarget(pageProvider, getNetworkIds),
  }
}

function serves({ chains }: SolanaAccount, caipNetworkId: CaipNetworkId): boolean {
  return chains.includes(toSolanaChain(caipNetworkId))
}

function toWalletAccount(caipNetworkId: CaipNetworkId, address: string): WalletAccounts['accounts'][0] {
  return { caipAddress: formatCaipAddress(caipNetworkId, address), address, purpose: 'eoa' }
}

/** Revokes the page's permission. Does nothing if the wallet cannot revoke it; many wallets cannot. */
async function disconnect(connector: Connector): Promise<void> {
  const leave = getFeature(walletOf(connector), 'standard:disconnect')
  try {
    await leave?.()
  } catch (error) {
    throw toWalletError(error, connector.name)
  }
}

function badAccount({ name }: Connector): BillfoldError {
  return new BillfoldError(
    'wallet_bad_account',
    `Wallet returned invalid account: ${name} returned an invalid Solana address. Try again or use another wallet.`,
  )
}

function badNetwork({ name }: Connector): BillfoldError {
  return new BillfoldError(
    'wallet_bad_network',
    `${name} has no account on this page’s Solana networks. Choose another account there, or another wallet.`,
  )
}
