/** Does for one namespace what its state says: follows the wallet, asks it, stores the session, tells the provider. */
import { batch, type ReadonlySignal, signal } from '@preact/signals-core'
import type { CaipAddress, Namespace } from '../core/caip.ts'
import { isSameOwner } from '../core/caip.ts'
import { BillfoldError, hasCode, toErrorRecord } from '../core/errors.ts'
import type { Network } from '../core/networks.ts'
import type { ConnectedAccount } from './account.ts'
import type { WalletAdapter } from './adapter.ts'
import type { WalletRequest } from './wallet-request.ts'
import type { WalletShare } from './wallet-share.ts'
import {
  type Connection,
  type ConnectionEvent,
  DISCONNECTED,
  getFollowed,
  reduceConnection,
} from './connection.ts'
import type { Connector } from './connector.ts'
import { createSessionId, type Session, type Sessions } from './session.ts'

export interface RunningConnection {
  readonly state: ReadonlySignal<Connection>
  /** Starts over from what is stored. */
  restore(): void
  /** These wallets are on the page. */
  list(connectors: readonly Connector[]): void
  /** Never rejects: the outcome stands in the state. */
  connect(connector: Connector): Promise<void>
  /** The wallet has shared this account, here or with another namespace that it serves as well. */
  take(connector: Connector, account: ConnectedAccount): void
  /** @throws wallet_missing, wallet_declined, wallet_busy, wallet_failed, aborted */
  switchNetwork(network: Network): Promise<void>
  cancelAttempt(): void
  cancelSwitch(): void
  /** Ends it here and forgets its accounts. Gives the wallet that has still to be told. */
  end(): Connector | undefined
  /** The page has no more use for it; what is stored stays. */
  stop(): void
}

export interface RunOptions {
  namespace: Namespace
  adapterOf(connector: Connector): WalletAdapter
  /** Of this namespace: gives out the provider. */
  adapter: WalletAdapter
  networks: readonly Network[]
  allowUnsupportedChain?: boolean | undefined
  sessions: Sessions
  /** A wallet that a person was asked for shares these, in whatever namespaces. */
  onShares(connector: Connector, shares: readonly WalletShare[]): void
  onForget(account: CaipAddress): void
}

/** How long a reload waits for a wallet before it shows that nobody is connected. Milliseconds. */
const RESTORE_LIMIT = 5_000

let lastId = 0

export function runConnection(options: RunOptions): RunningConnection {
  const { namespace, adapter, adapterOf, networks, sessions } = options
  const state = signal(DISCONNECTED)
  /** Of requests that are under way, by their id. */
  const controllers = new Map<number, AbortController>()
  /** Of the session that this connection stands for. */
  let sessionId: string | undefined
  let connectors: readonly Connector[] = []
  let unfollow: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function send(event: ConnectionEvent): void {
    const before = state.peek()
    const after = reduceConnection(before, event)
    if (after === before) return
    const account = getConnected(after)
    const isOther = account !== getConnected(before)
    // Who hears of the change finds all of it done.
    batch(() => {
      const session = sessions.get(namespace)
      if (session && account && isOther) sessions.replace(toSession(session.id, account, session))
      state.value = after
      if (isOther) adapter.setActive(account)
      for (const [id, controller] of controllers)
        if (id !== after.attempt?.id && id !== after.switching?.id) controller.abort()
      wait(after)
      if (event.type === 'approved' || getFollowed(before)?.provider !== getFollowed(after)?.provider)
        follow()
    })
  }

  function wait({ base }: Connection): void {
    const isWaiting = base.status === 'restoring' && !base.late
    if (isWaiting) timer ??= setTimeout(() => send({ type: 'late' }), RESTORE_LIMIT)
    else {
      clearTimeout(timer)
      timer = undefined
    }
  }

  function follow(): void {
    unfollow?.()
    const connector = getFollowed(state.peek())
    unfollow = connector && adapterOf(connector).watchShares(connector, (shares) => hear(connector, shares))
  }

  /** Another tab may have ended the connection, or made another one, before this one was told of it. */
  function hear(connector: Connector, shares: readonly WalletShare[]): void {
    if (sessions.get(namespace)?.id !== sessionId) return restore()
    send({ type: 'shared', connector, account: toAccount(connector, shares, namespace, options) })
  }

  function restore(): void {
    const followed = unfollow
    const left = getConnected(state.peek())
    const session = sessions.get(namespace)
    sessionId = session?.id
    send({ type: 'restored', session })
    send({ type: 'listed', connectors })
    // What the wallet that is still followed has said meanwhile may not have been heard.
    if (followed && followed === unfollow) follow()
    // Who ended it elsewhere may not have known of the account that this tab came to last.
    const isLeft = left && !getConnected(state.peek())
    if (isLeft && !session?.accounts.some((known) => isSameOwner(known, left.caipAddress)))
      options.onForget(left.caipAddress)
  }

  /** Runs a request until it is answered or nobody waits for it any more. */
  async function ask<T>(id: number, request: (request: WalletRequest) => Promise<T>): Promise<T> {
    const controller = new AbortController()
    const { signal: aborted } = controller
    controllers.set(id, controller)
    try {
      return await Promise.race([
        request({ signal: aborted, onProgress: (progress) => send({ type: 'progressed', id, progress }) }),
        new Promise<never>((_, reject) =>
          aborted.addEventListener('abort', () =>
            reject(new BillfoldError('aborted', 'Nobody waits for the wallet any more.')),
          ),
        ),
      ])
    } catch (error) {
      send({ type: 'refused', id, status: toStatus(error), error: toErrorRecord(error) })
      throw error
    } finally {
      controllers.delete(id)
    }
  }

  async function connect(connector: Connector): Promise<void> {
    const running = state.peek().attempt
    // The same request is already with the wallet: a second one would only be refused.
    if (running?.status === 'waiting' && running.connector.provider === connector.provider) return
    const id = ++lastId
    const { caipNetworkId } = networks.find(({ chainNamespace }) => chainNamespace === namespace) ?? {}
    send({ type: 'asked', attempt: { id, connector, startedAt: Date.now(), status: 'waiting' } })
    try {
      const shares = await ask(id, (request) =>
        adapterOf(connector).connect(connector, { ...request, caipNetworkId }),
      )
      options.onShares(connector, shares)
      // It may have shared accounts of other namespaces only.
      send({ type: 'cancelled', id })
    } catch {
      // The attempt says how it ended.
    }
  }

  /** The wallet takes the place of another one, which is left as by a disconnect. */
  function take(connector: Connector, account: ConnectedAccount): void {
    const { base } = state.peek()
    const session = sessions.get(namespace)
    const left = base.status === 'connected' ? base.connector : undefined
    const isOther = left ? left.provider !== connector.provider : session?.restoreKey !== connector.restoreKey
    // One wallet can be found through two doors: the account that it shares again is not left.
    const forgotten = isOther ? getKnown().filter((known) => !isSameOwner(known, account.caipAddress)) : []
    const ended = [sessionId, session?.id]
    sessionId = createSessionId()
    // Before the end of the other one: a tab that follows the same wallet goes on with this one.
    sessions.putFirst(toSession(sessionId, account, isOther ? undefined : session))
    sessions.end(ended)
    send({ type: 'approved', connector, account })
    for (const caipAddress of forgotten) options.onForget(caipAddress)
    // Nobody waits for what the wallet that was left says to it.
    if (left && base.status === 'connected' && forgotten.includes(base.account.caipAddress))
      adapterOf(left)
        .disconnect(left)
        .catch(() => {})
  }

  /** Who asks for the same network again waits for the same answer: the wallet would refuse a second request. */
  function switchNetwork(network: Network): Promise<void> {
    const { switching } = state.peek()
    const isAsked =
      switching?.status === 'waiting' && switching.network.caipNetworkId === network.caipNetworkId
    if (!isAsked || !going) going = askForNetwork(network)
    return going
  }
  let going: Promise<void> | undefined

  async function askForNetwork(network: Network): Promise<void> {
    const { base } = state.peek()
    if (base.status !== 'connected')
      throw new BillfoldError('wallet_missing', `No wallet is connected that could go to ${network.name}.`)
    const { connector } = base
    const id = ++lastId
    send({ type: 'switchAsked', switching: { id, network, startedAt: Date.now(), status: 'waiting' } })
    try {
      await ask(id, async (request) => {
        const shares = await adapterOf(connector).switchNetwork(connector, network, request)
        if (!request.signal.aborted) hear(connector, shares)
        if (!shares.some(({ caipNetworkId }) => caipNetworkId === network.caipNetworkId))
          throw new BillfoldError('wallet_failed', `${connector.name} did not go to ${network.name}.`)
      })
    } catch (error) {
      // A person may have gone there by hand meanwhile.
      const { base: now } = state.peek()
      if (now.status !== 'connected' || now.account.caipNetworkId !== network.caipNetworkId) throw error
    }
  }

  /** All accounts of the connection. Another tab may have stored other ones than this tab shows. */
  function getKnown(): CaipAddress[] {
    const { base } = state.peek()
    const known = new Set(sessions.get(namespace)?.accounts)
    if (base.status === 'connected') known.add(base.account.caipAddress)
    return [...known]
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
    switchNetwork,
    cancelAttempt: () => send({ type: 'cancelled', id: state.peek().attempt?.id }),
    cancelSwitch: () => send({ type: 'cancelled', id: state.peek().switching?.id }),
    end() {
      const followed = getFollowed(state.peek())
      const known = getKnown()
      send({ type: 'ended' })
      // Another tab may have stored one in place of this tab's.
      sessions.end([sessionId, sessions.get(namespace)?.id])
      for (const caipAddress of known) options.onForget(caipAddress)
      // Also one that is locked, or still being restored, has given this site a permission.
      return followed
    },
    stop: () => send({ type: 'ended' }),
  }
}

function getConnected({ base }: Connection): ConnectedAccount | undefined {
  return base.status === 'connected' ? base.account : undefined
}

function toStatus(error: unknown): 'declined' | 'busy' | 'failed' {
  if (hasCode(error, 'wallet_declined')) return 'declined'
  return hasCode(error, 'wallet_busy') ? 'busy' : 'failed'
}

/** What a wallet shares in one namespace, as people are shown it. */
export function toAccount(
  connector: Connector,
  shares: readonly WalletShare[],
  namespace: Namespace,
  page: Pick<RunOptions, 'networks' | 'allowUnsupportedChain'>,
): ConnectedAccount | undefined {
  const share = shares.find(({ caipNetworkId }) => caipNetworkId.startsWith(`${namespace}:`))
  if (!share) return undefined
  const { caipNetworkId, accounts } = share
  const { caipAddress, address } = accounts[0]
  const network = page.networks.find((one) => one.caipNetworkId === caipNetworkId)
  return {
    status: 'connected',
    connector,
    caipAddress,
    address,
    caipNetworkId,
    network,
    ...(network || page.allowUnsupportedChain ? {} : { unsupported: true }),
    allAccounts: accounts,
  }
}

/** More than anybody uses with one page; what is kept must have an end. */
const MAX_ACCOUNTS = 32

function toSession(
  id: string,
  { connector, caipAddress, caipNetworkId }: ConnectedAccount,
  before: Session | undefined,
): Session {
  const isSameWallet = before?.restoreKey === connector.restoreKey
  const others = isSameWallet ? before.accounts.filter((known) => !isSameOwner(known, caipAddress)) : []
  return {
    id,
    namespace: caipAddress.split(':')[0] as Namespace,
    restoreKey: connector.restoreKey,
    name: connector.name,
    caipNetworkId,
    accounts: [caipAddress, ...others.slice(0, MAX_ACCOUNTS - 1)],
  }
}
