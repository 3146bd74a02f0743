/** Adapter for EVM wallets in the web page (EIP-1193). Bundled with the finder. */
import type { ConnectedAccount } from '../account.ts'
import type { WalletAdapter } from '../adapter.ts'
import type { WalletRequest } from '../wallet-request.ts'
import type { WalletAccounts } from '../wallet-accounts.ts'
import type { Connector } from '../connector.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import type { Network } from '../../core/chains/networks.ts'
import { pageClock } from '../../base/page-clock.ts'
import { withTimeout } from '../../core/base/wait.ts'
import { countAsked } from '../asked-wallets.ts'
import { READ_LIMIT } from '../wallet-polling.ts'
import {
  askWallet,
  type Eip1193Provider,
  listenToWallet,
  type RequestArguments,
  toMarked,
} from './eip1193.ts'
import type { ConnectorProvider } from './connector-provider.ts'
import { createProviderEvents } from './provider-events.ts'
import { toPermissions } from './parameters.ts'
import { getAccounts, type EvmPageProvider } from './page-provider.ts'
import { providerOf, readWallet, toWalletAccounts, type WalletReading } from './read-wallet.ts'
import { switchEvmNetwork } from './switch-network.ts'
import { toRpcError, toSwitchError } from './to-rpc-error.ts'
import { isUnsupported, toWalletError } from '../wallet-error.ts'
import { type WalletWatch, watchWallet } from './watch-wallet.ts'

export function createEvmAdapter(pageProvider: EvmPageProvider): WalletAdapter {
  const events = createProviderEvents(pageProvider)
  let stopMessages: (() => void) | undefined
  let active: Eip1193Provider | undefined
  let followed: WalletWatch | undefined

  /** Passes the wallet's `message` events on. All other events of the page's provider come from Billfold's state. */
  function setActive(account: ConnectedAccount | undefined): void {
    const provider = account && providerOf(account.connector)
    if (provider !== active) {
      stopMessages?.()
      stopMessages =
        provider && listenToWallet(provider, 'message', (message) => events.emit('message', message))
      active = provider
    }
    events.setTarget(
      account &&
        provider && {
          request: (args) => passOn(account.connector, args),
          accounts: listUsed(account),
          chainId: Number(account.caipNetworkId.split(':')[1]),
        },
      true,
    )
    // Without an account, the wallet is locked or disconnected. Wait for the end of this task to find out: only a
    // locked wallet is still watched.
    if (!account) queueMicrotask(() => active || followed || events.setTarget(undefined))
  }

  /**
   * Passes a page's request to the wallet. If the request may change accounts or network, reads the wallet again before
   * the page gets its answer: some wallets emit no event for such a change.
   */
  async function passOn(connector: Connector, args: RequestArguments): Promise<unknown> {
    const ask = () => providerOf(connector).request(toMarked(args))
    try {
      const answer = await (asksPerson(args) ? countAsked(connector, ask) : ask())
      // The sign-in site lists plain and smart accounts; give the page only those of the type in use.
      const isTooMuch = connector.type === 'AUTH' && PERMISSIONS.has(args.method)
      return isTooMuch ? toPermissions(getAccounts(pageProvider)) : answer
    } catch (error) {
      // If the wallet does not support EIP-2255, Billfold answers in its place.
      if (isUnsupported(error) && PERMISSIONS.has(args.method))
        return toPermissions(getAccounts(pageProvider))
      throw args.method === 'wallet_switchEthereumChain' ? toSwitchError(error) : toRpcError(error)
    } finally {
      if (followed && CHANGES.has(args.method)) await withTimeout(pageClock, READ_LIMIT, followed.poll())
    }
  }

  return {
    namespace: 'eip155',
    async connect(connector, { signal, onProgress }) {
      onProgress({ kind: 'asking' })
      const accounts = toWalletAccounts(await requestAccounts(connector, signal))
      if (accounts.length > 0) return accounts
      throw new BillfoldError('wallet_failed', `${connector.name} did not share an account.`, {
        context: { reason: 'no_account' },
      })
    },
    watchAccounts(connector, listener) {
      const watch = watchWallet(connector, (reading) => listener(toWalletAccounts(reading)))
      followed = watch
      return () => {
        watch.stop()
        if (followed === watch) followed = undefined
      }
    },
    switchNetwork,
    disconnect,
    loadCalls: () => import('./calls.ts').then(({ evmCalls }) => evmCalls),
    setActive,
  }
}

/**
 * The addresses that the page sees: accounts of one type only, since a person uses either the smart account or its
 * owner.
 */
function listUsed({ allAccounts, caipAddress }: ConnectedAccount): readonly string[] {
  const used = allAccounts.find((one) => one.caipAddress === caipAddress)
  return allAccounts.filter(({ purpose }) => purpose === used?.purpose).map(({ address }) => address)
}

/**
 * Requests the shared accounts. If the person changes them in the wallet meanwhile, the answer is outdated: read them
 * again.
 */
async function requestAccounts(connector: Connector, signal: AbortSignal): Promise<WalletReading> {
  let hasChanged = false
  const stops = ['accountsChanged', 'chainChanged'].map((event) =>
    listenToWallet(providerOf(connector), event, () => (hasChanged = true)),
  )
  const stop = () => stops.forEach((each) => each())
  // Stop listening on abort: the abandoned request may stay open in the wallet for ever.
  signal.addEventListener('abort', stop)
  try {
    const answer = await readWallet(connector, 'eth_requestAccounts')
    if (!hasChanged) return answer
    const latest = await withTimeout(
      pageClock,
      READ_LIMIT,
      readWallet(connector).catch(() => undefined),
    )
    return latest?.caipNetworkId ? latest : answer
  } finally {
    stop()
  }
}

/**
 * Whether the wallet shows this request to the person, so that the wallet is counted as asked. Other requests are not
 * counted: they show nothing, and some are never answered.
 */
const asksPerson = ({ method }: RequestArguments) => SHOWS.test(method)

const SHOWS =
  /^(?:personal_sign|eth_(?:sign\w*|sendTransaction|decrypt|getEncryptionPublicKey)|wallet_(?:sendCalls|showCallsStatus|connect|request\w+|grantPermissions|(?:switch|add)EthereumChain|watchAsset))$/

const PERMISSIONS = new Set(['wallet_getPermissions', 'wallet_requestPermissions'])

/** Methods with which a page may change the accounts or the network. */
const CHANGES = new Set([
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_requestPermissions',
  'wallet_revokePermissions',
])

async function switchNetwork(
  connector: Connector,
  network: Network,
  request: WalletRequest,
): Promise<WalletAccounts[]> {
  try {
    await switchEvmNetwork(providerOf(connector), network, request)
  } catch (error) {
    throw toWalletError(error, connector.name)
  }
  const reading = await withTimeout(pageClock, READ_LIMIT, readWallet(connector))
  if (reading) return toWalletAccounts(reading)
  throw new BillfoldError('wallet_failed', `${connector.name} did not say which network it is on.`, {
    context: { reason: 'unclear' },
  })
}

/** Revokes the page's permission. Many wallets cannot do that; their errors are ignored. @throws wallet_declined */
async function disconnect(connector: Connector): Promise<void> {
  try {
    if (connector.type === 'EXTERNAL') await (connector.provider as ConnectorProvider).leave()
    else await askWallet(providerOf(connector), 'wallet_revokePermissions', [{ eth_accounts: {} }])
  } catch (error) {
    const walletError = toWalletError(error, connector.name)
    if (walletError.code === 'wallet_declined') throw walletError
  }
}
