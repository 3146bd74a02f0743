/**
 * The wallets of this page: one connection for each namespace, side by side. The one that was used last is on top:
 * its account is the account of the page.
 */
import { batch, computed, effect, type Signal, signal } from '@preact/signals-core'
import type { Readable } from '../shell/readable.ts'
import type { CaipAddress, Namespace } from '../core/caip.ts'
import { BillfoldError } from '../core/errors.ts'
import type { Network } from '../core/networks.ts'
import type { AccountState, Attempt, NetworkSwitch } from './account.ts'
import type { WalletAdapter } from './adapter.ts'
import type { WalletShare } from './wallet-share.ts'
import { getAccountState, getFollowed } from './connection.ts'
import type { Connector } from './connector.ts'
import { type RunningConnection, runConnection } from './run-connection.ts'
import type { Sessions } from './session.ts'
import { toAccount } from './to-account.ts'

export interface Connections {
  /** The wallets of this page, of all namespaces. */
  readonly connectors: Readable<readonly Connector[]>
  /** At most one for each namespace. */
  readonly attempts: Readable<readonly Attempt[]>
  /** Of the namespace on top. */
  readonly switching: Readable<NetworkSwitch | undefined>
  /** Sessions that are stored although nobody is connected by them. */
  readonly remembered: Readable<readonly Remembered[]>
  /** The namespace on top. */
  readonly active: Readable<Namespace>
  /** @throws adapter_missing */
  getAccount(namespace: Namespace): AccountState
  /** Puts a namespace on top. */
  setActive(namespace: Namespace): void
  /** Looks for wallets again. */
  findConnectors(): void
  /** Never rejects: the outcome stands in `attempts` and in the account. */
  connect(connector: Connector): Promise<void>
  /** Gives the attempt up. What the wallet answers later is ignored. */
  cancelAttempt(namespace: Namespace): void
  /** @throws adapter_missing, wallet_missing, wallet_declined, wallet_busy, wallet_failed, aborted */
  switchNetwork(network: Network): Promise<void>
  cancelSwitch(): void
  /**
   * Of one namespace or of all. Local state first, always; then the wallets (T18).
   * @throws disconnect_failed, which names each wallet that refused
   */
  disconnect(namespace?: Namespace): Promise<void>
  stop(): void
}

/** A wallet that is gone, is locked, or has taken its permission back; what is kept of its account is still there. */
export interface Remembered {
  namespace: Namespace
  /** Of the wallet. */
  name: string
  caipAddress: CaipAddress
}

export interface ConnectionsOptions {
  /** Where the state of the namespace on top is written. */
  account: Signal<AccountState>
  adapters: readonly WalletAdapter[]
  networks: readonly Network[]
  /** Default: false. */
  allowUnsupportedChain?: boolean | undefined
  sessions: Sessions
  onConnected(): void
  /** The connection ended on a person's wish, or was replaced: what is kept of the account must go. */
  onForget(account: CaipAddress): void
}

/** How long a disconnect waits for a wallet's own word. Milliseconds. */
const WALLET_LIMIT = 5_000

export function createConnections(options: ConnectionsOptions): Connections {
  const { account, adapters, networks, allowUnsupportedChain, sessions } = options
  const connectors = signal<readonly Connector[]>([])
  const running = new Map<Namespace, RunningConnection>()
  /** The one that was used last comes first. */
  const order = signal<readonly Namespace[]>([])

  for (const adapter of adapters) {
    const { namespace } = adapter
    const run = runConnection({
      namespace,
      adapter,
      adapterOf,
      networks,
      allowUnsupportedChain,
      sessions,
      onShares: take,
      onForget: options.onForget,
    })
    running.set(namespace, run)
  }
  const stored = sessions.list().map(({ namespace }) => namespace)
  order.value = [...new Set([...stored, ...running.keys()])].filter((namespace) => running.has(namespace))

  const getState = (namespace: Namespace) => getAccountState(runOf(namespace).state.value)
  /** The last used; one that has ended makes room for one that has not. */
  const active = computed(
    () => order.value.find((one) => getState(one).status !== 'disconnected') ?? order.value[0]!,
  )
  const attempts = computed(() => [...running.values()].flatMap(({ state }) => state.value.attempt ?? []))
  const switching = computed(() => runOf(active.value).state.value.switching)
  /** What is stored may change while all states stay. */
  const storedChanges = signal(0)
  const remembered = computed(() => {
    void storedChanges.value
    return [...running.keys()].flatMap(getRemembered)
  })

  function getRemembered(namespace: Namespace): Remembered[] {
    const session = getState(namespace).status === 'disconnected' ? sessions.get(namespace) : undefined
    return session ? [{ namespace, name: session.name, caipAddress: session.accounts[0] }] : []
  }

  function adapterOf(connector: Connector): WalletAdapter {
    return adapters.find(({ namespace }) => namespace === connector.chain) ?? missing(connector.chain)
  }

  function runOf(namespace: Namespace): RunningConnection {
    return running.get(namespace) ?? missing(namespace)
  }

  function setActive(namespace: Namespace): void {
    const session = sessions.get(namespace)
    if (session) sessions.putFirst(session)
    order.value = [namespace, ...order.peek().filter((other) => other !== namespace)]
  }

  function take(connector: Connector, shares: readonly WalletShare[]): void {
    batch(() => {
      for (const [namespace, run] of running) {
        const shared = toAccount(connector, shares, namespace, options)
        if (shared) run.take(connector, shared)
      }
      if (running.get(connector.chain)?.state.peek().base.status === 'connected') setActive(connector.chain)
    })
    options.onConnected()
  }

  async function disconnect(namespace?: Namespace): Promise<void> {
    const meant = namespace ? getSiblings(namespace) : [...running.values()]
    const left = batch(() => {
      storedChanges.value += 1
      return meant.map((run) => run.end())
    })
    const wallets = new Set(left.filter((connector) => connector !== undefined))
    const failures = await Promise.all([...wallets].map(leaveWallet))
    const reasons = failures.filter((failure) => failure !== undefined)
    if (reasons.length > 0)
      throw new BillfoldError('disconnect_failed', `Failed to disconnect. ${reasons.join(' ')}`)
  }

  /** One permission of one wallet may carry several namespaces: they end together. */
  function getSiblings(namespace: Namespace): RunningConnection[] {
    const meant = runOf(namespace)
    const walletOf = ({ state }: RunningConnection) => getFollowed(state.peek())?.provider
    const wallet = walletOf(meant)
    return [...running.values()].filter((run) => run === meant || (wallet && walletOf(run) === wallet))
  }

  /** What the wallet has against it. One that never answers has nothing to add: here the connection has ended. */
  async function leaveWallet(connector: Connector): Promise<string | undefined> {
    const patience = new Promise<undefined>((resolve) => setTimeout(resolve, WALLET_LIMIT))
    const asked = adapterOf(connector)
      .disconnect(connector)
      .then(
        () => undefined,
        (error: unknown) => `${connector.name}: ${error instanceof Error ? error.message : String(error)}`,
      )
    return Promise.race([asked, patience])
  }

  const found = new Map<WalletAdapter, readonly Connector[]>()
  // Before anybody is told of a state: that nobody is connected would not be true.
  restore()
  const stops = [
    effect(() => void (account.value = getState(active.value))),
    ...adapters.map((adapter) =>
      adapter.watchConnectors((list) => {
        found.set(adapter, list)
        connectors.value = [...found.values()].flat()
        for (const [namespace, run] of running)
          run.list(connectors.peek().filter(({ namespaces }) => namespaces.includes(namespace)))
      }),
    ),
    sessions.watch(restore),
  ]

  function restore(): void {
    batch(() => {
      storedChanges.value += 1
      for (const run of running.values()) run.restore()
    })
  }

  return {
    connectors,
    attempts,
    switching,
    remembered,
    active,
    getAccount: getState,
    setActive,
    findConnectors() {
      for (const adapter of adapters) adapter.findConnectors()
    },
    connect: (connector) => runOf(connector.chain).connect(connector),
    cancelAttempt: (namespace) => runOf(namespace).cancelAttempt(),
    switchNetwork: async (network) => runOf(network.chainNamespace).switchNetwork(network),
    cancelSwitch: () => runOf(active.peek()).cancelSwitch(),
    disconnect,
    stop() {
      for (const run of running.values()) run.stop()
      for (const stop of stops) stop()
    },
  }
}

function missing(namespace: Namespace): never {
  throw new BillfoldError('adapter_missing', `Chain adapter not found: pass an adapter for ${namespace}.`)
}
