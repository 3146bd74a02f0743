/**
 * The wallet of this page: found, asked, followed, restored after a reload, and let go.
 *
 *   disconnected ─ connect ─▶ connecting ─ shared ─▶ connected ─ disconnect ─▶ disconnected
 *        ▲                        │ declined, failed, cancelled                  │
 *        └────────────────────────┴───────────────────────────────────────────────┘
 *   page load with a session ─▶ connecting (restoring) ─▶ connected, or disconnected until the wallet shows up
 */
import { type Signal, signal } from '@preact/signals-core'
import type { WalletAccounts, WalletAdapter } from './adapter.ts'
import type { Connector } from './connector.ts'
import { type AccountId, formatAccountId } from './core/caip.ts'
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
  /** The connection ended on a person's wish, here or in another tab: what is kept of the account must go. */
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
  /** Grows with each attempt, so that a late answer finds that nobody waits for it. */
  let epoch = 0
  /** Follows the wallet that is connected, or one that may come back (a locked wallet shares nothing). */
  let unfollow: (() => void) | undefined
  let restoring: Session | undefined
  let restoreTimer: ReturnType<typeof setTimeout> | undefined

  function adapterOf(connector: Connector): WalletAdapter {
    const adapter = adapters.find(({ namespace }) => namespace === connector.chain)
    if (adapter) return adapter
    throw new BillfoldError(
      'adapter_missing',
      `Chain adapter not found: pass an adapter for ${connector.chain}.`,
    )
  }

  async function connect(connector: Connector): Promise<void> {
    const mine = ++epoch
    stopRestoring()
    attempt.value = { connector, startedAt: Date.now(), status: 'waiting' }
    account.value = { status: 'connecting', restoring: false }
    try {
      const accounts = await adapterOf(connector).connect(connector)
      if (mine !== epoch) return
      attempt.value = undefined
      establish(connector, accounts)
      options.onConnected()
    } catch (error) {
      if (mine !== epoch) return
      account.value = { status: 'disconnected' }
      const status = hasCode(error, 'wallet_declined')
        ? 'declined'
        : hasCode(error, 'wallet_busy')
          ? 'busy'
          : 'failed'
      attempt.value = { connector, startedAt: Date.now(), status, error: toErrorRecord(error) }
    }
  }

  function cancelAttempt(): void {
    attempt.value = undefined
    // Too late: the wallet was faster and is followed already.
    if (account.peek().status === 'connected') return
    epoch += 1
    if (account.peek().status === 'connecting') account.value = { status: 'disconnected' }
  }

  function establish(connector: Connector, accounts: WalletAccounts): void {
    const [address] = accounts.addresses
    const { chainId } = accounts
    const session: Session = {
      namespace: connector.chain,
      rdns: rdnsOf(connector),
      name: connector.name,
      address,
      chainId,
    }
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
    account.value = { status: 'disconnected' }
  }

  async function disconnect(): Promise<void> {
    const state = account.peek()
    const session = sessions.get()
    end()
    sessions.remove()
    // Another tab may have stored another account than this one shows.
    const known = new Set<AccountId>()
    if (session) known.add(toAccountId(session))
    if (state.status === 'connected') known.add(state.accountId)
    for (const accountId of known) options.onForget(accountId)
    if (state.status !== 'connected') return
    // A wallet that never answers has nothing to add: locally the connection has ended.
    const patience = new Promise<void>((resolve) => setTimeout(resolve, WALLET_LIMIT))
    await Promise.race([adapterOf(state.connector).disconnect(state.connector), patience])
  }

  function end(): void {
    epoch += 1
    stopRestoring()
    unfollow?.()
    unfollow = undefined
    attempt.value = undefined
    release()
  }

  function startRestoring(): void {
    restoring = sessions.get()
    if (!restoring) {
      account.value = { status: 'disconnected' }
      return
    }
    account.value = { status: 'connecting', restoring: true }
    restoreTimer = setTimeout(() => {
      if (account.peek().status === 'connecting') account.value = { status: 'disconnected' }
    }, RESTORE_LIMIT)
    void tryRestore()
  }

  function stopRestoring(): void {
    restoring = undefined
    clearTimeout(restoreTimer)
  }

  /** Runs after each announcement: an extension may show up late. */
  async function tryRestore(): Promise<void> {
    const session = restoring
    if (!session) return
    const candidates = connectors.peek().filter((connector) => rdnsOf(connector) === session.rdns)
    // Two wallets claim the same rdns: a person decides (F11).
    if (candidates.length > 1) {
      stopRestoring()
      account.value = { status: 'disconnected' }
      return
    }
    const [connector] = candidates
    if (!connector) return
    restoring = undefined
    const mine = epoch
    const accounts = await adapterOf(connector)
      .reconnect(connector)
      .catch(() => undefined)
    if (mine !== epoch) return
    clearTimeout(restoreTimer)
    if (accounts) return establish(connector, accounts)
    account.value = { status: 'disconnected' }
    follow(connector)
  }

  /** Another tab connected or disconnected. */
  function onSessionsChange(): void {
    const state = account.peek()
    if (sessions.get()) {
      if (state.status !== 'disconnected') return
      startRestoring()
    } else if (state.status === 'connecting') {
      // A wallet that a person is just asking is a newer wish than what ended elsewhere.
      if (state.restoring) end()
    } else if (unfollow || restoring) {
      end()
    }
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

/** EVM addresses are case-blind; one account has one key. */
function toAccountId({ chainId, address, namespace }: Session): AccountId {
  return formatAccountId(chainId, namespace === 'eip155' ? address.toLowerCase() : address)
}
