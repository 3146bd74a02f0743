/**
 * The shell behind the button: wallets, routes, messages, data and the modal. Loaded when the modal first opens, or
 * with the page when a session is stored; a page that nobody connects to never pays for it.
 */
import { type Signal, signal } from '@preact/signals-core'
import type { AccountState, ConnectedAccount } from '../connections/account.ts'
import type { WalletAdapter } from '../connections/adapter.ts'
import { type Connections, createConnections } from '../connections/connections.ts'
import { createSessions } from '../connections/session.ts'
import type { CaipAddress, CaipNetworkId, Namespace } from '../core/caip.ts'
import { BillfoldError, toErrorRecord } from '../core/errors.ts'
import type { Network } from '../core/networks.ts'
import type { AccountParams, ListName, WorkerConfig } from '../core/protocol.ts'
import { createRows, type Rows } from '../worker-link/rows.ts'
import { createTopicSignals, type TopicSignals } from '../worker-link/topics.ts'
import type { WorkerClient } from '../worker-link/worker-client.ts'
import { createForgotten } from './forgotten.ts'
import { getFitting, getHome, getMove } from './home.ts'
import { awaitConnected, awaitRestored } from './await-account.ts'
import { createModal } from './modal.ts'
import { createNetworkGuide } from './network-guide.ts'
import type { Options, ThemeMode } from './options.ts'
import type { Readable } from './readable.ts'
import { createRouter, type Router } from './router.ts'
import { type Home, openable, type OpenableView } from './routes.ts'
import type { Shell } from './shell.ts'
import { createSnacks } from './snacks.ts'
import type { State } from './state.ts'
import { createToldFailures } from './told-failures.ts'

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
  open(view?: OpenableView): Promise<void>
  /** Fetches the modal's code ahead of time. */
  preload(): Promise<void>
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

/** How long data is read for somebody who is near the button. Milliseconds. */
const GLANCE = 5_000

export function createShell(context: ShellOptions): ShellControl {
  const { options, networks, adapters, storage } = context
  const { enableNetworkSwitch = true, allowUnsupportedChain } = options
  const sessions = createSessions(storage)
  const links: (() => void)[] = []
  const account = link(context.account, links)
  const isOpen = link(context.isOpen, links)
  const themeMode = link(context.themeMode, links)
  const online = followOnline(links)
  const snacks = createSnacks()
  let isStopped = false

  const failures = createToldFailures(snacks, isOpen)
  const topics = createTopicSignals(() => loadClient(context), {
    onFailure: failures.tell,
    onRecovery: failures.takeBack,
  })
  const forgotten = createForgotten(sessions, (caipAddress) =>
    topics.call('forget', { account: caipAddress }),
  )
  const connections = createConnections({
    account,
    adapters,
    networks,
    allowUnsupportedChain,
    sessions,
    onConnected: settle,
    onForget(caipAddress) {
      topics.clear()
      forgotten.add(caipAddress)
    },
  })
  const home = () => getHome(account.peek(), options)
  const router = createRouter({ close, getHome: home })

  const guide = createNetworkGuide({ connections, router, snacks, account, isOpen })

  function close(): void {
    isOpen.value = false
  }

  /** Without a view: where the modal starts. */
  async function open(view?: OpenableView): Promise<void> {
    showView(view ?? home(), { router, connections, home: home(), options })
    isOpen.value = true
    connections.findConnectors()
    await modal.prepare().catch((error: unknown) => {
      close()
      throw error
    })
  }

  /** Who has a wallet connected will look at it. */
  function prepareAtLeisure(): void {
    globalThis.requestIdleCallback?.(() => {
      if (!isStopped) modal.prepare().catch(() => {})
    })
  }

  function openByItself(): void {
    open().catch(() => {})
  }

  /** Somebody has connected: the modal has done its work, unless the wallet is where the page is not. */
  function settle(): void {
    if (home() === 'UnsupportedChain') openByItself()
    else close()
  }

  async function connect(namespace?: Namespace): Promise<ConnectedAccount> {
    const getState = () => (namespace ? connections.getAccount(namespace) : account.value)
    const restored = await awaitRestored(getState)
    if (restored) return restored
    if (!isStopped) await open('ConnectingExternal')
    const connected = await awaitConnected(getState, isOpen)
    // A session that was restored late; who connects another wallet stays where that is done.
    if (router.current.peek().view !== 'ConnectingExternal') settle()
    return connected
  }

  async function switchNetwork(caipNetworkId: CaipNetworkId): Promise<void> {
    await connections.switchNetwork(findNetwork(networks, caipNetworkId))
  }

  async function disconnect(namespace?: Namespace): Promise<void> {
    close()
    await connections.disconnect(namespace)
  }

  function showDisconnectFailure(error: unknown): void {
    snacks.show({ variant: 'error', message: { code: 'disconnect_failed' }, detail: toErrorRecord(error) })
  }

  let last: AccountState = { status: 'disconnected' }
  const unfollow = account.subscribe((now) => {
    const before = last
    last = now
    if (now.status === 'connected') {
      forgotten.drop(now.caipAddress)
      topics.renew()
      prepareAtLeisure()
    }
    if (now.status === 'disconnected') topics.clear()
    if (getNetworkId(now) !== getNetworkId(before)) guide.forget()
    if (getAccountId(now) !== getAccountId(before)) failures.takeBackAll()
    const move = getMove(router.current.peek(), isOpen.peek(), before, now, home())
    if (move === 'open') return openByItself()
    if (move !== 'stay') router.goHome()
    if (move === 'close') close()
  })

  const shell: Shell = {
    metadata: options.metadata,
    locale: options.locale ?? navigator.language,
    termsConditionsUrl: options.termsConditionsUrl,
    privacyPolicyUrl: options.privacyPolicyUrl,
    enableNetworkSwitch,
    open: isOpen,
    router,
    themeMode,
    online,
    account,
    connectors: connections.connectors,
    attempts: connections.attempts,
    switching: connections.switching,
    remembered: connections.remembered,
    networks,
    snacks,
    topic: topics.get,
    call: topics.call,
    connect: connections.connect,
    cancelAttempt: connections.cancelAttempt,
    switchNetwork: guide.lead,
    cancelSwitch: connections.cancelSwitch,
    disconnect: () => disconnect().catch(showDisconnectFailure),
    forget: (namespace) => connections.disconnect(namespace).catch(showDisconnectFailure),
    close,
  }
  const modal = createModal(shell)

  return {
    open,
    async preload() {
      glance(account.peek(), topics)
      await modal.prepare()
    },
    connect,
    switchNetwork,
    disconnect,
    flushForgotten: forgotten.flush,
    topic: topics.get,
    call: topics.call,
    rows: (list, params, from, to) => createRows(shell, list, params, from, to),
    stop() {
      isStopped = true
      close()
      unfollow()
      failures.stop()
      for (const stop of links) stop()
      connections.stop()
      topics.stop()
      modal.stop()
    },
  }
}

/** Who comes near wants to see the account in a moment: what is known of it is read meanwhile. */
function glance(account: AccountState, topics: TopicSignals): void {
  if (account.status !== 'connected') return
  const params = { account: account.caipAddress }
  for (const topic of ['identity', 'portfolio'] as const)
    setTimeout(
      topics.get(topic, params).subscribe(() => {}),
      GLANCE,
    )
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

/** The browser's word that there is a network. */
function followOnline(stops: (() => void)[]): Signal<boolean> {
  const online = signal(navigator.onLine)
  const update = () => (online.value = navigator.onLine)
  for (const event of ['online', 'offline']) {
    window.addEventListener(event, update)
    stops.push(() => window.removeEventListener(event, update))
  }
  return online
}

interface Fitting {
  router: Router
  connections: Connections
  home: Home
  options: Options
}

/** What fits in place of a view that has nothing to show now. @throws view_unknown */
function showView(view: OpenableView, { router, connections, home, options }: Fitting): void {
  assertView(view)
  const fitting = getFitting(view, home, options)
  router.reset(fitting)
  // Only what a wallet is being asked just now: to show anything else would be to ask it again.
  const attempt = connections.attempts.peek().find(({ status }) => status === 'waiting')
  if (fitting === 'Connect' && attempt) router.push('ConnectingExternal', { connector: attempt.connector })
  const switching = connections.switching.peek()
  if (view === 'SwitchNetwork' && switching?.status === 'waiting')
    router.push(view, { network: switching.network })
}

function findNetwork(networks: readonly Network[], caipNetworkId: CaipNetworkId): Network {
  const network = networks.find((one) => one.caipNetworkId === caipNetworkId)
  if (network) return network
  throw new BillfoldError('options_invalid', `This page names no network ${caipNetworkId}.`)
}

function assertView(view: OpenableView): void {
  if (openable.includes(view)) return
  throw new BillfoldError(
    'view_unknown',
    `There is no view "${String(view)}". Open one of these: ${openable.join(', ')}.`,
  )
}

function getAccountId(account: AccountState): CaipAddress | undefined {
  return account.status === 'connected' ? account.caipAddress : undefined
}

function getNetworkId(account: AccountState): CaipNetworkId | undefined {
  return account.status === 'connected' ? account.caipNetworkId : undefined
}

async function loadClient(context: ShellOptions): Promise<WorkerClient> {
  const { createWorkerClient, pageVisibility, startWorker } = await import('../worker-link/link.ts')
  const config = toWorkerConfig(context)
  return createWorkerClient({
    start: (start) => startWorker({ ...start, config, worker: context.options.worker }),
    visibility: pageVisibility,
  })
}

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
