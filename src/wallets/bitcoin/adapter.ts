/**
 * Adapter for Bitcoin wallets in the web page, loaded when a person chooses one. A Wallet Standard wallet has no
 * current network: Billfold chooses one of the page's networks. An injected wallet has a current network and reports
 * it.
 */
import type { ConnectedAccount } from '../account.ts'
import type { AdapterContext, WalletAdapter } from '../adapter.ts'
import { countAsked } from '../asked-wallets.ts'
import type { Connector } from '../connector.ts'
import type { WalletAccount, WalletAccounts } from '../wallet-accounts.ts'
import { type CaipNetworkId, formatCaipAddress } from '../../core/chains/caip.ts'
import { BillfoldError, throwCodeMissing } from '../../core/base/errors.ts'
import { bitcoinMainnet } from './networks.ts'
import { findBitcoinNetwork } from './find-network.ts'
import type { BitcoinPageProvider } from './page-provider.ts'
import { pageClock } from '../../base/page-clock.ts'
import { withTimeout } from '../../core/base/wait.ts'
import { READ_LIMIT } from '../wallet-polling.ts'
import { askInjected, askToSwitch, getInjected, isInjected } from './injected.ts'
import { createNetworkChoice } from '../standard/network-choice.ts'
import {
  badNetwork,
  type BitcoinAccount,
  type BitcoinReading,
  readInjectedAccounts,
  readStandardAccounts,
} from './read-accounts.ts'
import { askFeature, getFeature, walletOf } from '../standard/standard-wallet.ts'
import { toWalletError } from '../wallet-error.ts'
import { watchInjectedBitcoin } from './watch-injected.ts'
import { watchStandardWallet } from '../standard/watch-standard-wallet.ts'

export function createBitcoinAdapter(
  pageProvider: BitcoinPageProvider,
  { networks, call }: Pick<AdapterContext, 'networks' | 'call'>,
): WalletAdapter {
  const { choose, getOrder, getNetworkIds } = createNetworkChoice(
    'bip122',
    networks,
    `bip122:${bitcoinMainnet.id}`,
  )

  /** @throws wallet_bad_network */
  function toWalletAccounts(
    connector: Connector,
    { accounts, caipNetworkId }: BitcoinReading,
  ): WalletAccounts[] {
    if (caipNetworkId) return [toNetworkAccounts(caipNetworkId, accounts)].flatMap((found) => found ?? [])
    if (accounts.length === 0) return []
    for (const id of getOrder(connector)) {
      const found = toNetworkAccounts(id, accounts)
      if (found)
        return [{ ...found, approved: getNetworkIds().filter((one) => toNetworkAccounts(one, accounts)) }]
    }
    throw badNetwork(connector)
  }

  /** The accounts that the wallet shares. @throws wallet_bad_account, wallet_bad_network, wallet_failed */
  async function readAccounts(connector: Connector): Promise<WalletAccounts[]> {
    if (!isInjected(connector)) return toWalletAccounts(connector, readStandardAccounts(connector))
    const reading = await withTimeout(pageClock, READ_LIMIT, readInjectedAccounts(connector)).catch(
      (error: unknown) => {
        throw toWalletError(error, connector.name)
      },
    )
    if (reading) return toWalletAccounts(connector, reading)
    throw new BillfoldError('wallet_failed', `${connector.name} did not say which accounts it shares.`, {
      context: { reason: 'unclear' },
    })
  }

  /** The accounts that the wallet shares. Empty if they cannot be read. */
  function readOrNone(connector: Connector, read: () => BitcoinReading): WalletAccounts[] {
    try {
      return toWalletAccounts(connector, read())
    } catch {
      return []
    }
  }

  /** The account that is connected now. A request may have begun with an earlier account. */
  let active: ConnectedAccount | undefined

  const loadCalls = () => import('./calls.ts').then(({ createBitcoinCalls }) => createBitcoinCalls(call))

  return {
    namespace: 'bip122',
    async connect(connector, { onProgress, caipNetworkId, signal }) {
      onProgress({ kind: 'asking' })
      try {
        if (isInjected(connector)) await askInjected(connector, 'requestAccounts')
        else await askFeature(connector, 'bitcoin:connect', { purposes: ['payment', 'ordinals'] })
      } catch (error) {
        throw toWalletError(
          error,
          connector.name,
          `Declined in ${connector.name}. Nothing was shared.`,
          'bip122',
        )
      }
      // If the person has cancelled the request meanwhile, keep the network that is shown.
      if (!signal.aborted) choose(connector, caipNetworkId)
      const accounts = await readAccounts(connector)
      if (accounts.length > 0) return accounts
      throw new BillfoldError('wallet_failed', `${connector.name} did not share an account.`, {
        context: { reason: 'no_account' },
      })
    },
    watchAccounts(connector, listener, caipNetworkId) {
      choose(connector, caipNetworkId)
      const notify = (read: () => BitcoinReading) => listener(readOrNone(connector, read))
      return isInjected(connector)
        ? watchInjectedBitcoin(connector, (reading) => notify(() => reading))
        : watchStandardWallet(connector, () => notify(() => readStandardAccounts(connector)))
    },
    async switchNetwork(connector, { caipNetworkId, name }) {
      const network = findBitcoinNetwork(caipNetworkId)
      const serves = ({ networks: own }: BitcoinAccount) => own.includes(caipNetworkId)
      if (!network || (!isInjected(connector) && !readStandardAccounts(connector).accounts.some(serves)))
        throw new BillfoldError('wallet_failed', `${connector.name} does not support ${name}.`, {
          context: { reason: 'unserved' },
        })
      if (isInjected(connector)) await goTo(connector, network)
      else choose(connector, caipNetworkId)
      return readAccounts(connector)
    },
    disconnect,
    loadCalls,
    setActive(account) {
      active = account
      pageProvider.target =
        account &&
        (async (method, request) => {
          const isActive = () =>
            active?.caipAddress === account.caipAddress && active.connector === account.connector
          const calls = await loadCalls().catch(throwCodeMissing)
          return countAsked(account.connector, () => calls.provide(account, method, request, isActive))
        })
    },
  }
}

/**
 * The accounts on a network, payment accounts first. Undefined if there are none. The standard does not say what an
 * account is for: of several accounts, the taproot ones are for ordinals; a wallet with only taproot accounts pays with
 * them.
 */
function toNetworkAccounts(
  caipNetworkId: CaipNetworkId,
  accounts: readonly BitcoinAccount[],
): WalletAccounts | undefined {
  const own = accounts.filter(({ networks }) => networks.includes(caipNetworkId))
  const isForOrdinals = ({ kind }: BitcoinAccount) =>
    kind === 'taproot' && own.some((other) => other.kind !== 'taproot')
  const toAccount = (account: BitcoinAccount): WalletAccount => ({
    caipAddress: formatCaipAddress(caipNetworkId, account.address),
    address: account.address,
    purpose: isForOrdinals(account) ? 'ordinals' : 'payment',
  })
  const [active, ...others] = [
    ...own.filter((account) => !isForOrdinals(account)),
    ...own.filter((account) => isForOrdinals(account)),
  ]
  return active && { caipNetworkId, accounts: [toAccount(active), ...others.map(toAccount)] }
}

async function goTo(connector: Connector, network: Parameters<typeof askToSwitch>[1]): Promise<void> {
  try {
    await askToSwitch(connector, network)
  } catch (error) {
    throw toWalletError(error, connector.name)
  }
}

/** Revokes the page's permission. Does nothing if the wallet cannot revoke it; many wallets cannot. */
async function disconnect(connector: Connector): Promise<void> {
  const wallet = walletOf(connector)
  const leave = isInjected(connector)
    ? getInjected(connector, 'disconnect')
    : (getFeature(wallet, 'standard:disconnect') ?? getFeature(wallet, 'bitcoin:disconnect'))
  try {
    await leave?.()
  } catch (error) {
    throw toWalletError(error, connector.name)
  }
}
