/**
 * The wallet of a WalletConnect session as one object, with EIP-1193 and the Wallet Standard features of Solana and
 * Bitcoin, so that adapters use it like any other wallet. Its accounts come from the session; only requests that need
 * an approval go to the wallet.
 */
import type { AdapterContext } from '../adapter.ts'
import type { WalletStandardAccount } from '../providers.ts'
import { fromBase58 } from '../../core/chains/byte-text.ts'
import { type CaipAddress, type CaipNetworkId, getNamespace, type Namespace } from '../../core/chains/caip.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import type { WalletConnectEvent, WalletConnectSession } from '../../core/contract/walletconnect.ts'
import { findBitcoinNetwork } from '../bitcoin/find-network.ts'
import { toHexId } from '../evm/page-provider.ts'
import { toWalletAnswer } from '../evm/to-rpc-error.ts'
import { toSolanaChain } from '../solana/networks.ts'
import { createBitcoinFeatures } from './bitcoin-features.ts'
import { createSessionRequest, getApproved, readEvmState } from './evm-request.ts'
import { forgetOpened, openForRequest } from './opened-wallet.ts'
import { putUsedFirst, readChain, readUsed, toAddress, type UsedAddresses } from './session-event.ts'
import type { SessionParts } from './session-parts.ts'
import { createSolanaFeatures } from './solana-features.ts'

export interface SessionWallet {
  /** Whether there is a session. */
  isThere(): boolean
  /** Id of the last session, if it was ended by this page and not by the wallet. */
  endedId: string | undefined
  /** Sets the session. Undefined: the session has ended. */
  learn(session: WalletConnectSession | undefined): void
  /** Sets a newly approved session, and forgets which accounts were in use before. */
  begin(session: WalletConnectSession): void
  onEvent(event: WalletConnectEvent): void
  /** Sets the network that the page uses in the network's namespace. The wallet must have approved it. */
  choose(caipNetworkId: CaipNetworkId | undefined): void
  /** Sets the account that was in use before the web page was loaded. The wallet's own reports take precedence. */
  recall(caipAddress: CaipAddress | undefined): void
  /**
   * Calls `listener` when the wallet switches the network. On EVM, the provider emits `chainChanged` first. Returns a
   * stop function.
   */
  onMove(listener: (caipNetworkId: CaipNetworkId) => void): () => void
  /** The approved eip155 networks, as `getApproved` returns them. */
  getApproved(): readonly CaipNetworkId[] | undefined
  /** Ends the session, on this web page at once, then tells the wallet. */
  end(): Promise<void>
}

const known = new WeakMap<object, SessionWallet>()

/** Wraps a provider as a wallet; returns the same wallet for the same provider. */
export function toSessionWallet(
  provider: object,
  context: Pick<AdapterContext, 'call' | 'networks'>,
): SessionWallet {
  const found = known.get(provider)
  if (found) return found
  const made = createSessionWallet(provider, context)
  known.set(provider, made)
  return made
}

type Listener = (value: never) => void

function createSessionWallet(
  provider: object,
  { call, networks }: Pick<AdapterContext, 'call' | 'networks'>,
): SessionWallet {
  /** The session from the worker. `session` is a copy that has the accounts in use first. */
  let given: WalletConnectSession | undefined
  let session: WalletConnectSession | undefined
  let accounts: readonly WalletStandardAccount[] = []
  let used: UsedAddresses = {}
  /** The EVM network that the page uses. */
  let chosen: CaipNetworkId | undefined
  /** Networks that the wallet switched to before it shared an account there; at most one per namespace. */
  let awaited: readonly CaipNetworkId[] = []
  let listeners: readonly (readonly [event: string, listener: Listener])[] = []

  function listen(event: string, listener: Listener): () => void {
    const entry = [event, listener] as const
    listeners = [...listeners, entry]
    return () => (listeners = listeners.filter((one) => one !== entry))
  }

  function emit(event: string, value: unknown): void {
    for (const [name, listener] of listeners) if (name === event) listener(value as never)
  }

  const getEvm = () => readEvmState(session, { chosen, networks })

  /** Runs `run`, then emits the values that it has changed. */
  function change(run: () => void): void {
    const before = getEvm()
    run()
    const after = getEvm()
    if (after.chainId !== before.chainId) emit('chainChanged', after.chainId && toHexId(after.chainId))
    if (String(after.addresses) !== String(before.addresses)) emit('accountsChanged', after.addresses)
  }

  function put(next: WalletConnectSession | undefined): void {
    if (next && next.id !== wallet.endedId) wallet.endedId = undefined
    given = next
    arrange()
  }

  function arrange(): void {
    change(() => {
      session = given && putUsedFirst(given, used)
      accounts = session ? toAccounts(session) : []
    })
    emit('change', { accounts })
    for (const id of awaited) move(id)
  }

  /** Switches to the wallet's network, at once or as soon as the wallet shares an account there. */
  function move(id: CaipNetworkId): void {
    awaited = awaited.filter((one) => getNamespace(one) !== getNamespace(id))
    const shared = session?.namespaces[getNamespace(id)]?.accounts
    if (!shared?.some((account) => account.startsWith(`${id}:`))) return void (awaited = [...awaited, id])
    wallet.choose(id)
    emit('move', id)
  }

  const parts: SessionParts = {
    getSession: () => session ?? ended(),
    async ask(caipNetworkId, method, params) {
      const { id } = parts.getSession()
      // Throw the wallet's own code and message in every namespace, as an installed wallet does.
      const answer = call('walletConnectRequest', { id, caipNetworkId, method, params }).catch(
        (error: unknown) => {
          throw toWalletAnswer(error)
        },
      )
      // The wallet answers these methods without an approval, so its app need not be opened.
      if (!method.startsWith('wallet_get')) openForRequest(id)
      return answer
    },
    askNode: (caipNetworkId, method, params) => call('askNode', { caipNetworkId, method, params }),
  }

  function forget(): void {
    used = {}
    awaited = []
  }

  const wallet: SessionWallet = {
    endedId: undefined,
    isThere: () => session !== undefined,
    learn(next) {
      if (JSON.stringify(next) === JSON.stringify(given)) return
      // The session has ended: later requests must not open its wallet.
      if (!next) forgetOpened()
      if (given && next?.id !== given.id) forget()
      put(next)
    },
    begin(next) {
      forget()
      put(next)
    },
    onEvent(event) {
      if (event.name === 'chainChanged') move(readChain(event))
      if (event.name !== 'accountsChanged' && event.name !== 'bip122_addressesChanged') return
      used = readUsed(used, event)
      arrange()
    },
    choose(id) {
      if (!id) return
      awaited = awaited.filter((one) => getNamespace(one) !== getNamespace(id))
      if (getNamespace(id) === 'eip155') change(() => (chosen = id))
    },
    recall(caipAddress) {
      const namespace = caipAddress && getNamespace(caipAddress)
      // An account that the wallet has already reported is newer.
      if (!namespace || used[namespace]) return
      used = { ...used, [namespace]: [toAddress(caipAddress)] }
      if (given) arrange()
    },
    onMove: (listener) => listen('move', listener),
    getApproved: () => getApproved(session, networks),
    async end() {
      const left = session
      wallet.endedId = left?.id ?? wallet.endedId
      wallet.learn(undefined)
      forgetOpened()
      if (left) await call('walletConnectEnd', { id: left.id })
    },
  }

  const request = createSessionRequest({
    ...parts,
    findSession: () => session,
    getEvm,
    choose: wallet.choose,
    end: wallet.end,
    listen,
  })
  const standard = {
    'standard:connect': { version: '1.0.0', connect: async () => ({ accounts }) },
    'standard:disconnect': { version: '1.0.0', disconnect: wallet.end },
    'standard:events': { version: '1.0.0', on: listen },
    'bitcoin:connect': { version: '1.0.0', connect: async () => ({ accounts }) },
  }
  const features = { ...createSolanaFeatures(parts, call), ...createBitcoinFeatures(parts) }

  Object.defineProperties(provider, {
    request: { value: request },
    on: { value: listen },
    removeListener: {
      value: (event: string, listener: Listener) =>
        (listeners = listeners.filter(([name, known]) => name !== event || known !== listener)),
    },
    version: { value: '1.0.0' },
    name: { get: () => session?.peer.name },
    icon: { get: () => session?.peer.iconUrl },
    accounts: { get: () => accounts },
    chains: { get: () => [...new Set(accounts.flatMap(({ chains }) => chains))] },
    features: {
      get() {
        const approved = new Set<string>(accounts.flatMap((account) => account.features))
        const own = Object.entries(features).filter(([name]) => approved.has(name))
        return { ...standard, ...Object.fromEntries(own) }
      },
    },
  })
  return wallet
}

/** Wallet Standard features by the WalletConnect method that they need. */
const featuresOf: Readonly<Record<string, readonly `${string}:${string}`[]>> = {
  solana_signMessage: ['solana:signMessage'],
  solana_signTransaction: ['solana:signTransaction'],
  solana_signAndSendTransaction: ['solana:signAndSendTransaction'],
  signMessage: ['bitcoin:signMessage'],
  signPsbt: ['bitcoin:signTransaction', 'bitcoin:signAndSendTransaction'],
}

/** The accounts of all namespaces except EVM, with their networks as chains of the Wallet Standard. */
function toAccounts({ namespaces }: WalletConnectSession): WalletStandardAccount[] {
  return (['solana', 'bip122', 'polkadot', 'cosmos'] as const).flatMap((namespace) => {
    const { accounts = [], methods = [] } = namespaces[namespace] ?? {}
    const features = methods.flatMap((method) => featuresOf[method] ?? [])
    const addresses = new Set(accounts.map((account) => account.slice(account.lastIndexOf(':') + 1)))
    return [...addresses].map((address) => ({
      address,
      publicKey: (namespace === 'solana' && fromBase58(address.slice(0, 64))) || new Uint8Array(),
      chains: accounts
        .filter((account) => account.endsWith(`:${address}`))
        .flatMap((account) => toChain(namespace, account) ?? []),
      features,
    }))
  })
}

/** The chain of an account in the Wallet Standard. Undefined for an unknown network. */
function toChain(namespace: Namespace, account: string): `${string}:${string}` | undefined {
  const caipNetworkId = account.slice(0, account.lastIndexOf(':')) as CaipNetworkId
  if (namespace === 'solana') return toSolanaChain(caipNetworkId)
  // The standard has no chain names for the other namespaces: use CAIP-2 ids.
  if (namespace !== 'bip122') return caipNetworkId
  const network = findBitcoinNetwork(caipNetworkId)
  return network && `bitcoin:${network.word}`
}

function ended(): never {
  throw new BillfoldError('session_ended', 'The WalletConnect session has ended. Connect again.', {
    context: { isAsked: false },
  })
}
