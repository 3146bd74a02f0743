/** One Billfold on a page: its state, its modal, and the few things that a page may ask of it. */
import { computed, signal } from '@preact/signals-core'
import type { WalletAdapter } from './adapter.ts'
import type { Namespace } from './core/caip.ts'
import { BillfoldError, type ErrorCode, toErrorRecord } from './core/errors.ts'
import type { ShellControl } from './create-shell.ts'
import { type Network, toNetwork } from './core/networks.ts'
import type { Snapshot, TopicData, TopicName, TopicParams } from './core/protocol.ts'
import type { Options, ThemeMode } from './options.ts'
import { current } from './current.ts'
import type { ViewName } from './router.ts'
import { createSessions, getLocalStorage } from './session.ts'
import type { AccountState, Readable } from './shell.ts'
import { version } from './version.ts'

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

/**
 * Creates the one Billfold of this page. The same options again give the same instance.
 * @throws project_id_missing, options_invalid, options_conflict
 * @example
 * const billfold = createBillfold({ projectId, networks: [mainnet], adapters: [evm()], metadata: { name: 'Driftwood' } })
 * await billfold.open()
 */
export function createBillfold(options: Options): Billfold {
  assertOptions(options)
  if (typeof window === 'undefined') return createInstance(options, () => true)
  const registry = globalThis as { [KEY]?: Entry }
  const fingerprint = fingerprintOf(options)
  const existing = registry[KEY]
  if (existing && existing.fingerprint !== fingerprint) {
    throw new BillfoldError(
      'options_conflict',
      'createBillfold was called with other options before. Keep one instance or destroy() the first.',
    )
  }
  const entry: Entry = existing ?? {
    fingerprint,
    owners: 0,
    billfold: createInstance(options, () => {
      entry.owners -= 1
      if (entry.owners > 0) return false
      delete registry[KEY]
      current.value = undefined
      return true
    }),
  }
  entry.owners += 1
  registry[KEY] = entry
  current.value = entry.billfold
  return entry.billfold
}

/** Two copies of the same version share one instance; two versions do not know each other. */
const KEY = Symbol.for(`billfold/${version}`)
interface Entry {
  billfold: Billfold
  fingerprint: string
  owners: number
}

function createInstance(options: Options, onDestroy: () => boolean): Billfold {
  const isBrowser = typeof window !== 'undefined'
  const networks = options.networks.map(toNetwork)
  const sessions = createSessions(isBrowser ? getLocalStorage() : undefined)
  const session = sessions.get()
  const account = signal<AccountState>(
    session ? { status: 'connecting', restoring: true } : { status: 'disconnected' },
  )
  const isOpen = signal(false)
  const theme = signal<ThemeMode>(options.themeMode ?? 'dark')
  const state = computed<BillfoldState>(() => ({
    account: account.value,
    isOpen: isOpen.value,
    theme: theme.value,
  }))
  let adapters: readonly WalletAdapter[] = []
  let loading: Promise<ShellControl> | undefined
  /** Loaded with the first reader of a topic, if not before. */
  const shell = signal<ShellControl | undefined>(undefined, { watched: () => void load().catch(() => {}) })
  /** Every topic while there is no shell. */
  const nothing = signal<Snapshot<never>>({ data: undefined, fetchedAt: undefined, status: 'loading' })
  let destroyed = false
  let everConnected = false
  account.subscribe(({ status }) => (everConnected ||= status === 'connected'))

  function load(): Promise<ShellControl> {
    loading ??= Promise.all([
      import('./create-shell.ts'),
      ...options.adapters.map((adapter) => adapter.load()),
    ] as const).then(([{ createShell }, ...loaded]) => {
      if (destroyed) throw new BillfoldError('stopped', 'This Billfold was destroyed.')
      adapters = loaded
      return (shell.value = createShell({
        options,
        version,
        networks,
        adapters,
        sessions,
        account,
        isOpen,
        theme,
      }))
    })
    loading.catch((error: unknown) => {
      // A failed download is tried again with the next use.
      loading = undefined
      nothing.value = { ...nothing.peek(), status: 'failed', error: toErrorRecord(error) }
    })
    return loading
  }

  // What has failed this often is tried again with the next disconnect, not with every load for ever.
  const mustForget = Object.values(sessions.getForgotten()).some((failures) => failures < 10)
  if (session || mustForget) {
    load()
      .then((loaded) => mustForget && loaded.flushForgotten())
      .catch(() => (account.value = { status: 'disconnected' }))
  }

  // Somebody connected in another tab.
  const stopWaking = isBrowser
    ? sessions.watch(() => sessions.get() && void load().catch(() => {}))
    : undefined

  return {
    account,
    isOpen,
    theme,
    networks,
    open: async ({ view } = {}) => {
      if (isBrowser) await (await load()).open(view)
    },
    close: () => void (isOpen.value = false),
    preload: () => {
      if (isBrowser) void Promise.all([load(), import('#ui')]).catch(() => {})
    },
    disconnect: async () => {
      if (isBrowser) await (await load()).disconnect()
    },
    setThemeMode: (mode) => void (theme.value = mode),
    getProvider: (namespace) =>
      everConnected ? adapters.find((adapter) => adapter.namespace === namespace)?.provider : undefined,
    topic: <T extends TopicName>(topic: T, params: TopicParams<T>) =>
      computed((): Snapshot<TopicData<T>> => (shell.value?.topic(topic, params) ?? nothing).value),
    subscribe: (selector, listener) => computed(() => selector(state.value)).subscribe(listener),
    destroy() {
      if (destroyed || !onDestroy()) return
      destroyed = true
      stopWaking?.()
      shell.peek()?.stop()
    },
  }
}

function assertOptions({ projectId, networks, adapters, metadata }: Options): void {
  function needs(given: unknown, what: string, code: ErrorCode = 'options_invalid'): void {
    if (!given) throw new BillfoldError(code, `createBillfold needs ${what}.`)
  }
  needs(projectId, 'a projectId: create one in your dashboard', 'project_id_missing')
  needs(networks?.length, 'at least one network, for example networks: [mainnet]')
  needs(adapters?.length, 'at least one adapter, for example adapters: [evm()]')
  needs(metadata?.name, 'metadata.name: people must see who asks for their wallet')
}

/** Equal for equal options. Functions (adapters, a worker factory) count by what they are, not by identity. */
function fingerprintOf(options: Options): string {
  return JSON.stringify(
    { ...options, adapters: options.adapters.map(({ namespace }) => namespace) },
    (_key, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : typeof value === 'function' ? 'function' : value,
  )
}
