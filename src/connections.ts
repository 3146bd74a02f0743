/**
 * The wallet of this page: found, asked, followed, restored after a reload, and let go.
 *
 *   disconnected ─ connect ─▶ connecting ─ shared ─▶ connected ─ disconnect ─▶ disconnected
 *        ▲                        │ declined, failed, cancelled                  │
 *        └────────────────────────┴───────────────────────────────────────────────┘
 *   page load with a session ─▶ connecting (restoring) ─▶ connected, or disconnected until the wallet shows up
 *
 * Who is connected stays so while another wallet is asked, and is replaced by it only when it shares an account.
 */
import { type Signal, signal } from '@preact/signals-core'
import type { WalletAccounts, WalletAdapter } from './adapter.ts'
import type { Connector } from './connector.ts'
import { type AccountId, formatAccountId, isSameOwner } from './core/caip.ts'
import { BillfoldError, hasCode, toErrorRecord } from './core/errors.ts'
import type { Network } from './core/networks.ts'
import type { Session, Sessions } from './session.ts'
import type { AccountState, Attempt, Readable } from './shell.ts'

export interface Connections {
  readonly connectors: Readable<readonly Connector[]>
  readonly attempt: Readable<Attempt | undefined>
  connect(connector: Connector): Promise<void>
  cancelAttempt(): void
  /** Local state first, always; then the wallet (T18). @throws what the wallet answered. */
  disconnect(): Promise<void>
  stop(): void
}

export interface ConnectionsOptions {
  /** Where the state is written. */
  account: Signal<AccountState>
  adapters: readonly WalletAdapter[]
  networks: readonly Network[]
  sessions: Sessions
  onConnected(): void
  /** The connection ended on a person's wish, or was replaced: what is kept of the account must go. */
  onForget(account: AccountId): void
}

/** How long a reload waits for a wallet before it shows that nobody is connected. Milliseconds. */
const RESTORE_LIMIT = 5_000
/** How long a disconnect waits for the wallet's own word. Milliseconds. */
const WALLET_LIMIT = 5_000

export function createConnections(options: ConnectionsOptions): Connections {
  const { account, adapters, networks, sessions } = options
  const connectors = signal<readonly Connector[]>([])
  const attempt = signal<Attempt | undefined>(undefined)
  /** Grows when a connection ends or is replaced, so that what was asked for it finds nobody who waits. */
  let epoch = 0
  /** Follows the wallet that is connected, or one that may come back (a locked wallet shares nothing). */
  let unfollow: (() => void) | undefined
  let restoring: Session | undefined
  let restoreTimer: ReturnType<typeof setTimeout> | undefined

  /** The state while no wallet is connected. */
  function getWithout(): AccountState {
    if (attempt.peek()?.status === 'waiting') return { status: 'connecting', restoring: false }
    return restoreTimer === undefined ? { status: 'disconnected' } : { status: 'connecting', restoring: true }
  }

  function showWithout(): void {
    if (account.peek().status !== 'connected') account.value = getWithout()
  }

  function adapterOf(connector: Connector): WalletAdapter {
    const adapter = adapters.find(({ namespace }) => namespace === connector.chain)
    if (adapter) return adapter
    throw new BillfoldError(
      'adapter_missing',
      `Chain adapter not found: pass an adapter for ${connector.chain}.`,
    )
  }

  async function connect(connector: Connector): Promise<void> {
    const mine: Attempt = { connector, startedAt: Date.now(), status: 'waiting' }
    attempt.value = mine
    showWithout()
    try {
      const accounts = await adapterOf(connector).connect(connector)
      if (attempt.peek() !== mine) return
      replace(connector, accounts)
      attempt.value = undefined
      options.onConnected()
    } catch (error) {
      if (attempt.peek() !== mine) return
      const status = hasCode(error, 'wallet_declined')
        ? 'declined'
        : hasCode(error, 'wallet_busy')
          ? 'busy'
          : 'failed'
      attempt.value = { connector, startedAt: Date.now(), status, error: toErrorRecord(error) }
      showWithout()
    }
  }

  function cancelAttempt(): void {
    attempt.value = undefined
    showWithout()
  }

  /** The wallet takes the place of another one, which is left as by a disconnect. */
  function replace(connector: Connector, accounts: WalletAccounts): void {
    const before = account.peek()
    const session = sessions.get()
    const wasConnected = before.status === 'connected'
    const isOther = wasConnected
      ? before.connector.provider !== connector.provider
      : session?.rdns !== rdnsOf(connector)
    const next = toAccountId(toSession(connector, accounts))
    // One wallet can be found through two doors: the account that it shares again is not left.
    const left = isOther ? getKnown(before, session).filter((known) => !isSameOwner(known, next)) : []
    leave()
    for (const accountId of left) options.onForget(accountId)
    if (wasConnected) adapterOf(before.connector).setActive(undefined)
    establish(connector, accounts)
    // Nobody waits for what the wallet that was left says to it.
    if (wasConnected && left.includes(before.accountId))
      adapterOf(before.connector)
        .disconnect(before.connector)
        .catch(() => {})
  }

  function establish(connector: Connector, accounts: WalletAccounts): void {
    const session = toSession(connector, accounts)
    const { address, chainId } = session
    sessions.set(session)
    const adapter = adapterOf(connector)
    adapter.setActive(connector)
    account.value = {
      status: 'connected',
      connector,
      accountId: toAccountId(session),
      address,
      chainId,
      network: networks.find(({ caipNetworkId }) => caipNetworkId === chainId),
      allAccounts: accounts.addresses,
    }
    follow(connector)
  }

  function follow(connector: Connector): void {
    unfollow?.()
    const mine = epoch
    unfollow = adapterOf(connector).watchAccounts(connector, (accounts) => {
      if (mine !== epoch) return
      if (accounts) establish(connector, accounts)
      // Locked or revoked, nobody can tell which: nothing is removed, and an unlocked wallet comes back by itself.
      else release()
    })
  }

  /** Nobody is connected any more, as far as this page can see. */
  function release(): void {
    const state = account.peek()
    if (state.status === 'connected') adapterOf(state.connector).setActive(undefined)
    account.value = getWithout()
  }

  async function disconnect(): Promise<void> {
    const state = account.peek()
    const known = getKnown(state, sessions.get())
    end()
    sessions.remove()
    for (const accountId of known) options.onForget(accountId)
    if (state.status !== 'connected') return
    // A wallet that never answers has nothing to add: locally the connection has ended.
    const patience = new Promise<void>((resolve) => setTimeout(resolve, WALLET_LIMIT))
    await Promise.race([adapterOf(state.connector).disconnect(state.connector), patience])
  }

  function end(): void {
    attempt.value = undefined
    leave()
    release()
  }

  /** Hears nothing more of the wallet that was connected, restored or waited for. */
  function leave(): void {
    epoch += 1
    stopRestoring()
    unfollow?.()
    unfollow = undefined
  }

  function startRestoring(): void {
    stopRestoring()
    restoring = sessions.get()
    if (restoring) {
      restoreTimer = setTimeout(() => {
        restoreTimer = undefined
        showWithout()
      }, RESTORE_LIMIT)
    }
    showWithout()
    void tryRestore()
  }

  function stopRestoring(): void {
    restoring = undefined
    clearTimeout(restoreTimer)
    restoreTimer = undefined
  }

  /** Runs after each announcement: an extension may show up late. */
  async function tryRestore(): Promise<void> {
    const session = restoring
    if (!session) return
    const candidates = connectors.peek().filter((connector) => rdnsOf(connector) === session.rdns)
    // Two wallets claim the same rdns: a person decides (F11).
    if (candidates.length > 1) {
      stopRestoring()
      return showWithout()
    }
    const [connector] = candidates
    if (!connector) return
    restoring = undefined
    const mine = epoch
    const accounts = await adapterOf(connector)
      .reconnect(connector)
      .catch(() => undefined)
    if (mine !== epoch) return
    stopRestoring()
    if (accounts) return establish(connector, accounts)
    showWithout()
    follow(connector)
  }

  /** Another tab connected, changed the wallet or disconnected. What a person is just asking for here goes on. */
  function onSessionsChange(): void {
    const session = sessions.get()
    const state = account.peek()
    if (state.status === 'connected' && session?.rdns === rdnsOf(state.connector)) return
    leave()
    release()
    startRestoring()
  }

  const found = new Map<WalletAdapter, readonly Connector[]>()
  const stops = adapters.map((adapter) =>
    adapter.watchConnectors((list) => {
      found.set(adapter, list)
      connectors.value = [...found.values()].flat()
      void tryRestore()
    }),
  )
  stops.push(sessions.watch(onSessionsChange))
  startRestoring()

  return {
    connectors,
    attempt,
    connect,
    cancelAttempt,
    disconnect,
    stop() {
      end()
      for (const stop of stops) stop()
    },
  }
}

function rdnsOf(connector: Connector): string {
  return connector.info?.rdns ?? connector.id
}

function toSession(connector: Connector, { addresses: [address], chainId }: WalletAccounts): Session {
  return { namespace: connector.chain, rdns: rdnsOf(connector), name: connector.name, address, chainId }
}

/** All accounts of a connection. Another tab may have stored another one than this tab shows. */
function getKnown(state: AccountState, session: Session | undefined): AccountId[] {
  const known = new Set<AccountId>()
  if (session) known.add(toAccountId(session))
  if (state.status === 'connected') known.add(state.accountId)
  return [...known]
}

/** EVM addresses are case-blind; one account has one key. */
function toAccountId({ chainId, address, namespace }: Session): AccountId {
  return formatAccountId(chainId, namespace === 'eip155' ? address.toLowerCase() : address)
}
