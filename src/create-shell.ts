/**
 * The shell behind the button: wallets, routes, messages, data and the modal. Loaded when the modal first opens, or
 * with the page when a session is stored; a page that nobody connects to never pays for it.
 */
import { computed, effect, type Signal, signal } from '@preact/signals-core'
import { createConnections } from './connections.ts'
import { type AccountId, isSameOwner } from './core/caip.ts'
import { type ErrorRecord, hasCode } from './core/errors.ts'
import type { Network } from './core/networks.ts'
import type { TopicName, WorkerConfig } from './core/protocol.ts'
import type { WalletAdapter } from './adapter.ts'
import type { Options, ThemeMode } from './options.ts'
import { createRouter, type ViewName } from './router.ts'
import type { Sessions } from './session.ts'
import type { AccountState, Shell } from './shell.ts'
import { createSnacks } from './snacks.ts'
import { createTopicSignals } from './topics.ts'
import type { View } from './view.ts'

export interface ShellOptions {
  options: Options
  /** Of this package. */
  version: string
  networks: readonly Network[]
  adapters: readonly WalletAdapter[]
  sessions: Sessions
  account: Signal<AccountState>
  isOpen: Signal<boolean>
  theme: Signal<ThemeMode>
}

export interface ShellControl {
  open(view: ViewName | undefined): Promise<void>
  /** @throws what the wallet answered; locally the connection has ended all the same. */
  disconnect(): Promise<void>
  readonly topic: Shell['topic']
  /** Tells the worker which accounts are still to be forgotten. */
  flushForgotten(): void
  stop(): void
}

export function createShell(context: ShellOptions): ShellControl {
  const { options, networks, adapters, sessions, account, isOpen, theme } = context
  const online = signal(navigator.onLine)
  const snacks = createSnacks()
  let view: Promise<View> | undefined
  let host: HTMLElement | undefined

  const topics = createTopicSignals(async () => {
    const [{ createWorkerClient, pageVisibility }, { startWorker }] = await Promise.all([
      import('./worker-client.ts'),
      import('./start-worker.ts'),
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
    router.reset(name ?? (isConnected() ? 'Account' : 'Connect'))
    isOpen.value = true
    try {
      await loadView()
    } catch (error) {
      // A failed download is tried again by the next open().
      view = undefined
      close()
      throw error
    }
  }

  function loadView(): Promise<View> {
    view ??= import('#ui').then(({ mountView }) => {
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
  function forget(accountId: AccountId): void {
    topics.clear()
    sessions.setForgotten({ ...sessions.getForgotten(), [accountId]: 0 })
    flushForgotten()
  }

  /** Whoever is connected again wants the data: the next load must not take it away while it is looked at. */
  function unmark(accountId: AccountId): void {
    const marked = sessions.getForgotten()
    for (const other in marked) if (isSameOwner(other, accountId)) delete marked[other]
    sessions.setForgotten(marked)
  }

  function flushForgotten(): void {
    for (const account in sessions.getForgotten()) {
      topics.call('forget', { account: account as AccountId }).then(
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

  async function disconnect(): Promise<void> {
    close()
    await connections.disconnect()
  }

  const status = computed(() => account.value.status)
  const stops = [
    /** The view on top always fits who is connected; who connects another wallet stays where that is done. */
    effect(() => {
      const { view: top } = router.current.peek()
      if (status.value === 'connected' && top === 'Connect') router.reset('Account')
      if (status.value !== 'connected' && (top === 'Account' || top === 'AccountSettings'))
        router.reset('Connect')
      if (status.value === 'disconnected') topics.clear()
    }),
    effect(() => {
      if (account.value.status === 'connected') unmark(account.value.accountId)
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
    theme,
    online,
    account,
    connectors: connections.connectors,
    attempt: connections.attempt,
    snacks,
    topic: topics.get,
    call: topics.call,
    connect: connections.connect,
    cancelAttempt: connections.cancelAttempt,
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
    disconnect,
    flushForgotten,
    topic: topics.get,
    stop() {
      close()
      for (const stop of stops) stop()
      connections.stop()
      topics.stop()
      window.removeEventListener('online', setOnline)
      window.removeEventListener('offline', setOnline)
      void view?.then((mounted) => mounted.unmount()).catch(() => {})
      host?.remove()
    },
  }
}

const PUBLIC_API = 'https://rpc.walletconnect.org'

function toWorkerConfig({ options, networks, version }: ShellOptions): WorkerConfig {
  return {
    projectId: options.projectId,
    sdkType: 'billfold',
    sdkVersion: `html-${options.adapters.map(({ namespace }) => namespace).join(',')}-${version}`,
    apiUrl: (options.apiUrl ?? PUBLIC_API).replace(/\/+$/, ''),
    networks,
    locale: options.locale ?? navigator.language,
  }
}
