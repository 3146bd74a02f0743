/** Wallets of EVM chains that live in this page and speak EIP-1193. Loaded with the first need of a wallet. */
import type { ConnectedAccount } from '../connections/account.ts'
import type { WalletAdapter } from '../connections/adapter.ts'
import type { WalletRequest } from '../connections/wallet-request.ts'
import type { WalletAccount, WalletShare } from '../connections/wallet-share.ts'
import type { Connector } from '../connections/connector.ts'
import { BillfoldError, hasCode } from '../core/errors.ts'
import type { Network } from '../core/networks.ts'
import { askWallet, type Eip1193Provider, listenToWallet, toWalletError } from './eip1193.ts'
import { createWalletFinder } from './eip6963.ts'
import { createProviderEvents } from './provider-events.ts'
import type { ProviderRelay } from './provider-relay.ts'
import { switchEvmNetwork } from './switch-evm-network.ts'

export function createEvmAdapter(relay: ProviderRelay): WalletAdapter {
  const events = createProviderEvents(relay)
  const finder = createWalletFinder()
  let stopMessages: (() => void) | undefined
  let active: Eip1193Provider | undefined

  /** Messages are the wallet's own: they are passed on. All other events are Billfold's. */
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
          request: async (args) => provider.request(args),
          accounts: account.allAccounts.map(({ address }) => address),
          chainId: Number(account.caipNetworkId.split(':')[1]),
        },
    )
  }

  return {
    namespace: 'eip155',
    watchConnectors: finder.watch,
    findConnectors: finder.find,
    async connect(connector, { onProgress }) {
      onProgress({ kind: 'asking' })
      const shares = await readShares(connector, 'eth_requestAccounts')
      if (shares.length > 0) return shares
      throw new BillfoldError(
        'wallet_failed',
        `${connector.name} shared no account. Unlock it and choose one.`,
      )
    },
    watchShares,
    switchNetwork,
    disconnect,
    setActive,
  }
}

async function readShares(
  connector: Connector,
  method: 'eth_accounts' | 'eth_requestAccounts',
): Promise<WalletShare[]> {
  const provider = providerOf(connector)
  try {
    const addresses = toAddresses(await askWallet(provider, method), connector)
    const [first, ...others] = addresses
    if (!first) return []
    const caipNetworkId = toNetworkId(await askWallet(provider, 'eth_chainId'), connector)
    const toAccount = (address: string) => toWalletAccount(caipNetworkId, address)
    return [{ caipNetworkId, accounts: [toAccount(first), ...others.map(toAccount)] }]
  } catch (error) {
    throw error instanceof BillfoldError ? error : toWalletError(error, connector.name)
  }
}

/** EVM addresses are case-blind; one account has one key. */
function toWalletAccount(caipNetworkId: `eip155:${string}`, address: string): WalletAccount {
  return { caipAddress: `${caipNetworkId}:${address.toLowerCase()}`, address, purpose: 'eoa' }
}

/** Pauses before a wallet that did not answer is asked again; the last one is repeated. Milliseconds. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const

/** Follows the wallet's own events; many in one frame count as the last of them (F13). */
function watchShares(connector: Connector, listener: (shares: readonly WalletShare[]) => void): () => void {
  const provider = providerOf(connector)
  let unschedule: (() => void) | undefined
  let retryTimer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let stopped = false
  let reads = 0

  async function read(): Promise<void> {
    unschedule = undefined
    clearTimeout(retryTimer)
    if (stopped) return
    const mine = ++reads
    const isLast = () => !stopped && !unschedule && mine === reads
    try {
      const shares = await readShares(connector, 'eth_accounts')
      if (!isLast()) return
      failures = 0
      listener(shares)
    } catch (error) {
      if (!isLast()) return
      if (endsSharing(error)) return listener([])
      // A wallet that does not answer right now is still the same wallet, but what it shares may be another.
      retryTimer = setTimeout(read, PAUSES[Math.min(failures, PAUSES.length - 1)])
      failures += 1
    }
  }
  function schedule(): void {
    if (unschedule) return
    const run = () => {
      unschedule?.()
      void read()
    }
    // A hidden page gets no frames, and a page may be hidden while it waits for one.
    const frame = document.hidden ? undefined : requestAnimationFrame(run)
    const timer = setTimeout(run, document.hidden ? 16 : 50)
    unschedule = () => {
      clearTimeout(timer)
      if (frame !== undefined) cancelAnimationFrame(frame)
    }
  }

  const stops = ['accountsChanged', 'chainChanged', 'connect'].map((event) =>
    listenToWallet(provider, event, schedule),
  )
  // After the events are heard: what changes from now on is noticed, and what changed before is in the answer.
  void read()
  return () => {
    stopped = true
    unschedule?.()
    clearTimeout(retryTimer)
    for (const stop of stops) stop()
  }
}

/** Junk ends the connection, and so does a wallet's own word that nothing is shared any more (EIP-1193: 4100). */
function endsSharing(error: unknown): boolean {
  if (hasCode(error, 'wallet_bad_account') || hasCode(error, 'wallet_bad_network')) return true
  return hasCode(error, 'wallet_failed') && (error as BillfoldError).context['code'] === 4100
}

async function switchNetwork(
  connector: Connector,
  network: Network,
  request: WalletRequest,
): Promise<WalletShare[]> {
  try {
    await switchEvmNetwork(providerOf(connector), network, request)
  } catch (error) {
    throw error instanceof BillfoldError ? error : toWalletError(error, connector.name)
  }
  return readShares(connector, 'eth_accounts')
}

/** Takes the permission back where the wallet knows how; many do not, and then nothing is left to do. */
async function disconnect(connector: Connector): Promise<void> {
  try {
    await askWallet(providerOf(connector), 'wallet_revokePermissions', [{ eth_accounts: {} }])
  } catch (error) {
    const walletError = toWalletError(error, connector.name)
    if (walletError.code === 'wallet_declined') throw walletError
  }
}

function providerOf(connector: Connector): Eip1193Provider {
  return connector.provider as Eip1193Provider
}

function toAddresses(answer: unknown, connector: Connector): string[] {
  // A copy: an array may be anything, and give something else when it is read again.
  const addresses = Array.isArray(answer) ? [...(answer as unknown[])] : undefined
  if (addresses?.every(isAddress)) return addresses
  throw new BillfoldError(
    'wallet_bad_account',
    `Wallet returned invalid account: ${connector.name} gave something that is not an address on an EVM network. Try again or use another wallet.`,
  )
}

function toNetworkId(answer: unknown, connector: Connector): `eip155:${string}` {
  // The standard says hex text; some wallets give a number.
  const id = typeof answer === 'string' && /^0x[0-9a-f]{1,13}$/i.test(answer) ? Number(answer) : answer
  if (typeof id === 'number' && Number.isSafeInteger(id) && id > 0) return `eip155:${id}`
  throw new BillfoldError(
    'wallet_bad_network',
    `${connector.name} gave something that is not the id of an EVM network. Choose a network there and try again.`,
  )
}

function isAddress(value: unknown): value is string {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)
}
