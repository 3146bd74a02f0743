/**
 * The connections of this page, at most one for each namespace. The one used last is active: its account is the account
 * of the page.
 */
import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import type { Readable } from '../base/readable.ts'
import { type CaipAddress, getNamespace, type Namespace } from '../core/chains/caip.ts'
import type { Network } from '../core/chains/networks.ts'
import type { PreferredTypes } from '../wallets/account-types.ts'
import type { Snacks } from '../base/snacks.ts'
import type { AccountState, Attempt, ConnectedAccount, NetworkSwitch } from '../wallets/account.ts'
import type { AdapterContext, WalletAdapter } from '../wallets/adapter.ts'
import type { WalletAccounts } from '../wallets/wallet-accounts.ts'
import { getAccountState, getFollowed } from './connection.ts'
import type { Connector } from '../wallets/connector.ts'
import { pickWay } from './group-wallets.ts'
import { createPendingDisconnects, type PendingDisconnect } from './pending-disconnects.ts'
import { type RunningConnection, runConnection } from './run-connection.ts'
import { missingAdapter } from './missing-adapter.ts'
import type { Sessions } from './session.ts'
import { createWalletAdapters } from './wallet-adapters.ts'

export interface Connections {
  /** Connection requests that are waiting or have failed, at most one for each namespace. */
  readonly attempts: Readable<readonly Attempt[]>
  /** The request to switch the network, if it is waiting or has failed. */
  readonly switching: Readable<NetworkSwitch | undefined>
  /** Stored sessions whose wallet is not connected now. */
  readonly remembered: Readable<readonly Remembered[]>
  /** The last disconnect. Its wallets may not have answered yet. */
  readonly pendingDisconnect: Readable<PendingDisconnect | undefined>
  /** The active namespace; undefined on a page without adapters. */
  readonly active: Readable<Namespace | undefined>
  /** All connected accounts, one for each namespace. */
  readonly accounts: Readable<readonly ConnectedAccount[]>
  /** The adapter of a namespace. @throws adapter_missing */
  getAdapter(namespace: Namespace): WalletAdapter
  /** The state of a namespace. @throws adapter_missing */
  getAccount(namespace: Namespace): AccountState
  /** Running requests of a namespace. @throws adapter_missing */
  getProgress(namespace: Namespace): Progress
  /** Makes a namespace active. @throws adapter_missing */
  setActive(namespace: Namespace): void
  /** Uses another account that the wallet shares. The wallet is not asked. @throws adapter_missing */
  chooseAccount(caipAddress: CaipAddress): void
  /**
   * Asks a wallet for its accounts. Never rejects: the outcome is in `attempts` and in the account.
   * @param network preferred network
   */
  connect(connector: Connector, network?: Network): Promise<void>
  /** Cancels the connection request. A later answer of the wallet is ignored. */
  cancelAttempt(namespace: Namespace): void
  /**
   * Switches the wallet of the network's namespace to the network, then makes that namespace active.
   * @throws adapter_missing, wallet_missing, wallet_declined, wallet_busy, wallet_failed, aborted
   */
  switchNetwork(network: Network): Promise<void>
  cancelSwitch(): void
  /**
   * Disconnects one namespace, or all: first on this page, then in the wallets (T18).
   * @throws disconnect_failed, which names each wallet that refused; also logged to the console
   */
  disconnect(namespace?: Namespace): Promise<void>
  stop(): void
}

/** Which requests are running in a namespace. */
export interface Progress {
  /** True while a wallet is being connected or disconnected. */
  loading: boolean
  /** True while the wallet is asked to switch the network, or while the namespace is becoming active. */
  switching: boolean
}

/**
 * A stored session whose wallet is gone or locked, or has revoked the page's permission. The account's data is still
 * stored.
 */
export interface Remembered {
  namespace: Namespace
  /** Name of the wallet. */
  name: string
  caipAddress: CaipAddress
}

export interface ConnectionsOptions {
  /** Signal that is set to the state of the active namespace. */
  account: Signal<AccountState>
  adapters: readonly WalletAdapter[]
  adapterContext: AdapterContext
  /** All wallets of this page, of all namespaces. */
  connectors: ReadonlySignal<readonly Connector[]>
  networks: readonly Network[]
  /** Whether networks that the page does not list are supported. Default: false. */
  allowUnsupportedChain?: boolean | undefined
  /** Preferred account types, by namespace. */
  types: PreferredTypes
  sessions: Sessions
  /** Whether the connector of a stored session no longer exists on this page. */
  isGone?(restoreKey: string): boolean
  onConnected(): void
  /** Called when the person has ended or replaced a connection: the account's stored data must be deleted. */
  onForget(account: CaipAddress): void
  /** Shows a message when a wallet has ended a connection. */
  snacks: Pick<Snacks, 'show'>
}

export function createConnections(options: ConnectionsOptions): Connections {
  const { account, adapters, connectors, networks, allowUnsupportedChain, types, sessions } = options
  const { getAdapter, adapterOf } = createWalletAdapters(adapters, options.adapterContext)
  const running = new Map<Namespace, RunningConnection>()
  /** Namespaces, the last used first. */
  const order = signal<readonly Namespace[]>([])

  for (const adapter of adapters) {
    const { namespace } = adapter
    const isUsedByOtherNamespace = ({ provider }: Connector) =>
      [...running].some(([other, { state }]) => other !== namespace && walletOf(state) === provider)
    const run = runConnection({
      namespace,
      adapter,
      adapterOf: (connector) => adapterOf(connector, namespace),
      networks,
      allowUnsupportedChain,
      getType: () => types.peek()[namespace],
      sessions,
      onAccounts: take,
      onLeftOut: (left) =>
        options.snacks.show({ variant: 'error', message: { code: 'left_out', namespace: left } }),
      onForget: options.onForget,
      onEnded(connector, wallet) {
        // Show the message once, after the wallet's last namespace has ended.
        if (!isUsedByOtherNamespace(connector))
          options.snacks.show({ variant: 'error', message: { code: 'session_ended', wallet } })
      },
      isUsedByOtherNamespace,
    })
    running.set(namespace, run)
  }
  // Ends sessions whose connector the page no longer has. Only at the start: later, another tab may store a session of
  // a connector that only the page version in that tab has.
  for (const session of sessions.list()) {
    if (!running.has(session.namespace) || !options.isGone?.(session.restoreKey)) continue
    sessions.end([session.id])
    session.accounts.forEach(options.onForget)
  }
  const stored = sessions.list().map(({ namespace }) => namespace)
  order.value = [...new Set([...stored, ...running.keys()])].filter((namespace) => running.has(namespace))

  const getState = (namespace: Namespace) => getAccountState(runOf(namespace).state.value)
  /** The last used of the connected namespaces. If no namespace is connected, the last used one. */
  const active = computed(
    () => order.value.find((one) => getState(one).status !== 'disconnected') ?? order.value[0]!,
  )
  const attempts = computed(() => [...running.values()].flatMap(({ state }) => state.value.attempt ?? []))
  const accounts = computed(() =>
    [...running.keys()].map(getState).filter((state) => state.status === 'connected'),
  )
  const switching = computed(
    () => [...running.values()].flatMap(({ state }) => state.value.switching ?? [])[0],
  )
  const pendingDisconnects = createPendingDisconnects(adapterOf)
  /** The namespace that is becoming active. */
  const rising = signal<Namespace | undefined>(undefined)
  /** Incremented when stored sessions change, which may happen without a change of state. */
  const storedChanges = signal(0)
  const remembered = computed(() => {
    void storedChanges.value
    return [...running.keys()].flatMap(getRemembered)
  })

  function getRemembered(namespace: Namespace): Remembered[] {
    const session = getState(namespace).status === 'disconnected' ? sessions.get(namespace) : undefined
    return session ? [{ namespace, name: session.name, caipAddress: session.accounts[0] }] : []
  }

  function runOf(namespace: Namespace): RunningConnection {
    return running.get(namespace) ?? missingAdapter(namespace)
  }

  function setActive(namespace: Namespace): void {
    runOf(namespace)
    if (namespace !== active.peek()) rising.value = namespace
    const session = sessions.get(namespace)
    if (session) sessions.putFirst(session)
    order.value = [namespace, ...order.peek().filter((other) => other !== namespace)]
    rising.value = undefined
  }

  function take(connector: Connector, accounts: readonly WalletAccounts[], wanted?: Namespace): void {
    batch(() => {
      running.forEach((run) => run.take(connector, accounts))
      const shared = accounts.map(({ caipNetworkId }) => getNamespace(caipNetworkId))
      const top = [wanted, ...shared].find((one) => one && shared.includes(one) && running.has(one))
      if (top) setActive(top)
    })
    options.onConnected()
  }

  async function switchNetwork(network: Network): Promise<void> {
    const { chainNamespace, caipNetworkId } = network
    for (const [namespace, run] of running) if (namespace !== chainNamespace) run.cancelSwitch()
    const isThere = accounts.peek().some((account) => account.caipNetworkId === caipNetworkId)
    // If an account of another namespace is already on the network, that namespace only has to become active.
    if (!isThere || chainNamespace === active.peek()) await runOf(chainNamespace).switchNetwork(network)
    setActive(chainNamespace)
  }

  async function disconnect(namespace?: Namespace): Promise<void> {
    const meant = namespace ? getSiblings(namespace) : [...running]
    const endSessions = batch(() => {
      storedChanges.value += 1
      return pendingDisconnects.begin(meant.map(([name, run]) => [name, run.end()]))
    })
    await endSessions()
  }

  function getProgress(namespace: Namespace): Progress {
    const { attempt, switching: going } = runOf(namespace).state.value
    const loading = attempt?.status === 'waiting' || pendingDisconnects.isLeaving(namespace)
    return { loading, switching: going?.status === 'waiting' || rising.value === namespace }
  }

  /**
   * The namespaces that the same wallet serves, including this one. The wallet's permission covers all of them, so they
   * end together.
   */
  function getSiblings(namespace: Namespace): [Namespace, RunningConnection][] {
    const meant = runOf(namespace)
    const wallet = walletOf(meant.state)
    return [...running].filter(([, run]) => run === meant || (wallet && walletOf(run.state) === wallet))
  }

  // Restore sessions before the state is first read, which would otherwise be "disconnected".
  restore()
  const stops = [
    effect(() => void (account.value = getState(active.value))),
    connectors.subscribe((list) => {
      for (const [namespace, run] of running)
        run.list(list.filter(({ namespaces }) => namespaces.includes(namespace)))
    }),
    sessions.watch(restore),
    types.subscribe(() => {
      for (const run of running.values()) run.prefer()
    }),
  ]

  function restore(): void {
    batch(() => {
      storedChanges.value += 1
      for (const run of running.values()) run.restore()
    })
  }

  return {
    attempts,
    switching,
    remembered,
    pendingDisconnect: pendingDisconnects.pendingDisconnect,
    active,
    accounts,
    getAdapter,
    getAccount: getState,
    getProgress,
    setActive,
    chooseAccount: (caipAddress) => runOf(getNamespace(caipAddress)).choose(caipAddress),
    connect(connector, network) {
      const way = pickWay(connector, network?.chainNamespace)
      return runOf(way.chain).connect(way, network)
    },
    cancelAttempt: (namespace) => runOf(namespace).cancelAttempt(),
    switchNetwork,
    cancelSwitch: () => running.forEach((run) => run.cancelSwitch()),
    disconnect,
    stop() {
      // Stop setting the page's account, since another `Connections` may replace this one.
      for (const stop of stops) stop()
      for (const run of running.values()) run.stop()
    },
  }
}

function walletOf(state: RunningConnection['state']): unknown {
  return getFollowed(state.peek())?.provider
}
