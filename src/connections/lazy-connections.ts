/**
 * The wallets of this page from the first picture on: who finds them is here, who speaks to them is fetched behind it,
 * or at once where a session is stored. A wallet that is pressed meanwhile waits for that.
 *
 *   attempt:  none ── pressed ──▶ waiting for the code ── fetched ──▶ the connection's own attempt
 *                                     └── not fetched ──▶ failed ── pressed again ──▶ waiting for the code
 */
import { batch, computed, effect, signal } from '@preact/signals-core'
import type { Namespace } from '../core/caip.ts'
import type { Network } from '../core/networks.ts'
import { createStoppedError, toErrorRecord } from '../core/errors.ts'
import { throwMissing } from '../core/missing-error.ts'
import { type AccountState, type Attempt, CONNECTING, NOBODY, RESTORING } from './account.ts'
import type { Adapter, WalletFinder } from './adapter.ts'
import type { Connections, ConnectionsOptions } from './connections.ts'
import type { Connector } from './connector.ts'
import type { Readable } from '../shell/readable.ts'
import { missingAdapter } from './missing-adapter.ts'
import { createRequestId } from './request-id.ts'

export interface LazyConnections extends Omit<Connections, 'active' | 'getAdapter'> {
  /** The wallets of this page, of all namespaces. */
  readonly connectors: Readable<readonly Connector[]>
  /** Looks for wallets again. */
  findConnectors(): void
  /** Fetches the code that speaks to wallets ahead of time. */
  preload(): void
  /** The same for who needs it. @throws code_missing, stopped */
  load(): Promise<Pick<Connections, 'getAdapter'>>
}

interface LazyOptions extends Omit<ConnectionsOptions, 'adapters' | 'connectors' | 'types'> {
  loadTypes(): Promise<ConnectionsOptions['types']>
  finders: readonly WalletFinder[]
  /** Of the finders. */
  adapters: readonly Pick<Adapter, 'namespace'>[]
  /** Wallets that nobody has to find; they come last. */
  own: readonly Connector[]
}

export function createLazyConnections(options: LazyOptions): LazyConnections {
  const { finders, sessions } = options
  const connectors = signal(options.own)
  const loaded = signal<Connections | undefined>(undefined)
  /** Pressed before the code was there: at most one for each namespace. */
  const pressed = signal<readonly Attempt[]>([])
  /** Apart from those. */
  const account = signal<AccountState>(NOBODY)
  let loading: Promise<Connections> | undefined
  let isStopped = false

  /** Once; what failed is tried again. @throws code_missing, client_missing, stopped */
  function load(): Promise<Connections> {
    return (loading ??= fetchConnections().catch((error: unknown) => {
      loading = undefined
      account.value = NOBODY
      throw error
    }))
  }

  async function fetchConnections(): Promise<Connections> {
    const [{ createConnections }, types, ...adapters] = await Promise.all([
      import('./connections.ts'),
      options.loadTypes(),
      ...finders.map((finder) => finder.loadAdapter(options.adapterContext)),
    ] as const).catch(throwMissing)
    if (isStopped) throw createStoppedError()
    return batch(
      () => (loaded.value = createConnections({ ...options, types, account, adapters, connectors })),
    )
  }

  /** Who was connected before, or is in another tab, is connected here. */
  function resume(): void {
    if (loaded.peek() || sessions.list().length === 0) return
    account.value = RESTORING
    preload()
  }

  function preload(): void {
    load().catch(() => {})
  }

  function isPressed(namespace?: Namespace): boolean {
    return pressed.value.some(
      ({ status, connector }) => status === 'waiting' && (namespace ?? connector.chain) === connector.chain,
    )
  }

  function getState(state: AccountState, namespace?: Namespace): AccountState {
    return state.status === 'disconnected' && isPressed(namespace) ? CONNECTING : state
  }

  /** Of a namespace whose connection may not be there yet. */
  function getAccount(namespace: Namespace): AccountState {
    if (!options.adapters.some((adapter) => adapter.namespace === namespace)) missingAdapter(namespace)
    const known = loaded.value?.getAccount(namespace)
    return getState(known ?? (sessions.get(namespace) ? account.value : NOBODY), namespace)
  }

  function giveUp(namespace?: Namespace): void {
    pressed.value = namespace ? pressed.peek().filter(({ connector }) => connector.chain !== namespace) : []
  }

  async function press(connector: Connector, network?: Network): Promise<void> {
    const [known] = pressed.peek().filter((one) => one.connector.id === connector.id)
    if (known?.status === 'waiting') return
    const attempt: Attempt = { id: createRequestId(), connector, startedAt: Date.now(), status: 'waiting' }
    const isWanted = () => pressed.peek().includes(attempt)
    batch(() => {
      giveUp(connector.chain)
      pressed.value = [...pressed.peek(), attempt]
    })
    try {
      await load()
      if (isWanted()) await connect(connector, network)
    } catch (error) {
      if (!isWanted()) return
      const failed: Attempt = { ...attempt, status: 'failed', error: toErrorRecord(error) }
      pressed.value = pressed.peek().map((one) => (one === attempt ? failed : one))
    }
  }

  async function connect(connector: Connector, network?: Network): Promise<void> {
    const connections = loaded.peek()
    if (!connections) return press(connector, network)
    await batch(() => {
      giveUp(connector.chain)
      return connections.connect(connector, network)
    })
  }

  const found = new Map<WalletFinder, readonly Connector[]>()
  resume()
  const stops = [
    effect(() => void (options.account.value = getState(account.value))),
    ...finders.map((finder) =>
      finder.watch((list) => {
        found.set(finder, list)
        connectors.value = [...found.values(), options.own].flat()
      }),
    ),
    sessions.watch(resume),
  ]

  return {
    connectors,
    attempts: computed(() => [...pressed.value, ...(loaded.value?.attempts.value ?? [])]),
    switching: computed(() => loaded.value?.switching.value),
    accounts: computed(() => loaded.value?.accounts.value ?? []),
    remembered: computed(() => loaded.value?.remembered.value ?? []),
    departure: computed(() => loaded.value?.departure.value),
    getAccount,
    getProgress(namespace) {
      const { loading = false, switching = false } = loaded.value?.getProgress(namespace) ?? {}
      return { loading: loading || isPressed(namespace), switching }
    },
    findConnectors() {
      for (const finder of finders) finder.find()
    },
    preload,
    load,
    connect,
    cancelAttempt(namespace) {
      giveUp(namespace)
      loaded.peek()?.cancelAttempt(namespace)
    },
    switchNetwork: async (network) => {
      await (loaded.peek() ?? (await load())).switchNetwork(network)
    },
    cancelSwitch: () => loaded.peek()?.cancelSwitch(),
    setActive: (namespace) => loaded.peek()?.setActive(namespace),
    chooseAccount: (caipAddress) => loaded.peek()?.chooseAccount(caipAddress),
    async disconnect(namespace) {
      giveUp(namespace)
      // Local state first: nothing is waited for that is there.
      await (loaded.peek() ?? (await load())).disconnect(namespace)
    },
    stop() {
      isStopped = true
      giveUp()
      loaded.peek()?.stop()
      account.value = NOBODY
      for (const stop of stops) stop()
    },
  }
}
