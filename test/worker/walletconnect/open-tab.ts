/** A tab with the whole worker, as the page sees it, on real time. */
import { proxy, type Remote, wrap } from 'comlink'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import {
  type CommandInput,
  type CommandName,
  type CommandOutput,
  type Host,
  PROTOCOL_VERSION,
  type Snapshot,
  type WorkerApi,
} from '../../../src/core/contract/protocol.ts'
import { installErrorTransfer } from '../../../src/core/contract/transport.ts'
import type { WalletConnectEvent, WalletConnectState } from '../../../src/core/contract/walletconnect.ts'
import type { Clock } from '../../../worker/base/context.ts'
import type { Channel } from '../../../worker/base/environment.ts'
import { startWorker } from '../../../worker/main/start.ts'
import { systemClock } from '../../../worker/base/system-clock.ts'
import { config } from '../create-tab.ts'
import { createFakeApi } from '../fake-api.ts'
import { createFakeBrowser } from '../fake-browser.ts'

export interface Browser {
  /** Shared by the tabs; survives a reload. */
  indexedDB: IDBFactory
  openTab(): Tab
  /** Loaded files of the worker. */
  loaded: string[]
  /** Makes loading this file fail from now on. */
  forbid(file: string): void
  /** Delays loading this file until the returned function is called. */
  holdBack(file: string): () => void
  closeAll(): void
}

export interface Tab {
  call<C extends CommandName>(
    command: C,
    input: CommandInput<C>,
    signal?: AbortSignal,
  ): Promise<CommandOutput<C>>
  /** The current state. The first call subscribes to it. */
  getState(): WalletConnectState | undefined
  readonly events: readonly WalletConnectEvent[]
  /** Requests to the API, which never answers. */
  readonly requests: readonly URL[]
  /** Freezes the tab as a browser does: it keeps its locks and receives no messages. */
  freeze(): void
  /** Makes the store unreachable until the returned function is called. */
  loseDisk(): () => void
  /** Closes the tab as a person does: its work stops, and its locks are released. */
  close(): void
}

/** Real time with a function that skips ahead. */
export interface SkippingClock extends Clock {
  skip(ms: number): void
}

export function createSkippingClock(): SkippingClock {
  let skipped = 0
  const timers = new Set<{ at: number; run(): void }>()
  const now = () => systemClock.now() + skipped
  return {
    now,
    after(ms, run) {
      const timer = { at: now() + ms, run: () => timers.delete(timer) && run() }
      timers.add(timer)
      const stop = systemClock.after(ms, timer.run)
      return () => {
        timers.delete(timer)
        stop()
      }
    },
    skip(ms) {
      skipped += ms
      for (const timer of timers) if (timer.at <= now()) timer.run()
    },
  }
}

export function openBrowser(relayUrl: string, clock: Clock = systemClock, locks = true): Browser {
  installErrorTransfer()
  const shared = createFakeBrowser()
  const indexedDB = new IDBFactory()
  const loaded: string[] = []
  const tabs = new Set<Tab>()
  const forbidden = new Set<string>()
  const held = new Map<string, Promise<void>>()

  function openTab(): Tab {
    const own = shared.openTab()
    const { port1, port2 } = new MessageChannel()
    const channels: Channel[] = []
    class OwnChannel extends own.BroadcastChannel {
      constructor(name: string) {
        super(name)
        channels.push(this)
      }
    }
    const { fetch, requests } = createFakeApi()
    const disk = createDisk(indexedDB)
    const stop = startWorker(port2, {
      clock,
      fetch,
      indexedDB: disk.factory,
      IDBKeyRange: IDBKeyRange as unknown as typeof globalThis.IDBKeyRange,
      locks: locks ? own.locks : undefined,
      BroadcastChannel: OwnChannel,
      getQuota: async () => undefined,
      importDomain: async (domain) => {
        if (forbidden.has(domain)) throw new Error('There is no such file.')
        loaded.push(domain)
        await held.get(domain)
        return import(`../../../worker/main/files/billfold-${domain}.ts`)
      },
    })
    const tab: Tab = {
      ...createTab(wrap<WorkerApi>(port1), relayUrl),
      requests,
      freeze() {
        for (const channel of channels) channel.onmessage = null
      },
      loseDisk: disk.lose,
      close() {
        own.close()
        stop()
        port1.close()
        tabs.delete(tab)
      },
    }
    tabs.add(tab)
    return tab
  }

  return {
    indexedDB,
    loaded,
    openTab,
    forbid: (file) => void forbidden.add(file),
    holdBack(file) {
      let come = () => {}
      held.set(file, new Promise((resolve) => (come = resolve)))
      return come
    },
    closeAll() {
      for (const tab of tabs) tab.close()
    },
  }
}

/** One tab's view of the shared database. */
function createDisk(shared: IDBFactory): { factory: IDBFactory; lose(): () => void } {
  const opened = new Set<IDBDatabase>()
  let isLost = false
  const factory = Object.create(shared) as IDBFactory
  factory.open = (name, version) => {
    if (isLost) throw new DOMException('The disk cannot be read.', 'UnknownError')
    const request = shared.open(name, version)
    request.addEventListener('success', () => opened.add(request.result))
    return request
  }
  return {
    factory,
    lose() {
      isLost = true
      for (const database of opened) database.close()
      return () => (isLost = false)
    },
  }
}

function createTab(
  api: Remote<WorkerApi>,
  relayUrl: string,
): Omit<Tab, 'requests' | 'freeze' | 'loseDisk' | 'close'> {
  let state: WalletConnectState | undefined
  let watching = false
  let id = 1
  const events: WalletConnectEvent[] = []
  const host: Host = {
    snapshot(_id, snapshot) {
      state = (snapshot as Snapshot<unknown> as Snapshot<WalletConnectState>).data
    },
    event(_id, _seq, event) {
      events.push(event as WalletConnectEvent)
    },
    ask: () => Promise.reject(new Error('Unexpected request')),
  }
  const ready = api.hello(
    { version: PROTOCOL_VERSION, mode: 'in-thread', config: { ...config, relayUrl } },
    proxy(host),
  )
  const watch = () => {
    if (watching) return
    watching = true
    void ready.then(() => api.watch(0, 'walletConnect', {}))
  }
  return {
    async call(command, input, signal) {
      await ready
      const own = (id += 1)
      signal?.addEventListener('abort', () => void api.cancel(own))
      return (await api.call(own, command, input)) as never
    },
    getState() {
      watch()
      return state
    },
    events,
  }
}
