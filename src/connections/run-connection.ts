/**
 * Runs the state machine of one namespace: watches the wallet, sends requests to it, stores the session, and updates
 * the provider.
 */
import { batch, type ReadonlySignal, signal } from '@preact/signals-core'
import type { CaipAddress, Namespace } from '../core/chains/caip.ts'
import { isSameOwner } from '../core/chains/caip.ts'
import type { Network } from '../core/chains/networks.ts'
import type { ConnectedAccount } from '../wallets/account.ts'
import { createAccountChoice } from './account-choice.ts'
import type { WalletAdapter } from '../wallets/adapter.ts'
import type { WalletAccount, WalletAccounts } from '../wallets/wallet-accounts.ts'
import {
  type Base,
  type Connection,
  type ConnectionEvent,
  DISCONNECTED,
  getFollowed,
  reduceConnection,
} from './connection.ts'
import type { Connector } from '../wallets/connector.ts'
import { createNetworkSwitch } from './network-switch.ts'
import { createOwnSession } from './own-session.ts'
import type { Session, Sessions } from './session.ts'
import { toAccount } from './to-account.ts'
import { createRequestId } from '../base/request-id.ts'
import type { ConnectRequest } from '../wallets/wallet-request.ts'
import { createWalletRequests } from './wallet-requests.ts'

export interface RunningConnection {
  readonly state: ReadonlySignal<Connection>
  /** Starts again from the stored session. */
  restore(): void
  /** Sets the wallets that were found. */
  list(connectors: readonly Connector[]): void
  /**
   * Asks a wallet for its accounts. Never rejects: the outcome is in `state`.
   * @param network default: the page's first network of this namespace
   */
  connect(connector: Connector, network?: Network): Promise<void>
  /** Connects to a wallet that has shared `accounts`, of any namespaces, after a request. */
  take(connector: Connector, accounts: readonly WalletAccounts[]): void
  /** Applies a changed preferred account type. */
  prefer(): void
  /** Uses another account that the wallet shares, until the wallet itself switches its account. */
  choose(caipAddress: CaipAddress): void
  /**
   * Asks the wallet to switch the network.
   * @throws wallet_missing, wallet_declined, wallet_busy, wallet_failed, aborted
   */
  switchNetwork(network: Network): Promise<void>
  cancelAttempt(): void
  cancelSwitch(): void
  /** Disconnects and forgets the accounts. Returns the wallet, which does not know yet that its connection has ended. */
  end(): Connector | undefined
  /** Stops watching and requesting. The stored session stays. */
  stop(): void
}

export interface RunOptions {
  namespace: Namespace
  adapterOf(connector: Connector): WalletAdapter
  /** The namespace's own adapter, which has the page's provider. */
  adapter: WalletAdapter
  networks: readonly Network[]
  allowUnsupportedChain?: boolean | undefined
  /** The preferred account type. */
  getType(): WalletAccount['purpose'] | undefined
  sessions: Sessions
  /** Called with the accounts, of any namespaces, that a wallet shares after a request. `wanted`: the requested namespace. */
  onAccounts(connector: Connector, accounts: readonly WalletAccounts[], wanted: Namespace | undefined): void
  /** Called when a wallet shares no usable account in this namespace after a request. */
  onLeftOut(namespace: Namespace): void
  onForget(account: CaipAddress): void
  /** Called when the wallet has ended the connection of this namespace. */
  onEnded(connector: Connector, name: string): void
  /** Whether another namespace is connected by the same wallet. */
  isUsedByOtherNamespace(connector: Connector): boolean
}

/**
 * How long a reload waits for the wallet of a stored session, before the account is shown as disconnected.
 * Milliseconds.
 */
const RESTORE_LIMIT = 5_000

export function runConnection(options: RunOptions): RunningConnection {
  const { namespace, adapter, adapterOf, networks, onLeftOut } = options
  const state = signal(DISCONNECTED)
  const requests = createWalletRequests(send)
  const session = createOwnSession(options.sessions, namespace)
  const choice = createAccountChoice(namespace)
  const switchNetwork = createNetworkSwitch({ state, send, requests, adapterOf, onAccounts })
  let connectors: readonly Connector[] = []
  let unfollow: (() => void) | undefined
  /**
   * Set if the wallet ends its old connection while it is being connected again. `byPage`: this page ended that
   * connection.
   */
  let undecided: { byPage: boolean } | undefined
  const wait = createPatience(() => send({ type: 'late' }))

  function send(event: ConnectionEvent): void {
    const before = state.peek()
    const after = reduceConnection(before, event)
    if (after === before) return
    const account = getConnected(after)
    const isOther = account !== getConnected(before)
    // Batch the updates, so that subscribers see one complete change.
    batch(() => {
      if (account && isOther) session.update(account, choice.getOver(account.caipAddress))
      state.value = after
      if (isOther) adapter.setActive(account)
      requests.keep([after.attempt?.id, after.switching?.id])
      wait(after)
      if (event.type === 'approved' || getFollowed(before)?.provider !== getFollowed(after)?.provider)
        follow()
    })
  }

  function follow(): void {
    unfollow?.()
    const connector = getFollowed(state.peek())
    unfollow =
      connector &&
      adapterOf(connector).watchAccounts(
        connector,
        (accounts) => onAccounts(connector, accounts),
        session.stored?.caipNetworkId,
        (byPage) => onEnd(connector, byPage),
        session.stored?.over ?? session.stored?.accounts[0],
      )
  }

  /** Handles a report of the watched wallet. First checks the session, which another tab may have ended or replaced. */
  function onAccounts(connector: Connector, accounts: readonly WalletAccounts[]): void {
    if (!session.isStored()) return restore()
    choice.onAccounts(accounts)
    send({ type: 'shared', connector, account: read(connector, accounts) })
  }

  function onEnd(connector: Connector, byPage: boolean): void {
    if (!session.isStored()) return onAccounts(connector, [])
    const { attempt } = state.peek()
    // A wallet that is being connected again may first end its old connection. Wait for the outcome of the request.
    const isAsked = attempt?.status === 'waiting' && attempt.connector.provider === connector.provider
    undecided = isAsked ? { byPage } : undefined
    if (isAsked) onAccounts(connector, [])
    else leave(connector, byPage)
  }

  /** Ends the connection. A connection request to another wallet continues. */
  function leave(connector: Connector, byPage: boolean): void {
    const { name } = getConnected(state.peek())?.connector ?? session.stored ?? connector
    end('left', byPage ? undefined : 'wallet')
    if (!byPage) options.onEnded(connector, name)
  }

  function read(connector: Connector, accounts: readonly WalletAccounts[]): ConnectedAccount | undefined {
    return toAccount(connector, accounts, namespace, {
      ...options,
      type: options.getType(),
      chosen: choice.current,
    })
  }

  function restore(): void {
    const followed = unfollow
    const left = getConnected(state.peek())
    const leaving = session.isLeft() ? getFollowed(state.peek()) : undefined
    const stored = session.adopt()
    choice.adopt(stored)
    send({ type: 'restored', session: stored })
    send({ type: 'listed', connectors })
    // Watch the wallet again: until this tab adopted the stored session, `onAccounts` dropped the wallet's reports.
    if (followed && followed === unfollow) follow()
    // The tab that ended the session may not know the account to which this tab has switched: forget it here.
    const isLeft = left && !getConnected(state.peek())
    if (isLeft && !isOf(stored, left)) options.onForget(left.caipAddress)
    if (leaving && !stored) options.onEnded(leaving, (left?.connector ?? leaving).name)
  }

  async function connect(
    connector: Connector,
    network = networks.find(({ chainNamespace }) => chainNamespace === namespace),
  ): Promise<void> {
    const running = state.peek().attempt
    // The wallet already has this request, and would refuse a second one.
    if (running?.status === 'waiting' && running.connector.provider === connector.provider) return
    const id = createRequestId()
    send({ type: 'asked', attempt: { id, connector, startedAt: Date.now(), status: 'waiting' } })
    try {
      const accounts = await requests.run(id, (request) =>
        adapterOf(connector).connect(connector, { ...request, ...toWish(network), onLeftOut }),
      )
      options.onAccounts(connector, accounts, network?.chainNamespace)
      // The wallet may have shared only accounts of other namespaces: end the request of this namespace too.
      send({ type: 'cancelled', id })
    } catch {
      // The outcome is in `attempt`.
    }
    const followed = getFollowed(state.peek())
    if (undecided && followed && !getConnected(state.peek())) leave(followed, undecided.byPage)
    undecided = undefined
  }

  /** Connects the wallet. If another wallet was connected, that one is disconnected. */
  function take(connector: Connector, accounts: readonly WalletAccounts[]): void {
    const { base } = state.peek()
    if (!choice.begin(accounts)) return
    const account = read(connector, accounts)
    if (!account) return
    const { stored } = session
    const left = base.status === 'connected' ? base.connector : undefined
    const isOther = left ? left.provider !== connector.provider : stored?.restoreKey !== connector.restoreKey
    // Keep the data of an account that the new wallet shares too: both may be connectors of one wallet.
    const known = getKnown(stored, base)
    const forgotten = isOther ? known.filter((one) => !isSameOwner(one, account.caipAddress)) : []
    session.replace(account, isOther ? undefined : stored)
    send({ type: 'approved', connector, account })
    for (const caipAddress of forgotten) options.onForget(caipAddress)
    // Do not wait for the previous wallet's answer. Do not tell the wallet if it still serves another namespace.
    const isLeft = base.status === 'connected' && forgotten.includes(base.account.caipAddress)
    if (left && isLeft && !options.isUsedByOtherNamespace(left))
      adapterOf(left)
        .disconnect(left)
        .catch(() => {})
  }

  function end(type: 'ended' | 'left' = 'ended', by?: 'wallet'): Connector | undefined {
    const followed = getFollowed(state.peek())
    const known = getKnown(session.stored, state.peek().base)
    send({ type })
    session.end(by)
    for (const caipAddress of known) options.onForget(caipAddress)
    // Also return a wallet that is locked or still being restored: it has a permission to revoke.
    return followed
  }

  return {
    state,
    restore,
    list(listed) {
      connectors = listed
      send({ type: 'listed', connectors })
    },
    connect,
    take,
    prefer() {
      const { base } = state.peek()
      if (base.status === 'connected') onAccounts(base.connector, choice.reported)
    },
    choose(caipAddress) {
      const { base } = state.peek()
      if (base.status === 'connected' && choice.choose(caipAddress))
        onAccounts(base.connector, choice.reported)
    },
    switchNetwork,
    cancelAttempt: () => send({ type: 'cancelled', id: state.peek().attempt?.id }),
    cancelSwitch: () => send({ type: 'cancelled', id: state.peek().switching?.id }),
    end: () => end(),
    stop: () => send({ type: 'ended' }),
  }
}

function getConnected({ base }: Connection): ConnectedAccount | undefined {
  return base.status === 'connected' ? base.account : undefined
}

/** All accounts of the connection, including those in the stored session, which another tab may have written. */
function getKnown(stored: Session | undefined, base: Base): CaipAddress[] {
  const known = new Set(stored?.accounts)
  if (base.status === 'connected') known.add(base.account.caipAddress)
  return [...known]
}

function isOf(stored: Session | undefined, { caipAddress }: ConnectedAccount): boolean {
  return stored?.accounts.some((known) => isSameOwner(known, caipAddress)) ?? false
}

function toWish(network: Network | undefined): Pick<ConnectRequest, 'caipNetworkId'> {
  return { caipNetworkId: network?.caipNetworkId }
}

/** Calls `onLate` when restoring a session takes longer than `RESTORE_LIMIT`. */
function createPatience(onLate: () => void): (connection: Connection) => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  return ({ base }) => {
    const isWaiting = base.status === 'restoring' && !base.late
    if (isWaiting) timer ??= setTimeout(onLate, RESTORE_LIMIT)
    else {
      clearTimeout(timer)
      timer = undefined
    }
  }
}
