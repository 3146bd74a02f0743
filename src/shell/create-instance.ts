/**
 * The one instance behind all owners on a page: it loads the shell when it is needed and gives it up in the end.
 *
 *   resting ─ need ─▶ loading ─▶ loaded
 *      ▲                 │          │ other options, in development: unloaded, and loaded again
 *      └──── failed ─────┘          └─ the last owner is done: ended, for good
 */
import type { AccountState } from '../connections/account.ts'
import type { Adapter, AdapterContext } from '../connections/adapter.ts'
import type { ProvidersOf } from '../connections/providers.ts'
import { FORGOTTEN, getLocalStorage, readStored, SESSIONS, watchSessions } from '../connections/storage.ts'
import type { Namespace } from '../core/caip.ts'
import { BillfoldError, createStoppedError } from '../core/errors.ts'
import { type Network, toNetwork } from '../core/networks.ts'
import type { Snapshot } from '../core/protocol.ts'
import { failedSnapshot } from '../core/snapshot.ts'
import type { Billfold, BillfoldState } from './billfold.ts'
import type { ShellControl } from './create-shell.ts'
import type { Options } from './options.ts'
import type { Readable } from './readable.ts'
import { createState } from './state.ts'
import { createTheme } from './theme.ts'
import { version } from './version.ts'

export interface Instance {
  readonly options: Options
  readonly account: Readable<AccountState>
  /** Other options take the place of these, and the state goes on. */
  replaceOptions(next: Options): void
  /** One more owner. Whoever owns it last ends it. */
  own(): Billfold
}

/** What nobody has asked for in so many other requests is a signal of its own again when it is. */
const KEPT_SIGNALS = 200

const isBrowser = () => typeof window !== 'undefined'

export function createInstance(initial: Options, onEnd: () => void): Instance {
  let options = initial
  const networks: Network[] = options.networks.map(toNetwork)
  const storage = isBrowser() ? getLocalStorage() : undefined
  const account = createState<AccountState>({ status: 'disconnected' })
  const isOpen = createState(false)
  /** Data by what was asked for, so that it can be asked for in each render. */
  const signals = new Map<string, Readable<Snapshot<unknown>>>()
  /** Everything that is asked for while there is no shell. */
  const unknown: Snapshot<never> = { data: undefined, fetchedAt: undefined, status: 'loading' }
  const nothing = createState(unknown)
  const shell = createState<ShellControl | undefined>(undefined)
  let loading: Promise<ShellControl> | undefined
  let owners = 0
  let ended: BillfoldError | undefined
  const stops = new Set<() => void>()
  const [themeMode, setThemeMode] = createTheme(options.themeMode, stops)

  function getContext(): AdapterContext {
    const { metadata, locale = navigator.language } = options
    return { metadata, networks, locale, call: async (command, input) => (await load()).call(command, input) }
  }

  /** The providers speak for this instance from now on, before anything is loaded. */
  function attach(): void {
    for (const { namespace, attach: attachTo } of options.adapters)
      attachTo({ networks, connect: async () => (await load()).connect(namespace) })
  }

  async function load(): Promise<ShellControl> {
    assertAlive()
    if (!isBrowser()) throw new BillfoldError('wallet_missing', 'This needs a page, not a server.')
    if (loading) return loading
    const mine = Promise.all([
      import('./create-shell.ts'),
      ...options.adapters.map((adapter) => adapter.load(getContext())),
    ] as const).then(([{ createShell }, ...adapters]) => {
      // Other options took the place of these, or it has ended.
      if (mine !== loading) return load()
      return (shell.value = createShell({
        options,
        version,
        networks,
        adapters,
        storage,
        account,
        isOpen,
        themeMode,
      }))
    })
    loading = mine
    mine.catch((error: unknown) => {
      // A failed download is tried again with the next use.
      if (mine === loading) unload(error)
    })
    return mine
  }

  function unload(error?: unknown): void {
    loading = undefined
    shell.peek()?.stop()
    shell.value = undefined
    nothing.value = error ? failedSnapshot(error) : unknown
  }

  function assertAlive(): void {
    if (ended) throw ended
  }

  /** Who was connected before is connected again; what was to be forgotten is. */
  function resume(): void {
    const hasSession = readStored(storage, SESSIONS) !== undefined
    // What has failed this often is tried again with the next disconnect, not with every load for ever.
    const mustForget = Object.values(readStored(storage, FORGOTTEN) ?? {}).some((failures) => failures < 10)
    account.value = hasSession ? { status: 'connecting', restoring: true } : { status: 'disconnected' }
    if (!hasSession && !mustForget) return
    load()
      .then((loaded) => mustForget && loaded.flushForgotten())
      .catch(() => (account.value = { status: 'disconnected' }))
  }

  function replaceOptions(next: Options): void {
    const wasLoaded = loading !== undefined
    const wasOpen = isOpen.peek()
    networks.splice(0, Infinity, ...next.networks.map(toNetwork))
    // The adapter that is there stays, and with it the provider that the page holds.
    const keep = (adapter: Adapter) =>
      options.adapters.find(({ namespace }) => namespace === adapter.namespace) ?? adapter
    options = { ...next, adapters: next.adapters.map(keep) }
    attach()
    setThemeMode(next.themeMode)
    unload()
    resume()
    if (!wasLoaded) return
    load()
      .then((loaded) => (wasOpen ? loaded.open() : undefined))
      .catch(() => {})
  }

  function end(): void {
    ended = createStoppedError()
    onEnd()
    for (const stop of stops) stop()
    unload(ended)
    account.value = { status: 'disconnected' }
  }

  /** The same readable for whatever is asked for in the same way. */
  function getData<T>(key: unknown[], read: (shell: ShellControl) => Readable<Snapshot<T>>) {
    const name = JSON.stringify(key)
    const found = (signals.get(name) ?? createData(read)) as Readable<Snapshot<T>>
    // Asked for last comes last: a list that is scrolled asks for one part of it after the other.
    signals.delete(name)
    signals.set(name, found)
    if (signals.size > KEPT_SIGNALS) signals.delete(signals.keys().next().value!)
    return found
  }

  /** What the shell says, whichever there is; it is loaded with the first reader, if not before. */
  function createData<T>(read: (shell: ShellControl) => Readable<Snapshot<T>>): Readable<Snapshot<T>> {
    let readOf: ShellControl | undefined
    let source: Readable<Snapshot<T>> = nothing
    function getSource(): Readable<Snapshot<T>> {
      const loaded = shell.peek()
      if (loaded !== readOf) source = loaded ? read(loaded) : nothing
      readOf = loaded
      return source
    }
    const data: Readable<Snapshot<T>> = {
      get value() {
        return data.peek()
      },
      peek: () => getSource().peek(),
      subscribe(listener) {
        let stop = () => {}
        const stopShell = shell.subscribe(() => {
          stop()
          stop = getSource().subscribe(listener)
        })
        load().catch(() => {})
        return () => {
          stopShell()
          stop()
        }
      },
    }
    return data
  }

  function follow<T>(selector: (state: BillfoldState) => T, listener: (selected: T) => void): () => void {
    let last: [T] | undefined
    function check(): void {
      const selected = selector({ account: account.value, isOpen: isOpen.value, themeMode: themeMode.value })
      if (last && Object.is(selected, last[0])) return
      last = [selected]
      listener(selected)
    }
    const parts = [account, isOpen, themeMode].map((part) => part.subscribe(check))
    const stop = () => {
      for (const stopPart of parts) stopPart()
      stops.delete(stop)
    }
    stops.add(stop)
    return stop
  }

  function own(): Billfold {
    let isOwner = true
    owners += 1
    return {
      account,
      isOpen,
      themeMode,
      networks,
      async open({ view } = {}) {
        if (isBrowser()) await (await load()).open(view)
      },
      close() {
        assertAlive()
        isOpen.value = false
      },
      preload() {
        assertAlive()
        if (isBrowser())
          void Promise.all([load().then((loaded) => loaded.preload()), import('#ui')]).catch(() => {})
      },
      connect: async (namespace) => (await load()).connect(namespace),
      switchNetwork: async (caipNetworkId) => (await load()).switchNetwork(caipNetworkId),
      async disconnect(namespace) {
        if (isBrowser()) await (await load()).disconnect(namespace)
      },
      setThemeMode(mode) {
        assertAlive()
        setThemeMode(mode)
      },
      getProvider<N extends Namespace>(namespace: N) {
        assertAlive()
        const adapter = options.adapters.find((one) => one.namespace === namespace)
        return adapter?.provider as ProvidersOf<Namespace>[N]
      },
      topic: (topic, params) => getData([topic, params], (loaded) => loaded.topic(topic, params)),
      rows: (list, params, from, to) =>
        getData([list, params, from, to], (loaded) => loaded.rows(list, params, from, to)),
      refresh: async (topic, params) => (await load()).call('refresh', { topic, params }),
      loadMore: async (params) => (await load()).call('more', params),
      subscribe(selector, listener) {
        assertAlive()
        return follow(selector, listener)
      },
      destroy() {
        if (isOwner) owners -= 1
        if (isOwner && owners === 0) end()
        isOwner = false
      },
    }
  }

  if (isBrowser()) {
    // Somebody connected in another tab.
    stops.add(watchSessions(storage, () => readStored(storage, SESSIONS) && void load().catch(() => {})))
  }
  attach()
  resume()
  return {
    get options() {
      return options
    },
    account,
    replaceOptions,
    own,
  }
}
