/**
 * The shell behind the button: wallets, routes, messages, data and the modal. Loaded when the modal first opens, or
 * with the page when a session is stored; a page that nobody connects to never pays for it.
 */
import { computed, effect, type Signal, signal } from '@preact/signals-core'
import { createConnections } from '../connections/connections.ts'
import { type CaipAddress, type CaipNetworkId, isSameOwner, type Namespace } from '../core/caip.ts'
import { BillfoldError, createStoppedError, type ErrorRecord, hasCode } from '../core/errors.ts'
import type { Network } from '../core/networks.ts'
import type { AccountParams, ListName, TopicName, WorkerConfig } from '../core/protocol.ts'
import type { WalletAdapter } from '../connections/adapter.ts'
import type { Options, ThemeMode } from './options.ts'
import { createRouter, type ViewName, viewNames } from './router.ts'
import { createSessions } from '../connections/session.ts'
import type { AccountState, ConnectedAccount } from '../connections/account.ts'
import type { Shell } from './shell.ts'
import type { Readable } from './readable.ts'
import { createSnacks } from './snacks.ts'
import type { State } from './state.ts'
import { createRows, type Rows } from '../worker-link/rows.ts'
import { createTopicSignals } from '../worker-link/topics.ts'
import type { View } from './view.ts'

export interface ShellOptions {
  options: Options
  /** Of this package. */
  version: string
  networks: readonly Network[]
  adapters: readonly WalletAdapter[]
  storage: Storage | undefined
  account: State<AccountState>
  isOpen: State<boolean>
  themeMode: State<ThemeMode>
}

export interface ShellControl {
  open(view: ViewName | undefined): Promise<void>
  /**
   * Resolves when somebody is connected, at once if somebody is; until then the modal is open.
   * @param namespace default: whichever
   * @throws connect_cancelled
   */
  connect(namespace?: Namespace): Promise<ConnectedAccount>
  /** @throws options_invalid for a network that the page did not name; else as `Connections.switchNetwork`. */
  switchNetwork(caipNetworkId: CaipNetworkId): Promise<void>
  /**
   * Of one namespace or of all.
   * @throws disconnect_failed, with what the wallets answered; locally the connection has ended all the same.
   */
  disconnect(namespace?: Namespace): Promise<void>
  readonly topic: Shell['topic']
  readonly call: Shell['call']
  rows<N extends ListName>(list: N, params: AccountParams, from: number, to: number): Readable<Rows<N>>
  /** Tells the worker which accounts are still to be forgotten. */
  flushForgotten(): void
  stop(): void
}

export function createShell(context: ShellOptions): ShellControl {
  const { options, networks, adapters, storage } = context
  const sessions = createSessions(storage)
  const links: (() => void)[] = []
  const account = link(context.account, links)
  const isOpen = link(context.isOpen, links)
  const themeMode = link(context.themeMode, links)
  const online = signal(navigator.onLine)
  const snacks = createSnacks()
  let view: Promise<View> | undefined
  let host: HTMLElement | undefined
  let isStopped = false

  const topics = createTopicSignals(async () => {
    const [{ createWorkerClient, pageVisibility }, { startWorker }] = await Promise.all([
      import('../worker-link/worker-client.ts'),
      import('../worker-link/start-worker.ts'),
    ])
    const config = toWorkerConfig(context)
    return createWorkerClient({
      start: (start) => startWorker({ ...start, config, worker: options.worker }),
      visibility: pageVisibility,
    })
  }, showFailure)

  const connections = createConnections({
    account,
    adapters,
    networks,
    sessions,
    onConnected: close,
    onForget: forget,
  })
  const isConnected = () => account.peek().status === 'connected'
  const router = createRouter({ close, isConnected })

  function close(): void {
    isOpen.value = false
  }

  async function open(name: ViewName | undefined): Promise<void> {
    showView(name ?? (isConnected() ? 'Account' : 'ConnectingExternal'))
    isOpen.value = true
    connections.findConnectors()
    try {
      await loadView()
    } catch (error) {
      // A failed download is tried again by the next open().
      view = undefined
      close()
      throw error
    }
  }

  /** Connect in place of a view that has nothing to show now. */
  function showView(view: ViewName): void {
    if (!viewNames.includes(view)) {
      throw new BillfoldError(
        'view_unknown',
        `There is no view "${String(view)}". Open one of these: ${viewNames.join(', ')}.`,
      )
    }
    // Only what a wallet is being asked just now: to show anything else would be to ask it again.
    const attempt = connections.attempts.peek().find(({ status }) => status === 'waiting')
    if (!ofAccount.has(view) || !isConnected()) router.reset('Connect')
    else router.reset(view === 'SwitchNetwork' ? 'Networks' : view)
    if (view === 'ConnectingExternal' && attempt) router.push(view, { connector: attempt.connector })
    const switching = connections.switching.peek()
    if (view === 'SwitchNetwork' && switching?.status === 'waiting')
      router.push(view, { network: switching.network })
  }

  function loadView(): Promise<View> {
    view ??= import('#ui').then(({ mountView }) => {
      if (isStopped) throw createStoppedError()
      host = document.querySelector<HTMLElement>('billfold-modal') ?? undefined
      if (!host) {
        host = document.createElement('billfold-modal')
        document.body.append(host)
      }
      return mountView(shell, host)
    })
    return view
  }

  /** The account is marked first, so that its data goes even if the page is closed before the worker is done. */
  function forget(caipAddress: CaipAddress): void {
    topics.clear()
    sessions.setForgotten({ ...sessions.getForgotten(), [caipAddress]: 0 })
    flushForgotten()
  }

  /** Whoever is connected again wants the data: the next load must not take it away while it is looked at. */
  function unmark(caipAddress: CaipAddress): void {
    const marked = sessions.getForgotten()
    for (const other in marked) if (isSameOwner(other, caipAddress)) delete marked[other]
    sessions.setForgotten(marked)
  }

  function flushForgotten(): void {
    for (const account of Object.keys(sessions.getForgotten())) {
      topics.call('forget', { account: account as CaipAddress }).then(
        () => updateMark(account, () => undefined),
        (error: unknown) => {
          // Nobody can do more about it than ask again.
          if (!hasCode(error, 'stopped')) updateMark(account, (failures) => failures + 1)
        },
      )
    }
  }

  /** Without effect on an account that was connected again meanwhile. */
  function updateMark(account: string, update: (failures: number) => number | undefined): void {
    const { [account]: failures, ...marked } = sessions.getForgotten()
    const next = failures === undefined ? undefined : update(failures)
    sessions.setForgotten(next === undefined ? marked : { ...marked, [account]: next })
  }

  /** Money and history that could not be fetched are told once; the view keeps saying it. */
  function showFailure(topic: TopicName, { message }: ErrorRecord): void {
    if (isOpen.peek() && (topic === 'portfolio' || topic === 'activity')) {
      snacks.show({ variant: 'error', message })
    }
  }

  async function connect(namespace?: Namespace): Promise<ConnectedAccount> {
    const getState = () => (namespace ? connections.getAccount(namespace) : account.value)
    const before = await when(getState, (state) => state.status !== 'connecting' || !state.restoring)
    if (before.status === 'connected') return before
    if (!isStopped) await open('ConnectingExternal')
    // Who closes the modal while the wallet asks may still answer there.
    const isOver = ({ status }: AccountState) =>
      status === 'connected' || (status === 'disconnected' && !isOpen.value)
    const after = await when(getState, isOver)
    if (after.status === 'connected') {
      if (router.current.peek().view !== 'ConnectingExternal') close()
      return after
    }
    throw new BillfoldError('connect_cancelled', 'The modal was closed and no wallet was connected.')
  }

  async function switchNetwork(caipNetworkId: CaipNetworkId): Promise<void> {
    const network = networks.find((one) => one.caipNetworkId === caipNetworkId)
    if (!network) throw new BillfoldError('options_invalid', `This page names no network ${caipNetworkId}.`)
    await connections.switchNetwork(network)
  }

  async function disconnect(namespace?: Namespace): Promise<void> {
    close()
    await connections.disconnect(namespace)
  }

  const status = computed(() => account.value.status)
  const stops = [
    /** The view on top always fits who is connected; who connects another wallet stays where that is done. */
    effect(() => {
      const { view: top } = router.current.peek()
      if (status.value === 'connected' && top === 'Connect') router.reset('Account')
      if (status.value !== 'connected' && ofAccount.has(top)) router.reset('Connect')
      if (status.value === 'disconnected') topics.clear()
    }),
    effect(() => {
      if (account.value.status === 'connected') unmark(account.value.caipAddress)
    }),
  ]

  const setOnline = () => (online.value = navigator.onLine)
  window.addEventListener('online', setOnline)
  window.addEventListener('offline', setOnline)

  const shell: Shell = {
    metadata: options.metadata,
    locale: options.locale ?? navigator.language,
    termsConditionsUrl: options.termsConditionsUrl,
    privacyPolicyUrl: options.privacyPolicyUrl,
    open: isOpen,
    router,
    themeMode,
    online,
    account,
    connectors: connections.connectors,
    attempts: connections.attempts,
    switching: connections.switching,
    networks,
    snacks,
    topic: topics.get,
    call: topics.call,
    connect: connections.connect,
    cancelAttempt: connections.cancelAttempt,
    switchNetwork: (network) => connections.switchNetwork(network).catch(() => {}),
    cancelSwitch: connections.cancelSwitch,
    async disconnect() {
      try {
        await disconnect()
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error)
        snacks.show({ variant: 'error', message: 'Failed to disconnect', detail })
      }
    },
    close,
  }

  return {
    open,
    connect,
    switchNetwork,
    disconnect,
    flushForgotten,
    topic: topics.get,
    call: topics.call,
    rows: (list, params, from, to) => createRows(shell, list, params, from, to),
    stop() {
      isStopped = true
      close()
      for (const stop of [...links, ...stops]) stop()
      connections.stop()
      topics.stop()
      window.removeEventListener('online', setOnline)
      window.removeEventListener('offline', setOnline)
      void view?.then((mounted) => mounted.unmount()).catch(() => {})
      host?.remove()
    },
  }
}

/** The first value that is as it should be; `read` and `test` may read signals. */
function when<T>(read: () => T, test: (value: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      const value = read()
      if (!test(value)) return
      resolve(value)
      queueMicrotask(() => stop())
    })
  })
}

/** A signal for the views that is one with the page's state: what is written to either stands in both. */
function link<T>(state: State<T>, stops: (() => void)[]): Signal<T> {
  const linked = signal(state.peek())
  stops.push(
    linked.subscribe((value) => (state.value = value)),
    state.subscribe((value) => (linked.value = value)),
  )
  return linked
}

/** Views that show nothing while nobody is connected. */
const ofAccount: ReadonlySet<ViewName> = new Set(['Account', 'AccountSettings', 'Networks', 'SwitchNetwork'])

const PUBLIC_API = 'https://rpc.walletconnect.org'

function toWorkerConfig({ options, networks, version }: ShellOptions): WorkerConfig {
  return {
    projectId: options.projectId,
    sdkType: 'billfold',
    sdkVersion: `html-${options.adapters.map(({ namespace }) => namespace).join(',')}-${version}`,
    urls: { api: (options.apiUrl ?? PUBLIC_API).replace(/\/+$/, '') },
    networks,
    locale: options.locale ?? navigator.language,
  }
}
