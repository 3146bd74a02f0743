/**
 * The wallets of this page: one connection for each namespace, side by side. The last used one is active: its account is the
 * account of the page.
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
  /** At most one for each namespace. */
  readonly attempts: Readable<readonly Attempt[]>
  /** At most one. */
  readonly switching: Readable<NetworkSwitch | undefined>
  /** Stored sessions whose wallet is not connected now. */
  readonly remembered: Readable<readonly Remembered[]>
  /** The disconnect in progress: it has begun, or its wallets have been told. */
  readonly pendingDisconnect: Readable<PendingDisconnect | undefined>
  /** The active namespace; undefined on a page without adapters. */
  readonly active: Readable<Namespace | undefined>
  /** All connected accounts, one for each namespace. */
  readonly accounts: Readable<readonly ConnectedAccount[]>
  /** @throws adapter_missing */
  getAdapter(namespace: Namespace): WalletAdapter
  /** @throws adapter_missing */
  getAccount(namespace: Namespace): AccountState
  /** Progress of one namespace. @throws adapter_missing */
  getProgress(namespace: Namespace): Progress
  /** Makes a namespace active. @throws adapter_missing */
  setActive(namespace: Namespace): void
  /** Uses another of the wallet's shared accounts; the wallet is not asked. @throws adapter_missing */
  chooseAccount(caipAddress: CaipAddress): void
  /** Never rejects: the outcome stands in `attempts` and in the account. */
  connect(connector: Connector, network?: Network): Promise<void>
  /** Cancels the attempt. A later answer of the wallet is ignored. */
  cancelAttempt(namespace: Namespace): void
  /**
   * Makes the network's namespace active once its wallet is on the network.
   * @throws adapter_missing, wallet_missing, wallet_declined, wallet_busy, wallet_failed, aborted
   */
  switchNetwork(network: Network): Promise<void>
  cancelSwitch(): void
  /**
   * Disconnects one namespace, or all: local state first, then the wallets (T18).
   * @throws disconnect_failed, which names each wallet that refused; the console has it too
   */
  disconnect(namespace?: Namespace): Promise<void>
  stop(): void
}

/** Running requests to a wallet. */
export interface Progress {
  /** A wallet is being connected or disconnected. */
  loading: boolean
  /** The wallet is asked to switch networks, or its namespace is about to become active. */
  switching: boolean
}

/** A wallet that is gone, locked or has revoked its permission; its account's data is still stored. */
export interface Remembered {
  namespace: Namespace
  /** Name of the wallet. */
  name: string
  caipAddress: CaipAddress
}

export interface ConnectionsOptions {
  /** Receives the state of the active namespace. */
  account: Signal<AccountState>
  adapters: readonly WalletAdapter[]
  adapterContext: AdapterContext
  /** The wallets of this page, of all namespaces. */
  connectors: ReadonlySignal<readonly Connector[]>
  networks: readonly Network[]
  /** Default: false. */
  allowUnsupportedChain?: boolean | undefined
  /** Preferred account types of the wallets. */
  types: PreferredTypes
  sessions: Sessions
  /** Whether the wallet of a stored session can never be found again. */
  isGone?(restoreKey: string): boolean
  onConnected(): void
  /** Called when a person ended or replaced the connection: the account's stored data must go. */
  onForget(account: CaipAddress): void
  /** Reports that a wallet has ended the connection. */
  snacks: Pick<Snacks, 'show'>
}

export function createConnections(options: ConnectionsOptions): Connections {
  const { account, adapters, connectors, networks, allowUnsupportedChain, types, sessions } = options
  const { getAdapter, adapterOf } = createWalletAdapters(adapters, options.adapterContext)
  const running = new Map<Namespace, RunningConnection>()
  /** Namespaces in order of use, the last used first. */
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
        // Tell the wallet once, after its last namespace.
        if (!isUsedByOtherNamespace(connector))
          options.snacks.show({ variant: 'error', message: { code: 'session_ended', wallet } })
      },
      isUsedByOtherNamespace,
    })
    running.set(namespace, run)
  }
  // Only now: another tab may have a version of the page that brings the connector.
  for (const session of sessions.list()) {
    if (!running.has(session.namespace) || !options.isGone?.(session.restoreKey)) continue
    sessions.end([session.id])
    session.accounts.forEach(options.onForget)
  }
  const stored = sessions.list().map(({ namespace }) => namespace)
  order.value = [...new Set([...stored, ...running.keys()])].filter((namespace) => running.has(namespace))

  const getState = (namespace: Namespace) => getAccountState(runOf(namespace).state.value)
  /** The last used namespace; a connected one comes before a disconnected one. */
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
  /** The namespace that is about to become active. */
  const rising = signal<Namespace | undefined>(undefined)
  /** Counts changes of stored sessions, which may occur without a change of state. */
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
    // An account of another namespace that is connected already needs no request.
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

  /** Other namespaces of the same wallet permission: they end together. */
  function getSiblings(namespace: Namespace): [Namespace, RunningConnection][] {
    const meant = runOf(namespace)
    const wallet = walletOf(meant.state)
    return [...running].filter(([, run]) => run === meant || (wallet && walletOf(run.state) === wallet))
  }

  // Restore before the first state is read: "disconnected" would be wrong.
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
      // Stop writing the page's account, since other connections may replace these.
      for (const stop of stops) stop()
      for (const run of running.values()) run.stop()
    },
  }
}

function walletOf(state: RunningConnection['state']): unknown {
  return getFollowed(state.peek())?.provider
}
