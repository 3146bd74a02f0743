/** The worker of one tab without its channel to the page: the real engine and domains in a fake environment. */
import type { TopicName, WorkerConfig } from '../../src/core/contract/protocol.ts'
import { activity } from '../../worker/activity/domain.ts'
import { accountTopic } from '../../worker/base/account-topic.ts'
import type { CreateSource, Store, TopicTable, WorkerContext } from '../../worker/base/context.ts'
import { directory } from '../../worker/directory/domain.ts'
import { createHttp } from '../../worker/http/http.ts'
import { createJobs, type JobsControl } from '../../worker/base/jobs.ts'
import { names } from '../../worker/names/domain.ts'
import { nfts as nftsDomain } from '../../worker/nfts/domain.ts'
import { smartSessions } from '../../worker/smart-sessions/domain.ts'
import { portfolio } from '../../worker/portfolio/domain.ts'
import { project } from '../../worker/analytics/project/domain.ts'
import { createDurableStore } from '../../worker/store/durable.ts'
import { createMemoryStore } from '../../worker/store/memory-store.ts'
import { createTabs } from '../../worker/tabs/tabs.ts'
import { createTopics, type Topics } from '../../worker/topics/watches.ts'
import type { AnySnapshot } from '../../worker/topics/watches.ts'
import { allowances } from '../../worker/payments/allowances/domain.ts'
import { sent } from '../../worker/payments/sent/domain.ts'
import { walletConnect } from '../../worker/walletconnect/domain.ts'
import { createFakeApi, type FakeApi } from './fake-api.ts'
import type { FakeBrowser } from './fake-browser.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import { loadOnlyEvm } from './load-evm.ts'

export interface Tab {
  clock: FakeClock
  api: FakeApi
  store: Store
  /** The topics, with optional abort signals. */
  topics: Omit<Topics, 'more' | 'refresh'> & {
    more(params: unknown, signal?: AbortSignal): Promise<void>
    refresh(topic: TopicName, params: unknown, signal?: AbortSignal): Promise<void>
  }
  jobs: JobsControl
  config: WorkerConfig
  /** Subscribes to a topic and records every snapshot. */
  watch(topic: TopicName, params?: object): Watched
}

export interface Watched {
  snapshots: AnySnapshot[]
  events: [seq: number, event: unknown][]
  readonly last: AnySnapshot | undefined
  stop(): void
}

export interface TabOptions {
  clock?: FakeClock
  api?: FakeApi
  store?: Store
  browser?: FakeBrowser
  /** Factories that replace the sources of account topics. */
  sources?: {
    [T in 'identity' | 'portfolio' | 'activity' | 'nfts']?: CreateSource<T>
  }
  /** Topics that replace the real ones. */
  table?: Partial<TopicTable>
  config?: Partial<WorkerConfig>
  load?: WorkerContext['load']
  /** The page's answer to a request for the wallet's assets. Default: the wallet knows none. */
  walletAssets?: WorkerContext['askWalletAssets']
}

export const config: WorkerConfig = {
  projectId: 'project',
  sdkType: 'appkit',
  sdkVersion: 'html-evm-0.1.0',
  urls: {
    api: 'https://api.example',
    explorer: 'https://explorer.example',
    analytics: 'https://analytics.example',
  },
  relayUrl: 'wss://relay.example',
  metadata: { name: 'Driftwood', url: 'https://driftwood.example' },
  wallets: { featured: [], included: [], excluded: [] },
  networks: [],
  locale: 'en-US',
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
  const load = options.load ?? loadOnlyEvm
  const { identity, nfts, ...sources } = options.sources ?? {}
  const table: TopicTable = {
    ...directory.topics,
    ...names.topics,
    ...portfolio.topics,
    ...project.topics,
    ...activity.topics,
    ...walletConnect.topics,
    ...sent.topics,
    ...allowances.topics,
    ...nftsDomain.topics,
    ...smartSessions.topics,
    ...(nfts ? { nfts: accountTopic<'nfts'>(nfts) } : {}),
    ...(identity ? { identity: accountTopic<'identity'>(identity) } : {}),
    ...(sources.portfolio ? { portfolio: accountTopic<'portfolio'>(sources.portfolio) } : {}),
    ...(sources.activity ? { activity: accountTopic<'activity'>(sources.activity) } : {}),
    ...options.table,
  }
  const jobs = createJobs()
  const askWalletAssets = options.walletAssets ?? (() => Promise.resolve(undefined))
  const durable = createDurableStore({ clock, indexedDB: undefined, IDBKeyRange: undefined })
  const context = { config: tabConfig, clock, http, store, durable, tabs, jobs, load, askWalletAssets }
  const topics = createTopics({ context, table })
  const { signal: never } = new AbortController()
  let nextId = 1
  return {
    clock,
    api,
    store,
    topics: {
      ...topics,
      more: (params, signal = never) => topics.more(params, signal),
      refresh: (topic, params, signal = never) => topics.refresh(topic, params, signal),
    },
    jobs,
    config: tabConfig,
    watch(topic, params = {}) {
      const id = nextId++
      const snapshots: AnySnapshot[] = []
      const events: Watched['events'] = []
      topics.watch(id, topic, params, {
        snapshot: (snapshot) => snapshots.push(snapshot),
        event: (seq, event) => events.push([seq, event]),
      })
      return {
        snapshots,
        events,
        get last() {
          return snapshots.at(-1)
        },
        stop: () => topics.unwatch(id),
      }
    },
  }
}
