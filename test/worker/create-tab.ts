/** The worker of one tab without its channel to the page: the real engine and domains on a fake outside. */
import type { TopicName, WorkerConfig } from '../../src/core/protocol.ts'
import type { Store, WorkerContext } from '../../worker/context.ts'
import { createActivitySource } from '../../worker/activity/source.ts'
import { createNetworksSource } from '../../worker/directory/networks.ts'
import { createHttp } from '../../worker/http.ts'
import { createIdentitySource } from '../../worker/names/identity.ts'
import { createPortfolioSource } from '../../worker/portfolio/source.ts'
import { createMemoryStore } from '../../worker/store/memory-store.ts'
import { createTabs } from '../../worker/tabs.ts'
import { type AnySnapshot, createTopics, type Sources, type Topics } from '../../worker/topics.ts'
import { createFakeApi, type FakeApi } from './fake-api.ts'
import type { FakeBrowser } from './fake-browser.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'

export interface Tab {
  clock: FakeClock
  api: FakeApi
  store: Store
  topics: Topics
  config: WorkerConfig
  /** Watches, and keeps every snapshot that comes. */
  watch(topic: TopicName, params?: object): Watched
}

export interface Watched {
  snapshots: AnySnapshot[]
  readonly last: AnySnapshot | undefined
  stop(): void
}

export interface TabOptions {
  clock?: FakeClock
  api?: FakeApi
  store?: Store
  browser?: FakeBrowser
  sources?: Partial<Sources>
  config?: Partial<WorkerConfig>
  load?: WorkerContext['load']
}

export const config: WorkerConfig = {
  projectId: 'project',
  sdkType: 'appkit',
  sdkVersion: 'html-evm-0.1.0',
  apiUrl: 'https://api.example',
  networks: [],
  locale: 'en-US',
  timeZone: 'UTC',
}

export function createTab(options: TabOptions = {}): Tab {
  const clock = options.clock ?? createFakeClock()
  const api = options.api ?? createFakeApi()
  const store = options.store ?? createMemoryStore()
  const tabConfig = { ...config, ...options.config }
  const tabs = createTabs({
    locks: options.browser?.locks,
    BroadcastChannel: options.browser?.BroadcastChannel,
    clock,
    isShared: () => options.browser !== undefined,
  })
  const http = createHttp({ config: tabConfig, clock, fetch: api.fetch, random: () => 0.5 })
  const load = options.load ?? (() => Promise.reject(new Error('nobody should load a domain here')))
  const sources: Sources = {
    networks: async () => createNetworksSource,
    identity: async () => createIdentitySource,
    portfolio: async () => createPortfolioSource,
    activity: async () => createActivitySource,
    nfts: () => Promise.reject(new Error('nobody should ask for NFTs here')),
    ...options.sources,
  }
  const context = { config: tabConfig, clock, http, store, tabs, load }
  const topics = createTopics({ context, sources })
  let nextId = 1
  return {
    clock,
    api,
    store,
    topics,
    config: tabConfig,
    watch(topic, params = {}) {
      const id = nextId++
      const snapshots: AnySnapshot[] = []
      topics.watch(id, topic, params, (snapshot) => snapshots.push(snapshot))
      return {
        snapshots,
        get last() {
          return snapshots.at(-1)
        },
        stop: () => topics.unwatch(id),
      }
    },
  }
}
