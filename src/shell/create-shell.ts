/**
 * The shell behind the button: wallets, routes, messages, data and the modal. Loaded when the modal first opens, or with the
 * page if a session is stored.
 */
import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import type { AccountState, Attempt, ConnectedAccount } from '../wallets/account.ts'
import type { AdapterContext, WalletFinder } from '../wallets/adapter.ts'
import type { AuthPage } from '../wallets/auth/option.ts'
import type { Connector } from '../wallets/connector.ts'
import type { LazySignIn } from '../siwx/sign-in.ts'
import { createWalletConnect } from '../wallets/walletconnect/connector.ts'
import { findWalletConnectOnly } from '../wallets/walletconnect/walletconnect-only.ts'
import { createAutoConnect } from '../connections/auto-connect.ts'
import { type Connections, createConnections } from '../connections/connections.ts'
import { createClientError, createNoConnections } from '../connections/no-connections.ts'
import { createSessions } from '../connections/session.ts'
import { type CaipAddress, type CaipNetworkId, getNamespace, type Namespace } from '../core/chains/caip.ts'
import { BillfoldError, createStoppedError, throwCodeMissing, toErrorRecord } from '../core/base/errors.ts'
import { lazy } from '../core/base/lazy.ts'
import type { WalletsPage } from '../core/assets/wallet.ts'
import type { Network } from '../core/chains/networks.ts'
import type { PayRequest, PayResult } from '../core/payments/pay-request.ts'
import type { ListName, TopicParams } from '../core/contract/protocol.ts'
import type { RegistrationState } from './registration-state.ts'
import type { PageWalletCalls, WalletCalls, WalletCallsOptions } from '../wallets/wallet-calls.ts'
import type { createLink } from '../worker-link/link.ts'
import { createRows, type Rows } from '../worker-link/rows.ts'
import { createTopicSignals, type TopicSignals } from '../worker-link/topics.ts'
import type { WorkerClient } from '../worker-link/worker-client.ts'
import { createPreferredTypes } from '../wallets/account-types.ts'
import { readRemoteFeatures } from './read-remote-features.ts'
import { addPictures } from '../worker-link/caller.ts'
import { followOnline, watchReturn } from './follow-online.ts'
import { createApprovals } from './approvals.ts'
import { createDataRemoval } from './data-removal.ts'
import { getFittingView, getHomeView, getNavigation, getConnectView } from './home-view.ts'
import { awaitConnected, awaitRestored } from '../wallets/await-account.ts'
import type { Headless, HeadlessOptions } from './headless.ts'
import { withoutExcluded } from './without-excluded.ts'
import { isListed } from './is-listed.ts'
import { createModal } from './modal-host.ts'
import type { Features, Options, ThemeMode } from './options.ts'
import type { PagePayment } from './page-payment.ts'
import type { PayOptions } from './pay.ts'
import type { Readable } from '../base/readable.ts'
import { readLocale } from '../base/read-locale.ts'
import { isNamed } from '../base/named-accounts.ts'
import { dropSeen } from '../base/seen.ts'
import { startPayments } from '../payments/start-payments.ts'
import { startSignIn } from '../siwx/start-sign-in.ts'
import { whenIdle } from './prefetch.ts'
import { createRouter, type Router } from './router.ts'
import { getNext, type HomeView, openable, type OpenableView } from './routes.ts'
import type { Shell } from './shell.ts'
import { createSnacks } from '../base/snacks.ts'
import type { ProjectOptions } from '../analytics/follow-project.ts'
import type { TrackedEvent } from '../base/tracked-event.ts'
import { createFailureSnacks } from './failure-snacks.ts'
import { createKnownWallets, createWalletDirectory } from './wallet-directory.ts'
import { findSwitchedOff } from './wallet-features.ts'

export interface ShellOptions {
  options: Options
  /** This package's version. */
  version: string
  networks: readonly Network[]
  finders: readonly WalletFinder[]
  storage: Storage | undefined
  account: Signal<AccountState>
  isOpen: Signal<boolean>
  themeMode: Signal<ThemeMode>
}

export interface ShellControl {
  open(view?: OpenableView): Promise<void>
  /** Fetches the modal's code ahead of time. */
  preload(): Promise<void>
  /**
   * Opens the modal and resolves when an account is connected. If an account is connected already, resolves at once.
   * @param namespace default: any
   * @throws connect_cancelled
   */
  connect(namespace?: Namespace): Promise<ConnectedAccount>
  /** The connected account once stored sessions are restored; undefined without one. */
  awaitRestored(namespace: Namespace): Promise<ConnectedAccount | undefined>
  /** @throws options_invalid for a network that the page did not name; the errors of `Connections.switchNetwork` */
  switchNetwork(caipNetworkId: CaipNetworkId): Promise<void>
  /** @throws the errors of `Billfold.pay` */
  pay(request: PayRequest): Promise<PayResult>
  /**
   * Disconnects one namespace, or all.
   * @throws disconnect_failed, with the wallets' answers. Even then, the connection has ended in Billfold.
   */
  disconnect(namespace?: Namespace): Promise<void>
  /** Connects the wallet that the page runs inside, by its connector's id. Rejects if the wallet does not connect. */
  autoConnect(id: string): Promise<void>
  /** Resolves to the calls of the connected wallet when stored sessions are restored. */
  wallet(): Promise<WalletCalls>
  /**
   * The headless API. If the page reads `connectors` or calls `connect`, and has no `<billfold-button>`, the modal does
   * not open by itself, and is not prepared in advance.
   */
  headless(): Promise<Headless>
  readonly topic: Shell['topic']
  readonly call: Shell['call']
  rows<N extends ListName>(list: N, params: TopicParams<N>, from: number, to: number): Readable<Rows<N>>
  /** Tells the worker which accounts' data must still be removed. */
  flushForgotten(): void
  stop(): void
}

/** How long data is prefetched after the pointer or focus reaches the button. Milliseconds. */
const GLANCE = 5_000

export function createShell(context: ShellOptions): ShellControl {
  const { options, networks, storage } = context
  const sessions = createSessions(storage)
  const links: (() => void)[] = []
  const states = createStates(context, links)
  const { account, isOpen, onSnapshot, knownWallets } = states
  const snacks = createSnacks()
  let isStopped = false
  /** After a stop, the page may still hold the signals: don't write them any more. */
  const close = () => void (isStopped || (isOpen.value = false))
  /**
   * Whether the page draws its own views. Then the modal is prepared in advance only if the page has a
   * `<billfold-button>`.
   */
  let isHeadless = false

  const failures = createFailureSnacks(snacks, isOpen)
  const topics = createTopicSignals(() => loadClient(context, loadWalletCalls), { ...failures, onSnapshot })
  links.push(watchReturn(states.online, topics))
  const forgotten = createDataRemoval(sessions, toForget(storage, topics), (one) => isNamed(storage, one))
  const getAccount = (name?: Namespace) => (name ? connections.getAccount(name) : account.value)
  const end = (namespace?: Namespace) => connections.disconnect(namespace)
  const getAdapter = (namespace: Namespace) => connections.getAdapter(namespace)
  const loadWalletCalls = lazyWalletCalls(context, { getAccount, getAdapter, call: topics.call })
  const data = { topic: topics.get, call: topics.call }
  const payments = startPayments({ storage, getAccount, loadWalletCalls, snacks, ...data }, links)
  const signingIn = { options, loadWalletCalls, openByItself, end }
  const signIn = startSignIn(options, () => ({ shell: { ...shell, close: finish }, ...signingIn }))
  const types = createPreferredTypes(options.defaultAccountTypes ?? {}, storage)
  addPictures(networks, context)
  const { finders, ...wallets } = toPageWallets(context, topics, signIn)
  const own = getOwn(context, { accountTypes: types, call: topics.call, getPlace: () => approvals.place })
  const connectors = watchConnectors(finders, own, links)
  const listed = toListed(connectors, topics, options)
  const directory = createWalletDirectory(topics, knownWallets, connectors, listed)
  // Create the connections last: a stored session is restored at once and may use all of the above.
  const create = getServed(context).length > 0 ? createConnections : createNoConnections
  const connections = create({
    ...wallets,
    connectors,
    account,
    types,
    sessions,
    onConnected: settle,
    snacks,
    onForget(caipAddress) {
      topics.clear()
      forgotten.add(caipAddress)
      payments.forget(caipAddress)
      signIn.leave(caipAddress)
    },
  })
  const { takeWanted, ...asking } = followWanted(connections, () => isNetworkNamed(router))
  const isPaying = () => states.pagePayment.peek()?.isOver.peek() === false
  const start = () => (isPaying() ? 'Pay' : getHomeView(account.peek(), options))
  const home = () => (signIn.current?.isHeld() ? 'SIWXSignMessage' : start())
  const router = createRouter({ close, getHomeView: home })
  const approvals = createApprovals({ router, isOpen, getModal: () => modal })

  /** Opens the given view; default: the home view. */
  async function open(view?: OpenableView, namespace?: Namespace): Promise<void> {
    if (isStopped) throw createStoppedError()
    isHeadless = false
    if (view) assertView(view, options.features)
    const fitting = { router, connections, home: home(), options, namespace, signIn }
    approvals.keepAbove(() => showView(view ?? home(), fitting))
    isOpen.value = true
    for (const finder of finders) finder.find()
    await modal.show().catch((error: unknown) => {
      close()
      throw error
    })
    // If the project's data cannot be loaded, the next opening tries again.
    project.load().catch(() => {})
  }

  /** Closes the modal after a connection or sign-in. If the page asks for a payment, shows the home view instead. */
  const finish = () => (isPaying() ? router.goHome() : close())

  /** Whether the page does without the modal: it draws its own views and has no button. */
  const isAway = () => isHeadless && !document.querySelector('billfold-button')

  /** Prepares the modal, unless the page draws the account itself: a connected person is likely to open it. */
  const prepareAtLeisure = () => isStopped || isAway() || modal.prepare().catch(() => {})
  const waitForIdle = createIdleWait(options, prepareAtLeisure, links)

  function openByItself(view?: OpenableView): void {
    if (!isAway()) open(view).catch(() => {})
  }

  /** After connecting: go on to the next namespace, the requested network or sign-in, else close the modal. */
  function settle(): void {
    const network = takeWanted(getNetworkId(account.peek()))
    if (home() === 'UnsupportedChain') return openByItself()
    if (isOpen.peek() && showNext(router)) return
    if (!network) return signIn.settle(() => approvals.keepAbove(finish))
    router.goHome()
    router.push('SwitchNetwork', { network })
  }

  async function connect(namespace?: Namespace): Promise<ConnectedAccount> {
    const getState = () => getAccount(namespace)
    const restored = await awaitRestored(getState)
    if (restored) return restored
    if (!isStopped) await open('ConnectingExternal', namespace)
    const connected = await awaitConnected(getState, isOpen)
    // A session may be restored late: don't leave the view of a wallet that the person is connecting meanwhile.
    if (router.current.peek().view !== 'ConnectingExternal') settle()
    return connected
  }

  async function disconnect(namespace?: Namespace): Promise<void> {
    close()
    await end(namespace)
  }

  const unfollow = followAccount(account, (before, now) => {
    followData(now, { forgotten, topics, waitForIdle })
    if (getAccountId(now) !== getAccountId(before)) failures.takeBackAll()
    const wanted = getNavigation(router.history.peek(), isOpen.peek(), before, now, home())
    move(wanted, { router, openByItself, close })
  })
  links.push(unfollow, failures.stop, leaveOffViews(router, states))

  const showFailure = createTeller(snacks, () => isOpen.peek() || openByItself())

  const shell: Shell = {
    ...toShown(context),
    ...connections,
    ...states,
    ...directory,
    open: isOpen,
    trackedEvent: signal<TrackedEvent | undefined>(),
    router,
    snacks,
    signIn,
    payments: payments.load,
    wallet: loadWalletCalls,
    ...asking,
    chooseType: async (namespace, type) => types.choose(namespace, type),
    disconnect: (namespace) => disconnect(namespace).catch(showFailure),
    forget: (namespace) => end(namespace).catch(showFailure),
    close,
  }
  const modal = createModal(shell, options.enableEmbedded)
  const project = lazyProject({ shell, features: states.features }, links, () => isStopped)
  const onDraw = () => (isHeadless = !isOpen.peek())
  const drawn = { connections, connectors, shell, networks, preferred: types, onDraw, open }
  const headless = lazyHeadless(drawn, signIn)

  return {
    open,
    preload() {
      glance(account.peek(), topics)
      return modal.prepare()
    },
    connect,
    awaitRestored: (namespace) => awaitRestored(() => connections.getAccount(namespace)),
    switchNetwork: async (id) => connections.switchNetwork(findNetwork(networks, id)),
    pay: lazyPay({ ...shell, ...states, start: getConnectView(options), show: open }),
    disconnect,
    autoConnect: createAutoConnect({ connections, connectors, sessions }),
    wallet: loadWalletCalls,
    headless: headless.load,
    flushForgotten: forgotten.flush,
    ...directory,
    rows: (...given) => createRows(shell, ...given),
    stop() {
      close()
      isStopped = true
      signIn.stop()
      for (const stop of links) stop()
      for (const part of [connections, topics, modal]) part.stop()
    },
  }
}

/** Moves the modal to the view that fits a changed account. */
function move(
  wanted: ReturnType<typeof getNavigation>,
  { router, openByItself, close }: { router: Router; openByItself(): void; close(): void },
): void {
  if (wanted === 'open') return openByItself()
  if (wanted !== 'stay') router[wanted === 'back' ? 'goBack' : 'goHome']()
  if (wanted === 'close') close()
}

/** Reports disconnect failures at once: the user may not reopen the modal. */
function createTeller(snacks: Shell['snacks'], assureOpen: () => void): (error: unknown) => void {
  return (error) => {
    snacks.show({ variant: 'error', message: toErrorRecord(error) })
    assureOpen()
  }
}

function toForget(storage: Storage | undefined, { call }: TopicSignals) {
  return (account: CaipAddress) => {
    dropSeen(storage, account)
    return call('forget', { account })
  }
}

/**
 * Clears the topics while no account is connected. For a connected account, cancels the removal of its data and renews
 * the topics.
 */
function followData(
  now: AccountState,
  parts: {
    forgotten: ReturnType<typeof createDataRemoval>
    topics: ReturnType<typeof createTopicSignals>
    waitForIdle(): void
  },
): void {
  if (now.status === 'disconnected') parts.topics.clear()
  if (now.status !== 'connected') return
  parts.forgotten.drop(now.caipAddress)
  parts.topics.renew()
  parts.waitForIdle()
}

/** Returns a function that waits for one idle moment, no matter how often it is called. */
function createIdleWait({ prefetch = 'idle' }: Options, listener: () => void, stops: (() => void)[]) {
  let stop: (() => void) | undefined
  stops.push(() => stop?.())
  return () => {
    if (prefetch === 'idle') stop ??= whenIdle(listener)
  }
}

/** Calls `listener` with the previous and the current account, at once and after each change. */
function followAccount(
  account: Readable<AccountState>,
  listener: (before: AccountState, now: AccountState) => void,
): () => void {
  let last: AccountState = { status: 'disconnected' }
  return account.subscribe((now) => {
    const before = last
    last = now
    listener(before, now)
  })
}

/**
 * Replaces a view that the page or its dashboard disables with the home view, before the disabled view's code is
 * loaded.
 */
function leaveOffViews(router: Router, { features, account }: ReturnType<typeof createStates>): () => void {
  return effect(() => {
    const { view } = router.current.value
    const now = account.value
    const namespace = now.status === 'connected' ? getNamespace(now.caipAddress) : undefined
    if (view !== 'AllWallets' && findSwitchedOff(view, features.value, namespace)) router.goHome()
  })
}

/** False if the modal was opened for a namespace without naming one of its networks. */
function isNetworkNamed({ history }: Router): boolean {
  const { data } = history.peek().findLast((route) => route.view === 'Connect') ?? {}
  return !data?.namespace || !!data.network
}

/** Remembers the network that a connection should end on, since not every wallet can be asked for a network. */
function followWanted(connections: Connections, isNamed: () => boolean) {
  let wanted: Network | undefined
  return {
    connect(connector: Connector, network?: Network): Promise<void> {
      const isAsked = ({ status, connector: { id } }: Attempt) => status === 'waiting' && id === connector.id
      if (!connections.attempts.peek().some(isAsked)) wanted = isNamed() ? network : undefined
      return connections.connect(connector, network)
    },
    cancelAttempt(namespace: Namespace): void {
      wanted = undefined
      connections.cancelAttempt(namespace)
    },
    /** The network that the new account should still switch to. */
    takeWanted(id: CaipNetworkId | undefined): Network | undefined {
      const network = wanted
      wanted = undefined
      if (!id || !network || id === network.caipNetworkId) return undefined
      return getNamespace(id) === network.chainNamespace ? network : undefined
    },
  }
}

/**
 * Connectors that need no finder: WalletConnect and the sign-in site. On a page without adapters, the view of
 * WalletConnect says what is missing.
 */
function getOwn(
  context: ShellOptions,
  more: Pick<AuthPage, 'accountTypes' | 'call' | 'getPlace'>,
): Connector[] {
  const { enableWalletConnect = true, auth } = context.options
  const served = getServed(context)
  return [
    ...(enableWalletConnect ? [createWalletConnect(served)] : []),
    ...(auth ? [auth.toConnector({ ...context.options, ...context, ...more, served })] : []),
  ]
}

/** Namespaces that the page's adapters or WalletConnect serve. */
function getServed({ options: { adapters }, networks }: ShellOptions): Namespace[] {
  return [...adapters, ...findWalletConnectOnly(networks, adapters)].map(({ namespace }) => namespace)
}

/**
 * The options that views use, as the page gave them. Of the networks, only those that an adapter or WalletConnect
 * serves.
 */
function toShown(context: ShellOptions) {
  const { options, networks: named } = context
  const served = getServed(context)
  const networks = named.filter(({ chainNamespace }) => served.includes(chainNamespace))
  const { metadata, termsConditionsUrl, privacyPolicyUrl, enableNetworkSwitch = true } = options
  const { features = {}, featuredWalletIds = [], customWallets = [] } = options
  const locale = readLocale(options)
  const preferUniversalLinks = options.experimental_preferUniversalLinks
  const accepted = signal(!features.legalCheckbox || !(termsConditionsUrl || privacyPolicyUrl))
  return {
    preferUniversalLinks,
    metadata,
    termsConditionsUrl,
    privacyPolicyUrl,
    enableNetworkSwitch,
    featuredWalletIds,
    customWallets,
    isListed: (id: string) => isListed(id, options),
    accepted,
    locale,
    networks,
  }
}

/** The wallets of this page, of all namespaces. @param own connectors that need no finder; listed last */
function watchConnectors(
  finders: readonly WalletFinder[],
  own: readonly Connector[],
  stops: (() => void)[],
): ReadonlySignal<readonly Connector[]> {
  const connectors = signal(own)
  const found = new Map<WalletFinder, readonly Connector[]>()
  for (const finder of finders)
    stops.push(
      finder.watch((list) => {
        found.set(finder, list)
        connectors.value = [...found.values(), own].flat()
      }),
    )
  return connectors
}

/** The wallets of this browser that the page does not exclude. */
function toListed(
  connectors: ReadonlySignal<readonly Connector[]>,
  { get }: TopicSignals,
  { excludeWalletIds: { length } = [] }: Options,
): Shell['connectors'] {
  if (!length) return connectors
  return computed(() => withoutExcluded(connectors.value, get('wallets', { list: 'excluded' }).value))
}

function toPageWallets(context: ShellOptions, { call, get }: TopicSignals, signIn: Pick<LazySignIn, 'load'>) {
  const { options, networks, finders } = context
  const { metadata, adapters, allowUnsupportedChain } = options
  const locale = readLocale(options)
  const adapterContext: AdapterContext = { metadata, networks, locale, call, topic: get, signIn }
  const elsewhere = findWalletConnectOnly(networks, adapters)
  return {
    finders: [...finders, ...elsewhere.map(({ finder }) => finder)],
    adapters: [...finders, ...elsewhere.map(({ finder }) => finder)].map((finder) =>
      finder.createAdapter(adapterContext),
    ),
    adapterContext,
    networks,
    allowUnsupportedChain,
    isGone: (restoreKey: string) => finders.some((finder) => finder.isGone?.(restoreKey)),
  }
}

/** Prefetches the account's data when the pointer or the focus reaches the button. */
function glance(account: AccountState, topics: TopicSignals): void {
  // On a network that the page did not name, prefetch nothing: views show no data of such networks.
  if (account.status !== 'connected' || !account.network) return
  const params = { account: account.caipAddress }
  for (const topic of ['identity', 'portfolio'] as const)
    setTimeout(
      topics.get(topic, params).subscribe(() => {}),
      GLANCE,
    )
}

function createStates({ account, isOpen, themeMode, options }: ShellOptions, links: (() => void)[]) {
  links.push(() => options.auth?.stop())
  const { online, onSnapshot } = followOnline(links)
  const knownWallets = createKnownWallets()
  return {
    account,
    isOpen,
    themeMode,
    online,
    knownWallets,
    onSnapshot(...[topic, snapshot]: Parameters<typeof onSnapshot>) {
      onSnapshot(topic, snapshot)
      if (topic === 'wallets' && snapshot.data) knownWallets.learn(snapshot.data as WalletsPage)
    },
    features: signal<Features>({ ...options.features, ...readRemoteFeatures(options.remoteFeatures) }),
    pagePayment: signal<PagePayment | undefined>(),
    registration: signal<RegistrationState>({ status: 'idle' }),
  }
}

interface Fitting {
  router: Router
  connections: Connections
  home: HomeView
  options: Options
  /** Limits the choice to wallets of this namespace. */
  namespace: Namespace | undefined
  signIn: LazySignIn
}

/**
 * If several namespaces of one wallet were requested, shows the view for the next one. Returns whether there is a next
 * one.
 */
function showNext(router: Router): boolean {
  const { view, data } = router.current.peek()
  const next = view === 'ConnectingExternal' && data ? getNext(data) : undefined
  if (next) router.replace('ConnectingExternal', next)
  return next !== undefined
}

/** Shows a view. If the requested view has nothing to show now, shows a view that suits the state. */
function showView(view: OpenableView | HomeView, fittingTo: Fitting): void {
  const { router, connections, home, options, namespace, signIn } = fittingTo
  // Decide before pushing: pushing a view fetches its code.
  const isMissing = view === 'SIWXSignMessage' && (signIn.current?.isMissing() ?? home === 'Account')
  const fitting = isMissing ? view : getFittingView(view, home, options)
  router.reset(fitting)
  if (fitting === 'Connect' && namespace) router.reset(fitting, { namespace })
  // Show only the wallet's current request: another view would send the request again.
  const attempt = connections.attempts.peek().find(({ status }) => status === 'waiting')
  if (fitting === 'Connect' && attempt) router.push('ConnectingExternal', { connector: attempt.connector })
  const switching = connections.switching.peek()
  if (view === 'SwitchNetwork' && switching?.status === 'waiting')
    router.push(view, { network: switching.network })
}

function findNetwork(networks: readonly Network[], caipNetworkId: CaipNetworkId): Network {
  const network = networks.find((one) => one.caipNetworkId === caipNetworkId)
  if (network) return network
  throw new BillfoldError('options_invalid', `${caipNetworkId} is not among this page’s networks.`)
}

/** @throws view_unknown for a view that does not exist, or that the page itself has disabled */
function assertView(view: OpenableView, features: Features = {}): void {
  if (!openable.includes(view)) {
    throw new BillfoldError(
      'view_unknown',
      `There is no view "${String(view)}". Open one of these: ${openable.join(', ')}.`,
    )
  }
  const feature = findSwitchedOff(view, features)
  if (feature)
    throw new BillfoldError('view_unknown', `The view "${view}" is turned off. See features.${feature}.`)
}

function getAccountId(account: AccountState): CaipAddress | undefined {
  return account.status === 'connected' ? account.caipAddress : undefined
}

function getNetworkId(account: AccountState): CaipNetworkId | undefined {
  return account.status === 'connected' ? account.caipNetworkId : undefined
}

/** @throws client_missing on a page without adapters */
function lazyWalletCalls(context: ShellOptions, options: Omit<WalletCallsOptions, 'networks'>) {
  const code = lazy(() => import('../wallets/wallet-calls.ts'))
  return async (): Promise<PageWalletCalls> => {
    if (getServed(context).length === 0) throw createClientError('ConnectionController')
    const { startWalletCalls } = await code.load()
    return startWalletCalls({ ...options, networks: context.networks })
  }
}

function lazyProject(options: ProjectOptions, stops: (() => void)[], isStopped: () => boolean) {
  return lazy(
    () => import('../analytics/follow-project.ts'),
    ({ followProject }) => {
      const stop = followProject(options)
      if (isStopped()) stop()
      else stops.push(stop)
    },
  )
}

function lazyPay(options: PayOptions): ShellControl['pay'] {
  const code = lazy(() => import('./pay.ts'))
  return async (request) => (await code.load()).startPay(request, options)
}

function lazyHeadless(options: Omit<HeadlessOptions, 'signIn' | 'findNetwork'>, signIn: LazySignIn) {
  const find = (id: CaipNetworkId) => findNetwork(options.networks, id)
  return lazy(
    () => Promise.all([import('./headless.ts'), signIn.load()]),
    ([{ createHeadless }, loaded]) => createHeadless({ ...options, signIn: loaded, findNetwork: find }),
  )
}

async function loadClient(...given: Parameters<typeof createLink>): Promise<WorkerClient> {
  const { createLink } = await import('../worker-link/link.ts').catch(throwCodeMissing)
  return createLink(...given)
}
