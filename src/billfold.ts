/** One Billfold on a page: its state, its modal, and the few things that a page may ask of it. */
import { computed, effect, signal } from '@preact/signals-core'
import { createConnections } from './connections.ts'
import type { AccountId, Namespace } from './core/caip.ts'
import { BillfoldError, type ErrorRecord } from './core/errors.ts'
import { type Network, toNetwork } from './core/networks.ts'
import type { Snapshot, TopicData, TopicName, TopicParams, WorkerConfig } from './core/protocol.ts'
import type { Options, ThemeMode } from './options.ts'
import { current } from './current.ts'
import { createRouter, type ViewName } from './router.ts'
import { createSessions, getLocalStorage } from './session.ts'
import type { AccountState, Readable, Shell } from './shell.ts'
import { createSnacks } from './snacks.ts'
import { createTopicSignals } from './topics.ts'
import { version } from './version.ts'
import type { View } from './view.ts'

export interface Billfold {
  readonly account: Readable<AccountState>
  /** The modal is open. */
  readonly isOpen: Readable<boolean>
  readonly theme: Readable<ThemeMode>
  /** Networks that the page named. */
  readonly networks: readonly Network[]
  /** Resolves when the modal is drawn. Without a view: Account when connected, else Connect. */
  open(options?: { view?: ViewName }): Promise<void>
  close(): void
  /** Fetches the modal's code ahead of time, for example when a pointer comes near the button. */
  preload(): void
  /**
   * Ends the connection and removes what is kept of the account, in every tab.
   * @throws what the wallet answered; locally the connection has ended all the same.
   */
  disconnect(): Promise<void>
  setThemeMode(mode: ThemeMode): void
  /**
   * The connected wallet: for `eip155` an EIP-1193 provider. One stable object that survives changes of wallet and
   * account; undefined before the first connection.
   */
  getProvider(namespace: Namespace): unknown
  /** Data of an account as a signal. It is kept up to date while somebody subscribes to it or reads it in an effect. */
  topic<T extends TopicName>(topic: T, params: TopicParams<T>): Readable<Snapshot<TopicData<T>>>
  /** Calls with the selected part of the state at once and after each change of it. Returns its own stop. */
  subscribe<T>(selector: (state: BillfoldState) => T, listener: (selected: T) => void): () => void
  /** Stops everything. The last of several owners of the same instance ends it. */
  destroy(): void
}

export interface BillfoldState {
  readonly account: AccountState
  readonly isOpen: boolean
  readonly theme: ThemeMode
}

const PUBLIC_API = 'https://rpc.walletconnect.org'

/**
 * Creates the one Billfold of this page. The same options again give the same instance.
 * @throws project_id_missing, options_invalid, options_conflict
 * @example
 * const billfold = createBillfold({ projectId, networks: [mainnet], adapters: [evm()], metadata: { name: 'Driftwood' } })
 * await billfold.open()
 */
export function createBillfold(options: Options): Billfold {
  assertOptions(options)
  if (typeof window === 'undefined') return createInstance(options, () => {})
  const registry = globalThis as { [KEY]?: Entry }
  const fingerprint = fingerprintOf(options)
  const existing = registry[KEY]
  if (existing && existing.fingerprint !== fingerprint) {
    throw new BillfoldError(
      'options_conflict',
      'createBillfold was called twice with different options. Keep one instance, or call destroy() on the first.',
    )
  }
  if (existing) {
    existing.owners += 1
    current.value = existing.billfold
    return existing.billfold
  }
  const billfold = createInstance(options, () => {
    entry.owners -= 1
    if (entry.owners > 0) return false
    delete registry[KEY]
    current.value = undefined
    return true
  })
  const entry: Entry = { billfold, fingerprint, owners: 1 }
  registry[KEY] = entry
  current.value = billfold
  return billfold
}

/** Two copies of the same version share one instance; two versions do not know each other. */
const KEY = Symbol.for(`billfold/${version}`)
interface Entry {
  billfold: Billfold
  fingerprint: string
  owners: number
}

function createInstance(options: Options, onDestroy: () => boolean | void): Billfold {
  const networks = options.networks.map(toNetwork)
  const isBrowser = typeof window !== 'undefined'
  const isOpen = signal(false)
  const theme = signal<ThemeMode>(options.themeMode ?? 'dark')
  const online = signal(!isBrowser || navigator.onLine)
  const snacks = createSnacks()
  const sessions = createSessions(isBrowser ? getLocalStorage() : undefined)
  let view: Promise<View> | undefined
  let host: HTMLElement | undefined

  const topics = createTopicSignals(async () => {
    const [{ createWorkerClient, pageVisibility }, { startWorker }] = await Promise.all([
      import('./worker-client.ts'),
      import('./start-worker.ts'),
    ])
    return createWorkerClient({
      start: (start) =>
        startWorker({ ...start, config: toWorkerConfig(options, networks), worker: options.worker }),
      visibility: pageVisibility,
    })
  }, showFailure)

  /** Money and history that could not be fetched are told once; the view keeps saying it. */
  function showFailure(topic: TopicName, { message }: ErrorRecord): void {
    if (isOpen.peek() && (topic === 'portfolio' || topic === 'activity'))
      snacks.show({ variant: 'error', message })
  }

  const connections = isBrowser
    ? createConnections({
        adapters: options.adapters,
        networks,
        sessions,
        onConnected: close,
        onForget: forget,
      })
    : undefined
  const account = connections?.account ?? signal<AccountState>({ status: 'disconnected' })
  const isConnected = () => account.peek().status === 'connected'
  const router = createRouter({ close, isConnected })

  function close(): void {
    isOpen.value = false
  }

  async function open({ view: name }: { view?: ViewName } = {}): Promise<void> {
    if (!isBrowser) return
    router.reset(name ?? (isConnected() ? 'Account' : 'Connect'))
    isOpen.value = true
    await loadView()
  }

  function loadView(): Promise<View> {
    if (!view) {
      view = import('#ui').then(({ mountView }) => {
        host = document.createElement('billfold-modal')
        document.body.append(host)
        return mountView(shell, host)
      })
      // A failed download is tried again by the next open().
      view.catch(() => {
        view = undefined
        close()
      })
    }
    return view
  }

  /** The account is marked first, so that its data goes even if the page is closed before the worker is done. */
  function forget(accountId: AccountId): void {
    topics.clear()
    sessions.setForgotten([...new Set([...sessions.getForgotten(), accountId])])
    flushForgotten()
  }

  function flushForgotten(): void {
    for (const accountId of sessions.getForgotten()) {
      topics
        .call('forget', { account: accountId as AccountId })
        .then(() => sessions.setForgotten(sessions.getForgotten().filter((other) => other !== accountId)))
        .catch(() => {})
    }
  }

  async function disconnect(): Promise<void> {
    close()
    await connections?.disconnect()
  }

  /** The view on top always fits who is connected. */
  function followAccount(): void {
    const { status } = account.value
    const { view: top } = router.current.peek()
    if (status === 'connected' && top === 'Connect') router.reset('Account')
    if (status !== 'connected' && (top === 'Account' || top === 'AccountSettings')) router.reset('Connect')
    if (status === 'disconnected') topics.clear()
  }
  const stopFollowing = isBrowser ? effect(followAccount) : undefined

  const setOnline = () => (online.value = navigator.onLine)
  if (isBrowser) {
    window.addEventListener('online', setOnline)
    window.addEventListener('offline', setOnline)
    if (sessions.getForgotten().length > 0) flushForgotten()
  }

  const shell: Shell = {
    metadata: options.metadata,
    termsConditionsUrl: options.termsConditionsUrl,
    privacyPolicyUrl: options.privacyPolicyUrl,
    locale: options.locale,
    open: isOpen,
    router,
    theme,
    online,
    account,
    connectors: connections?.connectors ?? signal([]),
    attempt: connections?.attempt ?? signal(undefined),
    snacks,
    topic: topics.get,
    call: topics.call,
    connect: async (connector) => connections?.connect(connector),
    cancelAttempt: () => connections?.cancelAttempt(),
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

  const state = computed<BillfoldState>(() => ({
    account: account.value,
    isOpen: isOpen.value,
    theme: theme.value,
  }))
  let everConnected = false

  return {
    account,
    isOpen,
    theme,
    networks,
    open,
    close,
    preload: () => void (isBrowser && import('#ui').catch(() => {})),
    disconnect,
    setThemeMode: (mode) => (theme.value = mode),
    getProvider(namespace) {
      everConnected ||= isConnected()
      return everConnected
        ? options.adapters.find((adapter) => adapter.namespace === namespace)?.provider
        : undefined
    },
    topic: topics.get,
    subscribe: (selector, listener) => computed(() => selector(state.value)).subscribe(listener),
    destroy() {
      if (onDestroy() === false || !isBrowser) return
      close()
      stopFollowing?.()
      connections?.stop()
      topics.stop()
      window.removeEventListener('online', setOnline)
      window.removeEventListener('offline', setOnline)
      void view?.then((mounted) => mounted.unmount()).catch(() => {})
      host?.remove()
    },
  }
}

function assertOptions(options: Options): void {
  if (!options?.projectId) {
    throw new BillfoldError(
      'project_id_missing',
      'createBillfold needs a projectId. Create one in your dashboard and pass it.',
    )
  }
  if (!Array.isArray(options.networks) || options.networks.length === 0) {
    throw new BillfoldError(
      'options_invalid',
      'createBillfold needs at least one network, for example networks: [mainnet].',
    )
  }
  if (!Array.isArray(options.adapters) || options.adapters.length === 0) {
    throw new BillfoldError(
      'options_invalid',
      'createBillfold needs at least one adapter, for example adapters: [evm()].',
    )
  }
  if (!options.metadata?.name) {
    throw new BillfoldError(
      'options_invalid',
      'createBillfold needs metadata.name: people must see who asks for their wallet.',
    )
  }
}

/** Equal for equal options. Functions (adapters, a worker factory) count by what they are, not by identity. */
function fingerprintOf(options: Options): string {
  return JSON.stringify(
    { ...options, adapters: options.adapters.map(({ namespace }) => namespace) },
    (_key, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : typeof value === 'function' ? 'function' : value,
  )
}

function toWorkerConfig(options: Options, networks: readonly Network[]): WorkerConfig {
  return {
    projectId: options.projectId,
    sdkType: 'billfold',
    sdkVersion: `html-${options.adapters.map(({ namespace }) => namespace).join(',')}-${version}`,
    apiUrl: (options.apiUrl ?? PUBLIC_API).replace(/\/+$/, ''),
    networks,
    locale: options.locale ?? navigator.language,
  }
}
