/** The one instance behind all owners on a page: it loads the shell on demand and drops it at the end. */
import type { AccountState } from '../wallets/account.ts'
import type { Adapter } from '../wallets/adapter.ts'
import type { ProvidersOf } from '../wallets/providers.ts'
import { FORGOTTEN, getLocalStorage, readStored, SESSIONS, watchSessions } from '../base/storage.ts'
import type { Namespace } from '../core/chains/caip.ts'
import { type Network, toNetwork } from '../core/chains/networks.ts'
import type { PayRequest } from '../core/payments/pay-request.ts'
import type { Billfold, BillfoldState } from './billfold.ts'
import { createLazyShell } from './lazy-shell.ts'
import type { Options } from './options.ts'
import { whenIdle } from './prefetch.ts'
import type { Readable } from '../base/readable.ts'
import { createPageSignal } from '../base/page-signal.ts'
import { chooseLanguage, isLanguageGiven } from '../base/language.ts'
import { createTheme } from './theme.ts'
import { version } from '../base/version.ts'

export interface Instance {
  readonly options: Options
  readonly account: Readable<AccountState>
  /** Replaces the options and keeps the state. */
  replaceOptions(next: Options): void
  /** Adds an owner. The instance ends when its last owner leaves. */
  own(): Billfold
}

const nobody: AccountState = { status: 'disconnected' }

export function createInstance(initial: Options, onEnd: () => void): Instance {
  const isBrowser = typeof window !== 'undefined'
  let options = initial
  const networks: Network[] = options.networks.map(toNetwork)
  const storage = getLocalStorage()
  const account = createPageSignal(nobody)
  const isOpen = createPageSignal(false)
  const stops = new Set<() => void>()
  const [themeMode, setThemeMode] = createTheme(options.themeMode, stops)
  const lazy = createLazyShell(() => ({
    options,
    version,
    networks,
    storage,
    account,
    isOpen,
    themeMode,
  }))
  const { load, assertAlive, getData } = lazy
  let owners = 0
  let hasLanguage = false
  /**
   * Whether the page draws its own views. Then the modal's code is downloaded in advance only if the page has a
   * `<billfold-button>`.
   */
  let isHeadless = false

  function adapterOf(namespace: Namespace): Adapter | undefined {
    return options.adapters.find((adapter) => adapter.namespace === namespace)
  }

  function hasSession(namespace: Namespace): boolean {
    const stored = [readStored(storage, SESSIONS)].flat() as ({ namespace?: unknown } | null | undefined)[]
    // Without localStorage, only the shell knows whether there is a session, so assume that there is one.
    return !storage || stored.some((session) => session?.namespace === namespace)
  }

  /**
   * Connects the providers to this instance before anything is loaded, restores the last connection, and finishes
   * removals of data that were interrupted.
   */
  function start(): void {
    // Without a `language` option, keep the language that the portfolio has set, unless earlier options of this
    // Billfold had set one.
    if (isBrowser && (hasLanguage ||= isLanguageGiven(options))) chooseLanguage(options)
    for (const adapter of options.adapters) adapter.attach({ networks, account, hasSession, load })
    const isStored = !!readStored(storage, SESSIONS)
    // After 10 failures to remove the data of an account, try again only at the next disconnect.
    const mustForget = Object.values(readStored(storage, FORGOTTEN) ?? {}).some((failures) => failures < 10)
    account.value = isStored ? { status: 'connecting', restoring: true } : nobody
    if (!isStored && !mustForget) return
    load()
      .then((loaded) => mustForget && loaded.flushForgotten())
      .catch(() => (account.value = nobody))
  }

  function replaceOptions(next: Options): void {
    const wasOpen = isOpen.peek()
    networks.splice(0, Infinity, ...next.networks.map(toNetwork))
    // Keep the existing adapters, and with them the provider that the page holds.
    options = { ...next, adapters: next.adapters.map((adapter) => adapterOf(adapter.namespace) ?? adapter) }
    setThemeMode(next.themeMode)
    lazy.drop()
    start()
    load()
      .then((loaded) => (wasOpen ? loaded.open() : undefined))
      .catch(() => {})
  }

  function end(): void {
    onEnd()
    for (const stop of stops) stop()
    lazy.end()
    if (hasLanguage) chooseLanguage({})
    account.value = nobody
  }

  function subscribe<T>(selector: (state: BillfoldState) => T, listener: (selected: T) => void): () => void {
    assertAlive()
    /** An initial value that no selector can return. */
    let last: unknown = {}
    function check(): void {
      const selected = selector({ account: account.value, isOpen: isOpen.value, themeMode: themeMode.value })
      if (Object.is(selected, last)) return
      last = selected
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
        if (isBrowser) await (await load()).open(view)
      },
      close() {
        assertAlive()
        isOpen.value = false
      },
      preload() {
        assertAlive()
        load()
          .then((loaded) => loaded.preload())
          .catch(() => {})
      },
      prefetch: options.prefetch ?? 'idle',
      connect: async (namespace) => (await load()).connect(namespace),
      awaitRestored: async (namespace) => (await load()).awaitRestored(namespace),
      switchNetwork: async (caipNetworkId) => (await load()).switchNetwork(caipNetworkId),
      async pay(request) {
        // Read each field once, now: later changes of the page's object have no effect.
        const { caipNetworkId, asset, amount, recipient, memo } = request ?? ({} as PayRequest)
        return (await load()).pay({ caipNetworkId, asset, amount, recipient, memo })
      },
      async disconnect(namespace) {
        if (isBrowser) await (await load()).disconnect(namespace)
      },
      setThemeMode(mode) {
        assertAlive()
        setThemeMode(mode)
      },
      getProvider<N extends Namespace>(namespace: N) {
        assertAlive()
        return adapterOf(namespace)?.provider as ProvidersOf<Namespace>[N]
      },
      async headless() {
        isHeadless = true
        return (await load()).headless()
      },
      wallet: async () => (await load()).wallet(),
      topic: (...given) => getData('topic', given),
      rows: (...given) => getData('rows', given),
      refresh: async (topic, params) => (await load()).call('refresh', { topic, params }),
      loadMore: async (params) => (await load()).call('more', params),
      subscribe,
      destroy() {
        if (isOwner && --owners === 0) end()
        isOwner = false
      },
    }
  }

  /** Downloads the modal's code without running it. The first opening retries a failed download. */
  function download(): void {
    if (isHeadless && !document.querySelector('billfold-button')) return
    const parts = [lazy.fetchCode(), options.enableEmbedded ? import('#embedded') : import('#ui')]
    Promise.all(parts).catch(() => {})
  }

  if (isBrowser) {
    if ((options.prefetch ?? 'idle') === 'idle') stops.add(whenIdle(download))
    // Another tab may have connected: load the shell if a session is stored.
    stops.add(watchSessions(storage, () => readStored(storage, SESSIONS) && void load().catch(() => {})))
  }
  start()
  return {
    get options() {
      return options
    },
    account,
    replaceOptions,
    own,
  }
}
